package dev.drover.cel.library;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.OptionalValue;
import dev.drover.cel.types.UInt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Functions of optional values.
final class Optionals {
  private Optionals() {}

  static void register(Map<String, Functions.Body> all) {
    all.put("optional.of", args -> new OptionalValue(args[0]));
    all.put("optional.none", _ -> OptionalValue.NONE);
    all.put(
        "optional.ofNonZeroValue",
        args -> isZero(args[0]) ? OptionalValue.NONE : new OptionalValue(args[0]));
    all.put(
        "value",
        args -> {
          if (!(args[0] instanceof OptionalValue optional)) {
            return null;
          }
          return optional.value() == null
              ? new CelError("optional.none() dereference")
              : optional.value();
        });
    all.put(
        "hasValue",
        args -> args[0] instanceof OptionalValue optional ? (Object) optional.hasValue() : null);
    all.put("optional.unwrap", args -> unwrap(args[0]));
    all.put("unwrapOpt", args -> unwrap(args[0]));
  }

  private static @Nullable Object unwrap(Object value) {
    if (!(value instanceof CelList list)) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof OptionalValue optional)) {
        return new CelError("value " + Texts.plain(list.get(i)) + " is not optional");
      }
      if (optional.value() != null) {
        values.add(optional.value());
      }
    }
    return CelList.of(values);
  }

  private static boolean isZero(Object value) {
    return switch (value) {
      case Boolean bool -> !bool;
      case Long number -> number == 0;
      case UInt number -> number.bits() == 0;
      case Double number -> number == 0;
      case String text -> text.isEmpty();
      case Bytes bytes -> bytes.size() == 0;
      case Duration duration -> duration.isZero();
      case NullValue _ -> true;
      case CelList.ListValue list -> list.size() == 0;
      case CelMap.MapValue map -> map.size() == 0;
      default -> false;
    };
  }
}
