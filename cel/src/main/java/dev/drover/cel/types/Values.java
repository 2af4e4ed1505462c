package dev.drover.cel.types;

import java.time.Duration;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// Equality, order and types of values.
///
/// Values are Boolean, Long, [UInt], Double, String, [Bytes], [Duration], [OffsetDateTime],
/// [NullValue], [CelList], [CelMap], [OptionalValue], [CelType], [CelError] and those of the
/// libraries, which implement [LibraryValue].
public final class Values {
  private Values() {}

  /// Boolean, or an error.
  public static Object equal(Object left, Object right) {
    if (left == NullValue.NULL || right == NullValue.NULL) {
      return left == right;
    }
    if (left instanceof CelError) {
      return left;
    }
    return switch (left) {
      case Long _, UInt _, Double _ -> {
        Integer order = isNumber(right) ? compareNumbers(left, right) : null;
        yield order != null && order == 0;
      }
      case OffsetDateTime time -> right instanceof OffsetDateTime other && time.isEqual(other);
      case CelList list -> list.isEqualTo(right);
      case CelMap map -> map.isEqualTo(right);
      case CelType type -> right instanceof CelType other && type.name().equals(other.name());
      case OptionalValue optional -> equalOptional(optional, right);
      case LibraryValue value -> value.isEqualTo(right);
      default -> left.equals(right);
    };
  }

  private static Object equalOptional(OptionalValue left, Object right) {
    if (!(right instanceof OptionalValue other)) {
      return false;
    }
    Object mine = left.value();
    Object theirs = other.value();
    if (mine == null || theirs == null) {
      return mine == theirs;
    }
    return equal(mine, theirs);
  }

  public static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof UInt || value instanceof Double;
  }

  /// The order of two values that have one, or null.
  public static @Nullable Integer compare(Object left, Object right) {
    if (isNumber(left) && isNumber(right)) {
      Integer order = compareNumbers(left, right);
      return order == null ? 0 : order;
    }
    return switch (left) {
      case String text when right instanceof String other -> compareText(text, other);
      case Bytes bytes when right instanceof Bytes other -> Integer.signum(bytes.compare(other));
      case Boolean bool when right instanceof Boolean other -> bool.compareTo(other);
      case Duration duration when right instanceof Duration other -> duration.compareTo(other);
      case OffsetDateTime time when right instanceof OffsetDateTime other ->
          time.toInstant().compareTo(other.toInstant());
      default -> null;
    };
  }

  /// By code points, which is the order of the bytes.
  private static int compareText(String left, String right) {
    int i = 0;
    int n = Math.min(left.length(), right.length());
    while (i < n && left.charAt(i) == right.charAt(i)) {
      i++;
    }
    if (i == n) {
      return Integer.compare(left.length(), right.length());
    }
    return Integer.compare(rank(left.charAt(i)), rank(right.charAt(i)));
  }

  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }

  /// Whether the value belongs to a type that is ordered.
  public static boolean isComparable(Object value) {
    return isNumber(value)
        || value instanceof String
        || value instanceof Bytes
        || value instanceof Boolean
        || value instanceof Duration
        || value instanceof OffsetDateTime;
  }

  /// Null where one of them is not a number.
  private static @Nullable Integer compareNumbers(Object left, Object right) {
    if (left instanceof Double a && a.isNaN() || right instanceof Double b && b.isNaN()) {
      return null;
    }
    return switch (left) {
      case Long a ->
          switch (right) {
            case Long b -> Long.compare(a, b);
            case UInt b -> a < 0 || b.bits() < 0 ? -1 : Long.compare(a, b.bits());
            default -> -compareDouble((Double) right, a);
          };
      case UInt a ->
          switch (right) {
            case UInt b -> Long.compareUnsigned(a.bits(), b.bits());
            case Long b -> b < 0 || a.bits() < 0 ? 1 : Long.compare(a.bits(), b);
            default -> -compareDouble((Double) right, a);
          };
      default ->
          switch (right) {
            case Long b -> compareDouble((Double) left, b);
            case UInt b -> compareDouble((Double) left, b);
            default -> order((Double) left, (Double) right);
          };
    };
  }

  private static int compareDouble(double left, long right) {
    if (left < -0x1p63) {
      return -1;
    }
    return left > 0x1p63 ? 1 : order(left, (double) right);
  }

  private static int compareDouble(double left, UInt right) {
    if (left < 0) {
      return -1;
    }
    return left > 0x1p64 ? 1 : order(left, right.toDouble());
  }

  private static int order(double left, double right) {
    return left < right ? -1 : left > right ? 1 : 0;
  }

  public static CelType type(Object value) {
    return switch (value) {
      case Boolean _ -> CelType.BOOL;
      case Long _ -> CelType.INT;
      case UInt _ -> CelType.UINT;
      case Double _ -> CelType.DOUBLE;
      case String _ -> CelType.STRING;
      case Bytes _ -> CelType.BYTES;
      case NullValue _ -> CelType.NULL;
      case Duration _ -> CelType.DURATION;
      case OffsetDateTime _ -> CelType.TIMESTAMP;
      case CelList _ -> CelType.LIST;
      case CelMap _ -> CelType.MAP;
      case CelType _ -> CelType.TYPE;
      case OptionalValue _ -> CelType.OPTIONAL;
      case LibraryValue library -> CelType.struct(library.typeName());
      default -> CelType.ERROR;
    };
  }

  /// What `size()` says, or 1 for what has no size.
  public static long size(Object value) {
    return switch (value) {
      case String text -> text.codePointCount(0, text.length());
      case Bytes bytes -> bytes.size();
      case CelList list -> list.size();
      case CelMap map -> map.size();
      case LibraryValue library -> library.size();
      default -> 1;
    };
  }
}
