package dev.drover.api;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/// A sequence of bytes that never changes: the data of a Secret, the body of a patch, raw JSON.
///
/// What goes in is copied, and so is what comes out, so that no caller holds the array. Equal
/// content is equal and has equal hash codes. [#toString] shows the length and never the content,
/// which may be a secret.
///
/// ```java
/// Bytes password = secret.data().get("password");
/// char[] text = password.utf8().toCharArray();
/// Secret next = secret.with(s -> s.data("token", Bytes.ofUtf8("s3cret")));
/// ```
public final class Bytes {
  /// No bytes.
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] bytes; // never written to, never handed out

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A copy of these bytes.
  public static Bytes of(byte[] bytes) {
    return wrap(bytes.clone());
  }

  /// A copy of the bytes from `from` up to, not including, `to`.
  public static Bytes of(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    return wrap(Arrays.copyOfRange(bytes, from, to));
  }

  /// The UTF-8 form of a text.
  public static Bytes ofUtf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Decodes standard base64 with padding, the form of bytes in JSON; line ends are skipped, as Go
  /// does.
  ///
  /// @throws IllegalArgumentException if the text is not base64; the message does not repeat the
  ///   text
  public static Bytes ofBase64(String text) {
    String encoded = text;
    if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
      encoded = text.replace("\n", "").replace("\r", "");
    }
    if (encoded.length() % 4 != 0) {
      throw new IllegalArgumentException(
          "not base64: %d characters, which is no multiple of 4; pad it with '='"
              .formatted(encoded.length()));
    }
    try {
      return wrap(Base64.getDecoder().decode(encoded));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not base64: " + e.getMessage(), e);
    }
  }

  /// Takes over an array that no other code writes to: for decoders, which have just made it.
  static Bytes wrap(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Bytes(bytes);
  }

  /// The array itself, for encoders, which only read it.
  byte[] array() {
    return bytes;
  }

  /// How many bytes there are.
  public int length() {
    return bytes.length;
  }

  /// Says whether there are none.
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /// The byte at a position.
  ///
  /// @throws IndexOutOfBoundsException if there is none
  public byte at(int index) {
    return bytes[Objects.checkIndex(index, bytes.length)];
  }

  /// The bytes from `from` up to, not including, `to`, as a copy: the part does not keep the whole
  /// alive.
  ///
  /// @throws IndexOutOfBoundsException if they are not all there
  public Bytes slice(int from, int to) {
    return of(bytes, from, to);
  }

  /// A fresh array with this content.
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /// A read-only view without a copy, for channels and HTTP bodies.
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /// A stream over the content.
  public InputStream asInputStream() {
    return new ByteArrayInputStream(bytes);
  }

  /// The content read as UTF-8; what is not UTF-8 becomes the replacement character.
  public String utf8() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// The content in standard base64 with padding, the form of bytes in JSON.
  public String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /// The length only, as `Bytes[12]`.
  @Override
  public String toString() {
    return "Bytes[" + bytes.length + "]";
  }
}
