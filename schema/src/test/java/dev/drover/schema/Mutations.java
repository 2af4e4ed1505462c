package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Damages bytes and makes up trees, by a seed.
final class Mutations {
  private static final List<String> WORDS =
      List.of(
          "a",
          "spec",
          "metadata",
          "name",
          "labels",
          "containers",
          "image",
          "$patch",
          "$retainKeys",
          "$setElementOrder/containers",
          "$deleteFromPrimitiveList/finalizers",
          "x-y",
          "",
          "ü\u0000",
          "delete",
          "merge",
          "replace",
          "type",
          "object",
          "array",
          "properties",
          "items",
          "default",
          "pattern",
          "enum",
          "anyOf",
          "not",
          "required",
          "additionalProperties",
          "(a+)+$",
          "[[:alpha:]]",
          "x-kubernetes-list-type",
          "map",
          "x-kubernetes-list-map-keys",
          "format",
          "date-time");

  private final Random random;

  Mutations(long seed) {
    this.random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  String word() {
    return WORDS.get(below(WORDS.size()));
  }

  /// Bytes with a few changes: flipped, doubled, cut out or replaced.
  byte[] damaged(byte[] bytes) {
    List<Byte> changed = new ArrayList<>();
    for (byte b : bytes) {
      changed.add(b);
    }
    for (int i = 0; i <= below(4) && !changed.isEmpty(); i++) {
      int at = below(changed.size());
      int to = Math.min(changed.size(), at + 1 + below(8));
      switch (below(5)) {
        case 0 -> changed.set(at, (byte) below(256));
        case 1 -> changed.subList(at, to).clear();
        case 2 -> changed.addAll(at, List.copyOf(changed.subList(at, to)));
        case 3 -> changed.add(at, (byte) "{}[]\",:0\\\n\t&*-%".charAt(below(15)));
        default -> changed.subList(below(changed.size()), changed.size()).clear();
      }
    }
    byte[] result = new byte[changed.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = changed.get(i);
    }
    return result;
  }

  /// A value of any shape.
  @Nullable Object tree(int depth) {
    return switch (below(depth > 0 ? 10 : 6)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> (long) below(9) - 4;
      case 3 -> random.nextDouble() * 100;
      case 4 -> random.nextLong();
      case 5 -> word();
      case 6, 7 -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = below(4); i > 0; i--) {
          list.add(tree(depth - 1));
        }
        yield list;
      }
      default -> object(depth - 1);
    };
  }

  Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = below(5); i > 0; i--) {
      map.put(word(), tree(depth));
    }
    return map;
  }
}
