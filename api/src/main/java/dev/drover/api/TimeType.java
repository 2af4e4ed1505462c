package dev.drover.api;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A point in time, of whole seconds (metav1.Time) or of microseconds (metav1.MicroTime).
///
/// Always cut to its unit, so that what was sent and what comes back are equal. Go's zero time is
/// `null` in JSON, an empty message in protobuf, and absent here.
final class TimeType extends MessageType {
  static final TimeType SECONDS = new TimeType("time", ChronoUnit.SECONDS);
  static final TimeType MICROS = new TimeType("microtime", ChronoUnit.MICROS);
  private static final int SECONDS_TAG = 1 << 3;
  private static final int NANOS_TAG = 2 << 3;

  /// Go's zero time. As a field it is absent; as the value of a map it keeps its key company.
  private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

  private final ChronoUnit unit;

  private TimeType(String name, ChronoUnit unit) {
    super(name);
    this.unit = unit;
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    if (!in.plainString()) {
      throw in.expected("a time such as 2026-01-31T12:00:00Z");
    }
    int from = in.position();
    int to = in.extent();
    try {
      Instant time = Timestamps.parse(in.buffer(), from + 1, to - 1);
      in.skipTo(to);
      return time.truncatedTo(unit);
    } catch (IllegalArgumentException e) {
      throw new WireException(String.valueOf(e.getMessage()), from);
    }
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    if (value.equals(ZERO)) {
      out.nul();
      return;
    }
    Instant time = ((Instant) value).truncatedTo(unit);
    out.string(unit == ChronoUnit.SECONDS ? Timestamps.print(time) : Timestamps.printMicros(time));
  }

  @Override
  @Nullable Object readMessage(ProtoReader in) {
    if (in.atEnd()) {
      return null;
    }
    long seconds = 0;
    int nanos = 0;
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag) {
        case SECONDS_TAG -> seconds = in.varint();
        case NANOS_TAG -> nanos = (int) in.varint();
        default -> in.skip(tag);
      }
    }
    if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
      throw new WireException("no such time: " + seconds + " seconds since 1970", in.position());
    }
    return unit == ChronoUnit.SECONDS
        ? Instant.ofEpochSecond(seconds)
        : Instant.ofEpochSecond(seconds, nanos).truncatedTo(unit);
  }

  @Override
  void writeMessage(ProtoWriter out, Object value) {
    if (value.equals(ZERO)) {
      return;
    }
    Instant time = ((Instant) value).truncatedTo(unit);
    out.varint(time.getNano());
    out.tag(NANOS_TAG);
    out.varint(time.getEpochSecond());
    out.tag(SECONDS_TAG);
  }

  @Override
  Object zero() {
    return ZERO;
  }
}
