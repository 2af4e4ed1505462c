package dev.drover.api.codec;

import dev.drover.api.DecodeLimits;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.tree.DeepStack;
import dev.drover.api.tree.TreeList;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON of no known type: immutable maps, lists, strings, [Long], [Double], [Boolean] and null.
public final class TreeType extends ValueType {
  static final TreeType INSTANCE = new TreeType();

  private TreeType() {
    super(saltOf("tree"));
  }

  public static byte[] bytes(@Nullable Object tree) {
    JsonWriter out = new JsonWriter();
    write(out, tree);
    return out.toByteArray();
  }

  /// The tree that these bytes are.
  public static @Nullable Object tree(byte[] json) {
    return read(JsonReader.over(json, 0, json.length, DecodeLimits.DEFAULT.maxDepth()));
  }

  @SuppressWarnings("exports") // for this module
  public static @Nullable Object read(JsonReader in) {
    return in.tryNull() ? null : INSTANCE.readJson(in, new Decoding(null), null);
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return switch (in.peek()) {
      case '{', '[' -> container(in, decoding, skip);
      case '"' -> in.string();
      case 't', 'f' -> in.bool();
      default -> in.number64();
    };
  }

  private Object container(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int depth = decoding.enter();
    Object tree =
        DeepStack.isUsedUp(depth)
            ? DeepStack.call(depth, () -> parts(in, decoding, skip))
            : parts(in, decoding, skip);
    decoding.leave();
    return tree;
  }

  private Object parts(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return in.peek() == '{' ? object(in, decoding, skip) : list(in, decoding, skip);
  }

  private Object object(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    in.beginObject();
    List<@Nullable Object> pairs = new ArrayList<>();
    for (boolean first = true; in.nextName(first); first = false) {
      String name = in.name();
      Skip below = skip == null ? null : skip.child(name);
      if (below != null && below.isLeaf()) {
        in.skip();
        continue;
      }
      pairs.add(name);
      try {
        pairs.add(in.tryNull() ? null : decoding.json(this, in, below, name.hashCode()));
      } catch (WireException e) {
        throw e.in(name);
      }
    }
    return ArrayMap.ofTree(pairs.toArray());
  }

  private List<@Nullable Object> list(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    in.beginArray();
    List<@Nullable Object> items = new ArrayList<>();
    for (boolean first = true; in.nextItem(first); first = false) {
      try {
        items.add(in.tryNull() ? null : readJson(in, decoding, skip));
      } catch (WireException e) {
        throw e.at(items.size());
      }
    }
    return TreeList.of(items);
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    write(out, value);
  }

  static void write(JsonWriter out, @Nullable Object value) {
    switch (value) {
      case null -> out.nul();
      case String text -> out.string(text);
      case Boolean truth -> out.bool(truth);
      case Double real -> out.number(real);
      case Float real -> out.number(real.doubleValue());
      case Long number -> out.number(number);
      case Integer number -> out.number(number);
      case Short number -> out.number(number);
      case Byte number -> out.number(number);
      case List<?> list -> writeContainer(out, list);
      case Map<?, ?> map -> writeContainer(out, map);
      default -> throw notJson(value);
    }
  }

  private static void writeContainer(JsonWriter out, Object tree) {
    int depth = out.depth();
    if (DeepStack.isUsedUp(depth)) {
      DeepStack.run(depth, () -> writeParts(out, tree));
    } else {
      writeParts(out, tree);
    }
  }

  private static void writeParts(JsonWriter out, Object tree) {
    if (tree instanceof List<?> list) {
      out.beginArray();
      for (Object item : list) {
        write(out, item);
      }
      out.endArray();
      return;
    }
    out.beginObject();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) tree).entrySet()) {
      out.name((String) entry.getKey());
      write(out, entry.getValue());
    }
    out.endObject();
  }

  /// An immutable copy of a tree; anything that JSON has no form for is an error.
  public static @Nullable Object copy(@Nullable Object tree) {
    return copy(tree, 0);
  }

  private static @Nullable Object copy(@Nullable Object tree, int depth) {
    return DeepStack.isUsedUp(depth)
        ? DeepStack.<@Nullable Object>call(depth, () -> copyParts(tree, depth))
        : copyParts(tree, depth);
  }

  private static @Nullable Object copyParts(@Nullable Object tree, int depth) {
    return switch (tree) {
      case null -> null;
      case String text -> text;
      case Boolean truth -> truth;
      case Double real -> real;
      case Float real -> real.doubleValue();
      case Long number -> number;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>(list.size());
        for (Object item : list) {
          items.add(copy(item, depth + 1));
        }
        yield TreeList.of(items);
      }
      case Map<?, ?> map -> {
        List<@Nullable Object> pairs = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          pairs.add(name(entry.getKey()));
          pairs.add(copy(entry.getValue(), depth + 1));
        }
        yield ArrayMap.ofTree(pairs.toArray());
      }
      default -> throw notJson(tree);
    };
  }

  /// The key of a map as a name in JSON.
  public static String name(@Nullable Object key) {
    if (key instanceof String name) {
      return name;
    }
    throw new IllegalArgumentException("a JSON name must be a string, got " + key);
  }

  private static IllegalArgumentException notJson(Object value) {
    return new IllegalArgumentException(
        value.getClass().getName()
            + " has no form in JSON: use Map, List, String, Long, Double, Boolean or null");
  }

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new UnsupportedOperationException("a tree has no protobuf form");
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    throw new UnsupportedOperationException("a tree has no protobuf form");
  }

  @Override
  @Nullable Object zero() {
    return null;
  }
}
