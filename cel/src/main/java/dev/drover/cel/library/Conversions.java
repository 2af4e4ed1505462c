package dev.drover.cel.library;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Functions that convert values from one type to another.
final class Conversions {
  private static final Pattern FLOAT =
      Pattern.compile("[+-]?((\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|(?i:inf|infinity|nan))");
  private static final CelError INT_OVERFLOW = new CelError("integer overflow");
  private static final CelError UINT_OVERFLOW = new CelError("unsigned integer overflow");

  private Conversions() {}

  static void register(Map<String, Functions.Body> all) {
    all.put("int", args -> toInt(args[0]));
    all.put("uint", args -> toUint(args[0]));
    all.put("double", args -> toDouble(args[0]));
    all.put("string", args -> toText(args[0]));
    all.put("bytes", args -> toBytes(args[0]));
    all.put("bool", args -> toBool(args[0]));
    all.put("duration", args -> toDuration(args[0]));
    all.put("timestamp", args -> toTimestamp(args[0]));
    all.put("dyn", args -> args[0]);
    all.put("type", args -> Values.type(args[0]));
  }

  private static CelError failed(CelType to) {
    return new CelError("type conversion error from 'string' to '" + to.name() + "'");
  }

  private static @Nullable Object toInt(Object value) {
    return switch (value) {
      case Long number -> number;
      case UInt(long bits) -> bits < 0 ? INT_OVERFLOW : (Object) bits;
      case Double number ->
          number > -0x1p63 && number < 0x1p63 ? (Object) number.longValue() : INT_OVERFLOW;
      case Duration duration -> duration.toNanos();
      case OffsetDateTime time -> time.toEpochSecond();
      case String text -> {
        try {
          yield Long.valueOf(text);
        } catch (NumberFormatException e) {
          yield failed(CelType.INT);
        }
      }
      default -> null;
    };
  }

  private static @Nullable Object toUint(Object value) {
    return switch (value) {
      case UInt number -> number;
      case Long number -> number < 0 ? UINT_OVERFLOW : new UInt(number);
      case Double number -> {
        if (number.isNaN() || number < 0 || number >= 0x1p64) {
          yield UINT_OVERFLOW;
        }
        yield new UInt(
            number < 0x1p63 ? number.longValue() : (long) (number - 0x1p63) + Long.MIN_VALUE);
      }
      case String text -> {
        try {
          yield text.startsWith("+") || text.startsWith("-")
              ? failed(CelType.UINT)
              : new UInt(Long.parseUnsignedLong(text));
        } catch (NumberFormatException e) {
          yield failed(CelType.UINT);
        }
      }
      default -> null;
    };
  }

  private static @Nullable Object toDouble(Object value) {
    return switch (value) {
      case Double number -> number;
      case Long number -> number.doubleValue();
      case UInt number -> number.toDouble();
      case String text -> number(text);
      default -> null;
    };
  }

  static Object number(String text) {
    if (!FLOAT.matcher(text).matches()) {
      return failed(CelType.DOUBLE);
    }
    String digits = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
    double number;
    if (digits.equalsIgnoreCase("nan")) {
      number = Double.NaN;
    } else if (Character.toLowerCase(digits.charAt(0)) == 'i') {
      number = Double.POSITIVE_INFINITY;
    } else {
      number = Double.parseDouble(digits);
      if (Double.isInfinite(number)) {
        return failed(CelType.DOUBLE);
      }
    }
    return text.startsWith("-") ? -number : number;
  }

  static @Nullable Object toText(Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean bool -> bool.toString();
      case Bytes bytes -> {
        String text = Texts.utf8(bytes);
        yield text == null
            ? new CelError("invalid UTF-8 in bytes, cannot convert to string")
            : text;
      }
      case Long _, UInt _, Double _, Duration _, OffsetDateTime _ -> Texts.plain(value);
      case Addresses.Ip ip -> ip.toString();
      case Addresses.Cidr cidr -> cidr.toString();
      default -> null;
    };
  }

  private static @Nullable Object toBytes(Object value) {
    return switch (value) {
      case Bytes bytes -> bytes;
      case String text -> Bytes.of(text);
      default -> null;
    };
  }

  private static @Nullable Object toBool(Object value) {
    return switch (value) {
      case Boolean bool -> bool;
      case String text ->
          switch (text) {
            case "1", "t", "T", "TRUE", "true", "True" -> true;
            case "0", "f", "F", "FALSE", "false", "False" -> false;
            default -> failed(CelType.BOOL);
          };
      default -> null;
    };
  }

  private static @Nullable Object toDuration(Object value) {
    return switch (value) {
      case Duration duration -> duration;
      case Long nanos -> Duration.ofNanos(nanos);
      case String text -> {
        Duration duration = Times.duration(text);
        yield duration == null ? failed(CelType.DURATION) : duration;
      }
      default -> null;
    };
  }

  private static @Nullable Object toTimestamp(Object value) {
    return switch (value) {
      case OffsetDateTime time -> time;
      case Long seconds ->
          Times.inRange(seconds) ? Times.timestamp(seconds) : new CelError("timestamp overflow");
      case String text -> {
        OffsetDateTime time = Times.timestamp(text);
        yield time == null ? failed(CelType.TIMESTAMP) : time;
      }
      default -> null;
    };
  }
}
