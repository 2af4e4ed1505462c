package dev.drover.api.codec;

import dev.drover.api.text.GoDuration;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A span of time (metav1.Duration): `1h30m0s` in JSON, nanoseconds in protobuf.
final class DurationType extends MessageType {
  static final DurationType INSTANCE = new DurationType();
  private static final int NANOS_TAG = 1 << 3;

  private DurationType() {
    super("duration");
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    in.peek();
    int at = in.offset();
    try {
      return GoDuration.parse(in.string());
    } catch (IllegalArgumentException e) {
      throw new WireException("not a duration such as 1h30m", at);
    }
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    out.string(GoDuration.print((Duration) value));
  }

  @Override
  Object readMessage(ProtoReader in) {
    long nanos = 0;
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag == NANOS_TAG) {
        nanos = in.varint();
      } else {
        in.skip(tag);
      }
    }
    return Duration.ofNanos(nanos);
  }

  @Override
  void writeMessage(ProtoWriter out, Object value) {
    out.varint(((Duration) value).toNanos());
    out.tag(NANOS_TAG);
  }

  @Override
  Object zero() {
    return Duration.ZERO;
  }
}
