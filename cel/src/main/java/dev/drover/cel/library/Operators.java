package dev.drover.cel.library;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Arithmetic, comparison and membership.
final class Operators {
  private static final CelError NO_OVERLOAD = CelError.noSuchOverload();
  private static final CelError INT_OVERFLOW = new CelError("integer overflow");
  private static final CelError UINT_OVERFLOW = new CelError("unsigned integer overflow");
  private static final CelError DURATION_OVERFLOW = new CelError("duration overflow");
  private static final CelError TIMESTAMP_OVERFLOW = new CelError("timestamp overflow");
  private static final CelError BY_ZERO = new CelError("division by zero");
  private static final CelError MODULUS_BY_ZERO = new CelError("modulus by zero");

  private Operators() {}

  static void register(Map<String, Functions.Body> all) {
    all.put("_+_", args -> add(args[0], args[1]));
    all.put("_-_", args -> subtract(args[0], args[1]));
    all.put("_*_", args -> multiply(args[0], args[1]));
    all.put("_/_", args -> divide(args[0], args[1]));
    all.put("_%_", args -> modulo(args[0], args[1]));
    all.put("-_", args -> negate(args[0]));
    all.put("!_", args -> args[0] instanceof Boolean bool ? (Object) !bool : NO_OVERLOAD);
    all.put("_==_", args -> Values.equal(args[0], args[1]));
    all.put("_!=_", args -> !Values.equal(args[0], args[1]).equals(true));
    all.put("_<_", args -> compare(args, order -> order < 0));
    all.put("_<=_", args -> compare(args, order -> order <= 0));
    all.put("_>_", args -> compare(args, order -> order > 0));
    all.put("_>=_", args -> compare(args, order -> order >= 0));
    all.put("@in", args -> in(args[0], args[1]));
    all.put("@not_strictly_false", args -> !(args[0] instanceof Boolean bool) || bool);
    all.put(
        "size",
        args ->
            switch (args[0]) {
              case String _, Bytes _, CelList _, CelMap _ -> (Object) Values.size(args[0]);
              default -> null;
            });
    all.put("cel.@mapInsert", Operators::insert);
  }

  static @Nullable Object add(Object left, Object right) {
    return switch (left) {
      case Long a -> {
        if (!(right instanceof Long b)) {
          yield NO_OVERLOAD;
        }
        long sum = a + b;
        yield ((a ^ sum) & (b ^ sum)) < 0 ? INT_OVERFLOW : (Object) sum;
      }
      case UInt a -> {
        if (!(right instanceof UInt(long b))) {
          yield NO_OVERLOAD;
        }
        long sum = a.bits() + b;
        yield Long.compareUnsigned(sum, b) < 0 ? UINT_OVERFLOW : new UInt(sum);
      }
      case Double a -> right instanceof Double b ? (Object) (a + b) : NO_OVERLOAD;
      case String a -> right instanceof String b ? a + b : NO_OVERLOAD;
      case Bytes a -> right instanceof Bytes b ? a.plus(b) : NO_OVERLOAD;
      case CelList a -> right instanceof CelList b ? a.plus(b) : NO_OVERLOAD;
      case Duration a ->
          switch (right) {
            case Duration b -> or(Times.checked(a.plus(b)), DURATION_OVERFLOW);
            case OffsetDateTime b -> or(Times.plus(b, a), TIMESTAMP_OVERFLOW);
            default -> NO_OVERLOAD;
          };
      case OffsetDateTime a ->
          right instanceof Duration b ? or(Times.plus(a, b), TIMESTAMP_OVERFLOW) : NO_OVERLOAD;
      default -> null;
    };
  }

  private static Object or(@Nullable Object value, CelError error) {
    return value == null ? error : value;
  }

  private static @Nullable Object subtract(Object left, Object right) {
    return switch (left) {
      case Long a -> {
        if (!(right instanceof Long b)) {
          yield NO_OVERLOAD;
        }
        long difference = a - b;
        yield ((a ^ b) & (a ^ difference)) < 0 ? INT_OVERFLOW : (Object) difference;
      }
      case UInt(long a) -> {
        if (!(right instanceof UInt(long b))) {
          yield NO_OVERLOAD;
        }
        yield Long.compareUnsigned(a, b) < 0 ? UINT_OVERFLOW : new UInt(a - b);
      }
      case Double a -> right instanceof Double b ? (Object) (a - b) : NO_OVERLOAD;
      case Duration a ->
          right instanceof Duration b
              ? or(Times.checked(a.minus(b)), DURATION_OVERFLOW)
              : NO_OVERLOAD;
      case OffsetDateTime a ->
          switch (right) {
            case Duration b -> or(Times.plus(a, b.negated()), TIMESTAMP_OVERFLOW);
            case OffsetDateTime b -> or(Times.checked(Duration.between(b, a)), TIMESTAMP_OVERFLOW);
            default -> NO_OVERLOAD;
          };
      default -> null;
    };
  }

  private static @Nullable Object multiply(Object left, Object right) {
    return switch (left) {
      case Long a -> {
        if (!(right instanceof Long b)) {
          yield NO_OVERLOAD;
        }
        boolean fits =
            Math.multiplyHigh(a, b) == (a * b) >> 63
                && !(a == -1 && b == Long.MIN_VALUE)
                && !(b == -1 && a == Long.MIN_VALUE);
        yield fits ? (Object) (a * b) : INT_OVERFLOW;
      }
      case UInt(long a) -> {
        if (!(right instanceof UInt(long b))) {
          yield NO_OVERLOAD;
        }
        yield Math.unsignedMultiplyHigh(a, b) == 0 ? new UInt(a * b) : UINT_OVERFLOW;
      }
      case Double a -> right instanceof Double b ? (Object) (a * b) : NO_OVERLOAD;
      default -> null;
    };
  }

  private static @Nullable Object divide(Object left, Object right) {
    return switch (left) {
      case Long a -> {
        if (!(right instanceof Long b)) {
          yield NO_OVERLOAD;
        }
        if (b == 0) {
          yield BY_ZERO;
        }
        yield a == Long.MIN_VALUE && b == -1 ? INT_OVERFLOW : (Object) (a / b);
      }
      case UInt(long a) -> {
        if (!(right instanceof UInt(long b))) {
          yield NO_OVERLOAD;
        }
        yield b == 0 ? BY_ZERO : new UInt(Long.divideUnsigned(a, b));
      }
      case Double a -> right instanceof Double b ? (Object) (a / b) : NO_OVERLOAD;
      default -> null;
    };
  }

  private static @Nullable Object modulo(Object left, Object right) {
    return switch (left) {
      case Long a -> {
        if (!(right instanceof Long b)) {
          yield NO_OVERLOAD;
        }
        if (b == 0) {
          yield MODULUS_BY_ZERO;
        }
        yield a == Long.MIN_VALUE && b == -1 ? INT_OVERFLOW : (Object) (a % b);
      }
      case UInt(long a) -> {
        if (!(right instanceof UInt(long b))) {
          yield NO_OVERLOAD;
        }
        yield b == 0 ? MODULUS_BY_ZERO : new UInt(Long.remainderUnsigned(a, b));
      }
      default -> null;
    };
  }

  private static Object negate(Object value) {
    return switch (value) {
      case Long a -> a == Long.MIN_VALUE ? INT_OVERFLOW : (Object) (-a);
      case Double a -> -a;
      default -> NO_OVERLOAD;
    };
  }

  private static @Nullable Object compare(Object[] args, IntPredicate wanted) {
    if (!Values.isComparable(args[0])) {
      return null;
    }
    boolean unordered =
        args[0] instanceof Double a && a.isNaN() || args[1] instanceof Double b && b.isNaN();
    if (unordered && Values.isNumber(args[0]) && Values.isNumber(args[1])) {
      return new CelError("NaN values cannot be ordered");
    }
    Integer order = Values.compare(args[0], args[1]);
    return order == null ? NO_OVERLOAD : (Object) wanted.test(order);
  }

  private static Object in(Object element, Object container) {
    return switch (container) {
      case CelList list -> list.contains(element);
      case CelMap map -> {
        Object found = map.find(element);
        yield found instanceof CelError ? found : (Object) (found != null);
      }
      default -> NO_OVERLOAD;
    };
  }

  private static @Nullable Object insert(Object[] args) {
    if (!(args[0] instanceof CelMap map)) {
      return null;
    }
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (Object key : map.keys()) {
      Object value = map.find(key);
      if (value != null) {
        entries.put(key, value);
      }
    }
    if (args.length == 3) {
      return put(entries, args[1], args[2]);
    }
    if (!(args[1] instanceof CelMap update)) {
      return null;
    }
    Object result = map;
    for (Object key : update.keys()) {
      Object value = update.find(key);
      if (value != null) {
        result = put(entries, key, value);
        if (result instanceof CelError) {
          return result;
        }
      }
    }
    return result;
  }

  private static Object put(Map<Object, Object> entries, Object key, Object value) {
    CelMap map = CelMap.of(entries);
    if (map.find(key) != null) {
      return new CelError("insert failed: key " + Texts.plain(key) + " already exists");
    }
    entries.put(key, value);
    return CelMap.of(entries);
  }
}
