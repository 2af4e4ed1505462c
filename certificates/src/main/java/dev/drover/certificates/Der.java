package dev.drover.certificates;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Writes the parts of ASN.1 DER that an X.509 certificate is made of.
///
/// Each method returns one complete element: tag, length, content.
final class Der {
  private static final int CONSTRUCTED = 0x20;
  private static final int CONTEXT = 0x80;
  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] sequence(byte[]... items) {
    return element(0x10 | CONSTRUCTED, concat(items));
  }

  static byte[] set(byte[]... items) {
    return element(0x11 | CONSTRUCTED, concat(items));
  }

  static byte[] integer(BigInteger value) {
    return element(0x02, value.toByteArray());
  }

  static byte[] bool(boolean value) {
    return element(0x01, new byte[] {(byte) (value ? 0xff : 0)});
  }

  static byte[] utf8(String text) {
    return element(0x0c, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] octets(byte[] content) {
    return element(0x04, content);
  }

  /// A bit string whose last `unused` bits do not count.
  static byte[] bits(int unused, byte... content) {
    return element(0x03, concat(new byte[] {(byte) unused}, content));
  }

  /// UTCTime, which stands for the years 1950 to 2049 only.
  static byte[] time(Instant instant) {
    return element(0x17, UTC_TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] oid(int... arcs) {
    var content = new ByteArrayOutputStream();
    content.write(40 * arcs[0] + arcs[1]);
    for (int i = 2; i < arcs.length; i++) {
      writeBase128(content, arcs[i]);
    }
    return element(0x06, content.toByteArray());
  }

  private static void writeBase128(ByteArrayOutputStream out, int value) {
    for (int shift = 28; shift > 0; shift -= 7) {
      if (value >>> shift != 0) {
        out.write((value >>> shift & 0x7f) | 0x80);
      }
    }
    out.write(value & 0x7f);
  }

  /// Wraps a complete element in a context tag.
  static byte[] explicit(int tag, byte[] element) {
    return element(CONTEXT | CONSTRUCTED | tag, element);
  }

  /// Gives plain content a context tag instead of its own.
  static byte[] implicit(int tag, byte[] content) {
    return element(CONTEXT | tag, content);
  }

  private static byte[] element(int tag, byte[] content) {
    var out = new ByteArrayOutputStream(content.length + 6);
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int skip = length[0] == 0 ? 1 : 0; // the sign byte of a length with its top bit set
      out.write(0x80 | length.length - skip);
      out.write(length, skip, length.length - skip);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
