package dev.drover.runtime.admission;

import dev.drover.api.Bytes;
import dev.drover.api.JsonPatchBuilder;
import dev.drover.api.Patch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The JSON patch (RFC 6902) that turns one JSON tree into another.
///
/// Touches nothing that is equal in both. In a list, what is equal at both ends is left alone.
public final class ObjectPatch {
  private final JsonPatchBuilder patch = Patch.json();

  private ObjectPatch() {}

  /// The patch for an object of which the model may know only a part.
  ///
  /// @param sent the whole object, as the server sent it
  /// @param before what the model made of it
  /// @param after its desired state
  /// @return empty when nothing changes
  public static Optional<Bytes> of(
      @Nullable Object sent, @Nullable Object before, @Nullable Object after) {
    return between(sent, UnknownFieldMerge.of(sent, before, after));
  }

  /// The patch that turns one tree into the other; empty when they are equal.
  static Optional<Bytes> between(@Nullable Object from, @Nullable Object to) {
    if (Objects.equals(from, to)) {
      return Optional.empty();
    }
    ObjectPatch made = new ObjectPatch();
    made.change("", from, to);
    return Optional.of(made.patch.build().body());
  }

  private void change(String at, @Nullable Object from, @Nullable Object to) {
    if (Objects.equals(from, to)) {
      return;
    }
    if (from instanceof Map<?, ?> old && to instanceof Map<?, ?> next) {
      changeObject(at, old, next);
    } else if (from instanceof List<?> old && to instanceof List<?> next) {
      changeList(at, old, next);
    } else {
      patch.replace(at, to);
    }
  }

  private void changeObject(String at, Map<?, ?> old, Map<?, ?> next) {
    for (Object name : old.keySet()) {
      if (!next.containsKey(name)) {
        patch.remove(step(at, name));
      }
    }
    next.forEach(
        (name, value) -> {
          if (old.containsKey(name)) {
            change(step(at, name), old.get(name), value);
          } else {
            patch.add(step(at, name), value);
          }
        });
  }

  private void changeList(String at, List<?> old, List<?> next) {
    CommonEnds ends = CommonEnds.of(old, next);
    int oldEnd = old.size() - ends.tail();
    int nextEnd = next.size() - ends.tail();
    int both = Math.min(oldEnd, nextEnd);
    for (int i = ends.head(); i < both; i++) {
      change(step(at, i), old.get(i), next.get(i));
    }
    for (int i = oldEnd - 1; i >= both; i--) { // from the end: the places before stay what they are
      patch.remove(step(at, i));
    }
    for (int i = both; i < nextEnd; i++) {
      patch.add(step(at, i), next.get(i));
    }
  }

  private static String step(String at, Object name) {
    return at + JsonPatchBuilder.pointer(name.toString());
  }
}
