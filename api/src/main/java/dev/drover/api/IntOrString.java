package dev.drover.api;

import dev.drover.api.text.GoText;
import java.util.Objects;

/// A value that is a number or a text: a port by number or by name, a count or a percentage.
///
/// ```java
/// switch (servicePort.targetPort()) {
///   case IntOrString.Int(int port) -> byNumber(port);
///   case IntOrString.Text(String name) -> byName(name);
/// }
/// ```
///
/// Will not grow: a `switch` needs no `default` branch.
///
/// In Go: {@index intstr.IntOrString}.
public sealed interface IntOrString {

  /// A number.
  ///
  /// In Go: {@index intstr.FromInt32}.
  static IntOrString of(int value) {
    return new Int(value);
  }

  /// A text, also when it looks like a number.
  ///
  /// In Go: {@index intstr.FromString}.
  static IntOrString of(String value) {
    return new Text(value);
  }

  /// A number if the text is one, else the text.
  ///
  /// In Go: {@index intstr.Parse}.
  static IntOrString parse(String text) {
    return isInt(text) ? new Int(Integer.parseInt(text)) : new Text(text);
  }

  private static boolean isInt(String text) {
    var value = GoText.integer(text);
    return value.isPresent() && value.getAsLong() == (int) value.getAsLong();
  }

  /// A number as it is; a percentage as that share of `total`, rounded to the next whole number up
  /// or down.
  ///
  /// In Go: {@index intstr.GetScaledValueFromIntOrPercent}.
  ///
  /// @throws IllegalArgumentException if this is a text but no percentage, or the share is beyond
  ///   the range of `int`
  int scaledValue(int total, boolean roundUp);

  /// A number.
  ///
  /// @param value the number
  record Int(int value) implements IntOrString {
    @Override
    public int scaledValue(int total, boolean roundUp) {
      return value;
    }

    /// The digits.
    @Override
    public String toString() {
      return Integer.toString(value);
    }
  }

  /// A text.
  ///
  /// @param value the text
  record Text(String value) implements IntOrString {
    /// Any text will do.
    public Text {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public int scaledValue(int total, boolean roundUp) {
      if (!value.endsWith("%")) {
        throw new IllegalArgumentException(
            ("invalid value for IntOrString: invalid type: string is not a percentage: \"%s\";"
                    + " write a number, or digits and '%%'")
                .formatted(value));
      }
      String number = value.substring(0, value.length() - 1);
      if (!isInt(number)) {
        throw new IllegalArgumentException(
            ("invalid value for IntOrString: invalid value \"%s\":"
                    + " what stands before the '%%' is no 32-bit integer")
                .formatted(value));
      }
      long hundredfold = (long) Integer.parseInt(number) * total;
      long share = roundUp ? Math.ceilDiv(hundredfold, 100) : Math.floorDiv(hundredfold, 100);
      if (share != (int) share) {
        throw new IllegalArgumentException(
            "%s of %d is %d, beyond the range of int".formatted(value, total, share));
      }
      return (int) share;
    }

    /// The text itself.
    @Override
    public String toString() {
      return value;
    }
  }
}
