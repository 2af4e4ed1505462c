package dev.drover.client;

import java.util.Arrays;

/// Walks through DER, the binary form of keys and certificates: elements of tag, length and value.
///
/// Only what private keys need: short tags and lengths that fit an `int`.
final class DerReader {
  static final int INTEGER = 0x02;
  static final int BIT_STRING = 0x03;
  static final int OCTET_STRING = 0x04;
  static final int OBJECT_IDENTIFIER = 0x06;
  static final int SEQUENCE = 0x30;

  private final byte[] bytes;
  private final int end;
  private int at;

  DerReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private DerReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /// The tag of the next element, or -1 if there is none.
  int peek() {
    return at < end ? bytes[at] & 0xFF : -1;
  }

  /// The elements inside the next one, which must have this tag.
  DerReader enter(int tag) {
    int length = header(tag);
    DerReader inside = new DerReader(bytes, at, at + length);
    at += length;
    return inside;
  }

  /// The value of the next element, which must have this tag.
  byte[] value(int tag) {
    int length = header(tag);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /// Passes over the next element.
  void skip() {
    value(peek());
  }

  /// All of the next element: tag, length and value.
  byte[] whole() {
    int from = at;
    skip();
    return Arrays.copyOfRange(bytes, from, at);
  }

  private int header(int tag) {
    if (peek() != tag) {
      throw new IllegalArgumentException("the key is damaged");
    }
    at++;
    int length = octet();
    if (length >= 0x80) {
      int octets = length & 0x7F;
      if (octets == 0 || octets > 4) {
        throw new IllegalArgumentException("the key is damaged");
      }
      length = 0;
      for (int i = 0; i < octets; i++) {
        length = length << 8 | octet();
      }
    }
    if (length < 0 || length > end - at) {
      throw new IllegalArgumentException("the key is cut off");
    }
    return length;
  }

  private int octet() {
    if (at >= end) {
      throw new IllegalArgumentException("the key is cut off");
    }
    return bytes[at++] & 0xFF;
  }

  /// An element of these parts.
  static byte[] element(int tag, byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    byte[] head = head(tag, length);
    byte[] element = Arrays.copyOf(head, head.length + length);
    int at = head.length;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, element, at, part.length);
      at += part.length;
    }
    return element;
  }

  private static byte[] head(int tag, int length) {
    if (length < 0x80) {
      return new byte[] {(byte) tag, (byte) length};
    }
    if (length < 0x100) {
      return new byte[] {(byte) tag, (byte) 0x81, (byte) length};
    }
    return new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
  }
}
