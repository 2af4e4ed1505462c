package dev.drover.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/// Documents that are valid JSON and look as odd as valid JSON may, and what is left of them after
/// an accident.
public final class RandomJson {
  private static final String[] PIECES = {
    "a",
    "z9",
    " ",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "'",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b",
    "\\f",
    "\\n",
    "\\r",
    "\\t",
    "\\u0041",
    "\\u00e9",
    "\\u20AC",
    "\\ud83d\\ude00",
    "\\u0000",
    "é",
    "€",
    "😀",
    "\u007f",
    "\u2028",
    "null",
    "true",
    "0",
    "-1",
    "kubernetes.io/name",
    "\\\\\\\\",
    "\\\\\\\""
  };
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-1",
    "12",
    "2147483647",
    "-2147483648",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "99999999999999999999999",
    "0.5",
    "-0.0",
    "1e3",
    "1E+3",
    "1.25e-7",
    "-12.5E2",
    "123456789012345678",
    "3.141592653589793238462643383279"
  };
  private static final String STRUCTURE = "{}[]\",:\\ \n\t0123456789.eE+-tfnrualse/\u0000\u001f";

  private final Random random;
  private StringBuilder out = new StringBuilder();

  public RandomJson(long seed) {
    this.random = new Random(seed);
  }

  /// The next document.
  public byte[] document() {
    out = new StringBuilder();
    space();
    value(1 + random.nextInt(6));
    space();
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// A document that is an object.
  public byte[] object() {
    out = new StringBuilder();
    object(1 + random.nextInt(5));
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void value(int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 6);
    switch (kind) {
      case 0 -> out.append("null");
      case 1 -> out.append(random.nextBoolean());
      case 2, 3 -> out.append(NUMBERS[random.nextInt(NUMBERS.length)]);
      case 4, 5 -> string();
      case 6, 7, 8 -> object(depth);
      default -> array(depth);
    }
  }

  private void object(int depth) {
    out.append('{');
    int n = random.nextInt(6);
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? "" : ",");
      space();
      string();
      space();
      out.append(':');
      space();
      value(depth - 1);
      space();
    }
    if (n == 0) {
      space();
    }
    out.append('}');
  }

  private void array(int depth) {
    out.append('[');
    int n = random.nextInt(6);
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? "" : ",");
      space();
      value(depth - 1);
      space();
    }
    if (n == 0) {
      space();
    }
    out.append(']');
  }

  private void string() {
    out.append('"');
    int n = random.nextInt(10) == 0 ? random.nextInt(120) : random.nextInt(6);
    for (int i = 0; i < n; i++) {
      out.append(PIECES[random.nextInt(PIECES.length)]);
    }
    out.append('"');
  }

  private void space() {
    while (random.nextInt(5) == 0) {
      out.append(" \n\r\t".charAt(random.nextInt(4)));
    }
  }

  /// A copy of `bytes` with one thing wrong (or, rarely, with nothing wrong).
  public byte[] broken(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    byte[] copy = bytes.clone();
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> {
        if (at < copy.length) {
          copy[at] ^= (byte) (1 << random.nextInt(8));
        }
        yield copy;
      }
      case 2 -> {
        if (at < copy.length) {
          copy[at] = structure();
        }
        yield copy;
      }
      case 3 -> splice(bytes, at, new byte[] {structure()}, 0);
      case 4 -> splice(bytes, at, new byte[0], Math.min(bytes.length - at, 1 + random.nextInt(3)));
      default -> {
        int from = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, from + random.nextInt(12));
        yield splice(bytes, at, Arrays.copyOfRange(bytes, from, to), 0);
      }
    };
  }

  private byte structure() {
    return (byte) STRUCTURE.charAt(random.nextInt(STRUCTURE.length()));
  }

  private static byte[] splice(byte[] bytes, int at, byte[] inserted, int dropped) {
    byte[] result = new byte[bytes.length + inserted.length - dropped];
    System.arraycopy(bytes, 0, result, 0, at);
    System.arraycopy(inserted, 0, result, at, inserted.length);
    System.arraycopy(
        bytes, at + dropped, result, at + inserted.length, bytes.length - at - dropped);
    return result;
  }
}
