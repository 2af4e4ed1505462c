package dev.drover.certificates;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One element of ASN.1 DER that was read: its tag, its content, and all of its bytes.
///
/// The counterpart of [Der], for the few structures that the JDK cannot read.
final class DerElement {
  static final int SEQUENCE = 0x30;
  static final int BITS = 0x03;

  private static final int BMP_STRING = 0x1e;
  private static final int UTF8_STRING = 0x0c;

  private final byte[] der;
  private final int start;
  private final int contentStart;
  private final int end;

  private DerElement(byte[] der, int start, int contentStart, int end) {
    this.der = der;
    this.start = start;
    this.contentStart = contentStart;
    this.end = end;
  }

  /// Reads bytes that hold exactly one element.
  ///
  /// @throws IllegalArgumentException when they hold none, or more than one
  static DerElement of(byte[] der) {
    List<DerElement> elements = elements(der, 0, der.length);
    if (elements.size() != 1) {
      throw new IllegalArgumentException("need one DER element, got " + elements.size());
    }
    return elements.getFirst();
  }

  /// The elements of the content.
  ///
  /// @throws IllegalArgumentException when it is not made of elements
  List<DerElement> children() {
    return elements(der, contentStart, end);
  }

  private static List<DerElement> elements(byte[] der, int from, int to) {
    List<DerElement> elements = new ArrayList<>();
    for (int at = from; at < to; ) {
      DerElement next = read(der, at, to);
      elements.add(next);
      at = next.end;
    }
    return elements;
  }

  private static DerElement read(byte[] der, int start, int limit) {
    int at = start + 1;
    int length = at < limit ? der[at++] & 0xff : -1;
    if (length > 0x80) {
      int bytes = length & 0x7f;
      length = 0;
      for (; bytes > 0 && at < limit && length <= 0x7f_ffff; bytes--) {
        length = length << 8 | der[at++] & 0xff;
      }
      length = bytes == 0 ? length : -1;
    }
    if (length < 0 || length == 0x80 && der[at - 1] == (byte) 0x80 || length > limit - at) {
      throw new IllegalArgumentException("truncated or unbounded DER at byte " + start);
    }
    return new DerElement(der, start, at, at + length);
  }

  int tag() {
    return der[start] & 0xff;
  }

  byte[] content() {
    return Arrays.copyOfRange(der, contentStart, end);
  }

  byte[] encoded() {
    return Arrays.copyOfRange(der, start, end);
  }

  /// The content as text, whatever kind of string it is.
  String text() {
    Charset charset =
        switch (tag()) {
          case UTF8_STRING -> StandardCharsets.UTF_8;
          case BMP_STRING -> StandardCharsets.UTF_16BE;
          default -> StandardCharsets.ISO_8859_1;
        };
    return new String(der, contentStart, end - contentStart, charset);
  }

  /// The numbers of an OID, joined by dots.
  String oid() {
    StringBuilder text = new StringBuilder();
    text.append((der[contentStart] & 0xff) / 40)
        .append('.')
        .append((der[contentStart] & 0xff) % 40);
    long arc = 0;
    for (int at = contentStart + 1; at < end; at++) {
      arc = arc << 7 | der[at] & 0x7f;
      if ((der[at] & 0x80) == 0) {
        text.append('.').append(arc);
        arc = 0;
      }
    }
    return text.toString();
  }

  boolean is(byte[] encodedElement) {
    return Arrays.equals(der, start, end, encodedElement, 0, encodedElement.length);
  }
}
