package dev.drover.api.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Hands on the values of a JSON stream one by one, each as soon as it has arrived whole.
///
/// Holds the bytes of one value at a time, so a list of any length is read in the memory of its
/// largest item. One thread.
public final class JsonInput {
  private static final int UNKNOWN = -1;

  /// How much larger than the limit a value may be to be stepped over.
  static final int STEPPED_OVER = 16;

  private final InputStream in;
  private final int maxValue;
  private final JsonIndex index;
  private final JsonReader reader;
  private byte[] buf = new byte[InputBuffer.FIRST];
  private int pos; // bytes before it are used up
  private int limit; // bytes before it have arrived
  private int found = UNKNOWN; // where the value at `pos` ends, if it is known

  public JsonInput(InputStream in, int maxValue, int maxDepth) {
    this.in = in;
    this.maxValue = maxValue;
    this.index = new JsonIndex(maxDepth);
    this.reader = new JsonReader(index);
  }

  /// The next byte that is not white space, not consumed; -1 at the end of the stream.
  public int peek() throws IOException {
    while (true) {
      while (pos < limit) {
        if (!JsonCursor.isSpace(buf[pos])) {
          return buf[pos] & 0xFF;
        }
        pos++;
      }
      if (!fill(pos)) {
        return -1;
      }
    }
  }

  /// Consumes `expected` if it is the next byte.
  public boolean accept(char expected) throws IOException {
    if (peek() != expected) {
      return false;
    }
    pos++;
    return true;
  }

  /// Consumes `expected`, or fails.
  public void expect(char expected) throws IOException {
    if (!accept(expected)) {
      int found = peek();
      if (found < 0) {
        throw new EOFException("the stream ended where '" + expected + "' should stand");
      }
      throw new WireException("expected '" + expected + "', found '" + (char) found + "'", -1);
    }
  }

  /// Whether the next value has arrived whole, so that [#valueOfAnyDepth] does not wait for it.
  public boolean hasValue() {
    while (pos < limit && JsonReader.isSpace(buf[pos])) {
      pos++;
    }
    if (pos == limit) {
      return false;
    }
    try {
      index.reset();
      found = index.scan(buf, pos, pos, limit);
      return found != UNKNOWN;
    } catch (WireException e) {
      return true; // that it is broken is for the next call to say
    }
  }

  /// Waits for the next value and gives a reader over it, good until the next call.
  ///
  /// @throws WireException when the value has no end, is too large or is nested too deeply
  /// @throws EOFException when the stream ends first
  public JsonReader value() throws IOException {
    JsonReader value = valueOfAnyDepth();
    value.requireDepth();
    return value;
  }

  /// As [#value], for callers that go on after a value nested too deeply: they call
  /// [JsonReader#requireDepth] before they read it.
  ///
  /// @throws WireException when the value has no end or is too large; the next value can be read if
  ///   [WireException#isSteppedOver]
  /// @throws EOFException when the stream ends first
  public JsonReader valueOfAnyDepth() throws IOException {
    if (peek() < 0) {
      throw new EOFException("the stream ended where a value should start");
    }
    int stop = found;
    found = UNKNOWN;
    if (stop == UNKNOWN) {
      stop = scan();
    }
    int from = pos;
    pos = stop;
    if (stop - from > maxValue) {
      JsonKeyScan key = new JsonKeyScan();
      key.read(buf, from, stop);
      throw tooLarge().steppedOver(key.key());
    }
    reader.reset(buf, from, stop);
    return reader;
  }

  /// Waits for the end of the value at `pos`.
  private int scan() throws IOException {
    index.reset();
    int scanned = pos;
    int stop;
    while ((stop = index.scan(buf, pos, scanned, limit)) < 0) {
      if (limit - pos > maxValue) {
        throw stepOver();
      }
      int arrived = index.resumeAt(limit) - pos;
      if (!fill(pos)) {
        if (JsonIndex.isBare(buf[pos])) {
          stop = limit;
          break;
        }
        throw new EOFException("the stream ended inside a value");
      }
      scanned = pos + arrived;
    }
    return stop;
  }

  /// Reads on to the end of a value that is too large, without keeping more of it than the name of
  /// the object. A value without an end is given up.
  private WireException stepOver() throws IOException {
    byte first = buf[pos];
    if (first != '{' && first != '[') {
      return tooLarge();
    }
    JsonKeyScan key = new JsonKeyScan();
    key.read(buf, pos, limit);
    for (long passed = 0; passed < (long) maxValue * STEPPED_OVER; ) {
      int from = index.resumeAt(limit);
      int known = limit - from; // bytes that the index reads again
      passed += from - pos;
      pos = from;
      if (!fill(pos)) {
        return tooLarge();
      }
      int stop = index.scanRest(buf, pos, limit);
      key.read(buf, pos + known, stop < 0 ? limit : stop);
      if (stop >= 0) {
        pos = stop;
        return tooLarge().steppedOver(key.key());
      }
    }
    return tooLarge();
  }

  private WireException tooLarge() {
    return new WireException(
        "a value is larger than the limit of " + maxValue + " bytes (DecodeLimits.maxObjectBytes)",
        -1);
  }

  /// Reads more; bytes from `keep` on stay. False at the end of the stream.
  private boolean fill(int keep) throws IOException {
    if (keep > 0) {
      System.arraycopy(buf, keep, buf, 0, limit - keep);
      limit -= keep;
      pos -= keep;
    }
    if (limit == buf.length) {
      buf = Arrays.copyOf(buf, buf.length * 2);
    }
    int room = buf.length - limit;
    int n = in.read(buf, limit, room);
    if (n < 0) {
      return false;
    }
    limit += n;
    buf = InputBuffer.after(buf, n == room);
    return true;
  }
}
