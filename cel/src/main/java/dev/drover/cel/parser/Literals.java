package dev.drover.cel.parser;

import dev.drover.cel.parser.Token.Kind;
import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.UInt;

/// The values of literals.
final class Literals {
  private Literals() {}

  /// Whether a word, or a sign with the word after it, is a literal.
  static boolean starts(Kind kind, Kind next) {
    return switch (kind) {
      case TRUE, FALSE, NULL, INT, UINT, FLOAT, STRING, BYTES -> true;
      case MINUS -> next == Kind.INT || next == Kind.FLOAT;
      default -> false;
    };
  }

  /// The value of a word.
  ///
  /// @throws NumberFormatException if a number is too large
  /// @throws IllegalArgumentException if an escape in a string means nothing
  static Object value(Token word, boolean negative) {
    String text = word.text();
    return switch (word.kind()) {
      case TRUE -> true;
      case FALSE -> false;
      case NULL -> NullValue.NULL;
      case INT -> {
        boolean hex = text.startsWith("0x");
        String digits = (negative ? "-" : "") + (hex ? text.substring(2) : text);
        yield Long.valueOf(digits, hex ? 16 : 10);
      }
      case UINT -> {
        boolean hex = text.startsWith("0x");
        String digits = text.substring(hex ? 2 : 0, text.length() - 1);
        yield new UInt(Long.parseUnsignedLong(digits, hex ? 16 : 10));
      }
      case FLOAT -> {
        double number = Double.parseDouble((negative ? "-" : "") + text);
        if (Double.isInfinite(number)) {
          throw new NumberFormatException("out of range");
        }
        yield number;
      }
      case BYTES -> Bytes.of(Unescape.bytes(text.substring(1)));
      default -> Unescape.text(text);
    };
  }
}
