package dev.drover.cel.schema;

import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.NullValue;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values of a tree as they are, without a schema. Nothing is copied: lists and maps are views.
///
/// In Go: what the default type adapter makes of `map[string]any`.
public final class NativeValues {
  private NativeValues() {}

  public static Object of(@Nullable Object tree) {
    return switch (tree) {
      case null -> NullValue.NULL;
      case Map<?, ?> map -> new NativeMap(map);
      case List<?> list -> new NativeList(list);
      case Integer number -> number.longValue();
      case Boolean _, Long _, Double _, String _ -> tree;
      case Number number -> number.doubleValue();
      default -> String.valueOf(tree);
    };
  }

  /// An object of a tree.
  public record NativeMap(Map<?, ?> tree) implements CelMap {
    @Override
    public int size() {
      return tree.size();
    }

    @Override
    public @Nullable Object find(Object key) {
      return key instanceof String && tree.containsKey(key) ? of(tree.get(key)) : null;
    }

    @Override
    public Collection<?> keys() {
      return tree.keySet();
    }
  }

  /// A list of a tree.
  public record NativeList(List<?> tree) implements CelList {
    @Override
    public int size() {
      return tree.size();
    }

    @Override
    public Object get(int index) {
      return of(tree.get(index));
    }
  }
}
