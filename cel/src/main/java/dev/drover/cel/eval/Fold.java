package dev.drover.cel.eval;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.OptionalValue;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import java.time.Duration;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// A loop over a list or a map.
///
/// In Go: `interpreter.evalFold`.
record Fold(
    String accumulator,
    Node initial,
    String first,
    @Nullable String second,
    Node range,
    Node condition,
    Node step,
    Node result)
    implements Node {
  Object init(Frame outer) {
    Object value = initial.eval(outer);
    // A list that grows by one element at a time is appended to in place.
    return value instanceof CelList list && list.size() == 0 ? new GrowingList() : value;
  }

  @Override
  public Object eval(Frame frame) {
    Object over = range.eval(frame);
    if (over instanceof CelError) {
      return over;
    }
    Frame.Loop loop = new Frame.Loop(frame, this);
    boolean both = second != null;
    switch (over) {
      case CelMap map -> {
        for (Object key : map.keys()) {
          Object value = both ? map.find(key) : null;
          if (!iterate(loop, key, value)) {
            break;
          }
        }
      }
      case CelList list -> {
        for (int i = 0; i < list.size(); i++) {
          Object element = list.get(i);
          if (!iterate(loop, both ? (Object) (long) i : element, both ? element : null)) {
            break;
          }
        }
      }
      default -> {
        return new CelError("got '" + goType(over) + "', expected iterable type");
      }
    }
    loop.finish();
    Object value = result.eval(loop);
    return value instanceof GrowingList list ? list.frozen() : value;
  }

  private static String goType(Object value) {
    return switch (value) {
      case Boolean _ -> "types.Bool";
      case Long _ -> "types.Int";
      case UInt _ -> "types.Uint";
      case Double _ -> "types.Double";
      case String _ -> "types.String";
      case Bytes _ -> "types.Bytes";
      case NullValue _ -> "types.Null";
      case Duration _ -> "types.Duration";
      case OffsetDateTime _ -> "types.Timestamp";
      case OptionalValue _ -> "*types.Optional";
      case CelType _ -> "*types.Type";
      default -> Values.type(value).name();
    };
  }

  private boolean iterate(Frame.Loop loop, Object key, @Nullable Object value) {
    loop.at(key, value);
    Object goesOn = condition.eval(loop);
    if (goesOn instanceof Boolean bool && !bool) {
      return false;
    }
    loop.accumulate(step.eval(loop));
    return true;
  }
}
