package dev.drover.cel.types;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A sequence of bytes that does not change.
public final class Bytes {
  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  public static Bytes of(byte[] content) {
    return new Bytes(content.clone());
  }

  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] content() {
    return content.clone();
  }

  public int size() {
    return content.length;
  }

  public Bytes plus(Bytes other) {
    byte[] both = Arrays.copyOf(content, content.length + other.content.length);
    System.arraycopy(other.content, 0, both, content.length, other.content.length);
    return new Bytes(both);
  }

  public int compare(Bytes other) {
    return Arrays.compareUnsigned(content, other.content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return new String(content, StandardCharsets.UTF_8);
  }
}
