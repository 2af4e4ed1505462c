package dev.drover.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads lines of bounded length: what a line has beyond 1 KB is skipped. One thread.
final class LineReader implements AutoCloseable {
  private static final int MAX_LINE = 1024; // bytes

  private final InputStream in;

  LineReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /// The next line without its end; null at the end of the stream.
  @Nullable String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int c = in.read();
    if (c < 0) {
      return null;
    }
    for (; c >= 0 && c != '\n'; c = in.read()) {
      if (line.size() < MAX_LINE) {
        line.write(c);
      }
    }
    String text = line.toString(StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
