package dev.drover.cel.library;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.CelType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

/// Prints values as Go does.
public final class Texts {
  private Texts() {}

  /// As `%v` has it.
  public static String plain(Object value) {
    return switch (value) {
      case Double number -> number(number);
      case Duration duration -> seconds(duration);
      case OffsetDateTime time -> time(time);
      case CelType type -> type.name();
      case CelList list -> {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < list.size(); i++) {
          text.append(i == 0 ? "" : ", ").append(plain(list.get(i)));
        }
        yield text.append("]").toString();
      }
      case CelMap map -> "{" + map.keys().size() + " entries}";
      default -> String.valueOf(value);
    };
  }

  /// As `%g` has it: the shortest digits, with an exponent from 1e+06 on or below 1e-04.
  static String number(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "+Inf" : "-Inf";
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    String digits = exact.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - exact.scale();
    String sign = number < 0 ? "-" : "";
    if (exponent < -4 || exponent >= 6) {
      String mantissa =
          digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
      String size = Integer.toString(Math.abs(exponent));
      return sign + mantissa + (exponent < 0 ? "e-" : "e+") + (size.length() < 2 ? "0" : "") + size;
    }
    return exact.toPlainString();
  }

  /// As CEL writes durations: in seconds.
  static String seconds(Duration duration) {
    BigDecimal exact =
        BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
    BigDecimal rounded = new BigDecimal(Double.toString(exact.doubleValue()));
    BigDecimal stripped = rounded.stripTrailingZeros();
    return (stripped.signum() == 0 ? "0" : stripped.toPlainString()) + "s";
  }

  /// As RFC 3339 has it, with the fraction as short as it can be.
  static String time(OffsetDateTime time) {
    String text = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").format(time);
    if (time.getNano() != 0) {
      String fraction = String.format("%09d", time.getNano());
      text += "." + fraction.replaceAll("0+$", "");
    }
    return text + (time.getOffset().getTotalSeconds() == 0 ? "Z" : time.getOffset().getId());
  }

  /// The text of bytes, or null where they are none.
  static @org.jspecify.annotations.Nullable String utf8(Bytes bytes) {
    String text = bytes.toString();
    return Bytes.of(text).equals(bytes) ? text : null;
  }
}
