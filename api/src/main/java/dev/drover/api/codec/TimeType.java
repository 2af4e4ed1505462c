package dev.drover.api.codec;

import dev.drover.api.text.Timestamps;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.nio.charset.StandardCharsets;
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

  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private final ChronoUnit unit;

  private TimeType(String name, ChronoUnit unit) {
    super(name, false); // times have a table of their own, by their value
    this.unit = unit;
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int to = in.plainEnd();
    int at = in.offset();
    try {
      return to >= 0 ? plain(in, to, decoding) : cut(escaped(in.string()), decoding);
    } catch (IllegalArgumentException e) {
      throw new WireException("not a time such as 2026-01-31T12:00:00Z", at);
    }
  }

  private Instant plain(JsonReader in, int to, Decoding decoding) {
    int from = in.position() + 1;
    SmallParts met = decoding.small();
    if (met == null || to - from != Timestamps.LENGTH) {
      Instant time = Timestamps.parse(in.buffer(), from, to);
      in.skipTo(to + 1);
      return cut(time, decoding);
    }
    Instant time = met.findTime(in.buffer(), from);
    if (time == null) {
      time = Timestamps.parse(in.buffer(), from, to);
      met.putTime(time);
    }
    in.skipTo(to + 1);
    return time; // so short a text has no fraction to cut
  }

  private Instant cut(Instant time, Decoding decoding) {
    return decoding.time(time.truncatedTo(unit));
  }

  private static Instant escaped(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Timestamps.parse(bytes, 0, bytes.length);
  }

  @Override
  Object met(Object value, Decoding decoding) {
    return decoding.time((Instant) value);
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
    if (seconds < ZERO.getEpochSecond() || seconds > LAST || nanos < 0 || nanos > 999_999_999) {
      throw new WireException("not a time of the years 0001 to 9999", -1);
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

  @Override
  boolean isZero(Object value) {
    return value.equals(ZERO);
  }
}
