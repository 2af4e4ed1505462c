package dev.drover.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body of which no more than so many bytes are read.
final class LimitedBody extends FilterInputStream {
  private final long limit;
  private final String option;
  private long count;

  /// `option` is what changes the limit, for the message.
  LimitedBody(InputStream in, long limit, String option) {
    super(in);
    this.limit = limit;
    this.option = option;
  }

  @Override
  public int read() throws IOException {
    int c = in.read();
    if (c >= 0) {
      count(1);
    }
    return c;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int n = in.read(target, from, length);
    if (n > 0) {
      count(n);
    }
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = in.skip(n);
    count(skipped);
    return skipped;
  }

  private void count(long n) throws IOException {
    count += n;
    if (count > limit) {
      throw new TooLarge(
          "the response is larger than the limit of "
              + limit
              + " bytes; "
              + option
              + " changes the limit");
    }
  }

  /// A response beyond its limit.
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
      super(message);
    }
  }
}
