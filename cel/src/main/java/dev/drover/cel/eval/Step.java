package dev.drover.cel.eval;

import dev.drover.cel.library.Texts;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import org.jspecify.annotations.Nullable;

/// A step from a value to one in it: a field, a key or an index.
///
/// In Go: `interpreter.Qualifier`.
record Step(Node key, boolean optional, boolean test) {
  /// The value it leads to, or an error.
  Object take(Frame frame, Object from) {
    if (test) {
      Object found = present(frame, from);
      frame.run().charge(1);
      return found instanceof CelError ? found : (Object) (found != null);
    }
    Object at = key.eval(frame);
    Object found = at instanceof CelError ? at : find(from, at);
    frame.run().charge(1);
    return found == null ? missing(from, at) : found;
  }

  /// The value it leads to, an error, or null where it leads nowhere.
  @Nullable Object ifPresent(Frame frame, Object from) {
    Object found = present(frame, from);
    if (test) {
      frame.run().charge(1);
    } else if (found != null && !(found instanceof CelError)) {
      frame.run().charge(1);
    }
    return found;
  }

  private @Nullable Object present(Frame frame, Object from) {
    Object at = key.eval(frame);
    return at instanceof CelError ? at : find(from, at);
  }

  private static CelError missing(Object from, Object at) {
    String what = from instanceof CelList ? "index out of bounds: " : "no such key: ";
    return new CelError(what + Texts.plain(at));
  }

  private static @Nullable Object find(Object from, Object at) {
    return switch (from) {
      case CelMap map -> map.find(at);
      case CelList list -> element(list, at);
      default -> null;
    };
  }

  private static @Nullable Object element(CelList list, Object at) {
    long index;
    switch (at) {
      case Long number -> index = number;
      case UInt number when number.bits() >= 0 -> index = number.bits();
      case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p63 ->
          index = number.longValue();
      case UInt _, Double _ -> {
        return new CelError("unsupported index value " + Texts.plain(at) + " in list");
      }
      default -> {
        return new CelError("unsupported index type '" + Values.type(at).name() + "' in list");
      }
    }
    return index < 0 || index >= list.size() ? null : list.get((int) index);
  }
}
