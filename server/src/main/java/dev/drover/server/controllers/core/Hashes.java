package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Names that are derived from content.
public final class Hashes {
  private static final String CHARACTERS = "bcdfghjklmnpqrstvwxz2456789"; // spell no words
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  private Hashes() {}

  /// The hash of a pod template, as it is part of names. Of the same form as Kubernetes' hashes,
  /// but not the same: those are computed from Go's structures.
  ///
  /// @param collisions how often the hash met a name that was taken
  public static String ofTemplate(Map<String, @Nullable Object> template, long collisions) {
    String content = text(TreeNode.sorted(template).map());
    int hash = fnv(collisions == 0 ? content : content + collisions);
    StringBuilder safe = new StringBuilder();
    for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
      safe.append(CHARACTERS.charAt(digit % CHARACTERS.length()));
    }
    return safe.toString();
  }

  /// A hash in hexadecimal digits.
  static String hex(String content) {
    return "%08x%08x".formatted(fnv(content), fnv(content + "."));
  }

  /// A hash that is spread evenly over all numbers.
  public static int of(String content) {
    return fnv(content);
  }

  private static int fnv(String content) {
    int hash = FNV_OFFSET;
    for (byte b : content.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /// A tree as text; fields must be in the order of their names.
  private static String text(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        StringBuilder all = new StringBuilder("{");
        map.forEach((name, item) -> all.append(name).append(':').append(text(item)).append(','));
        yield all.append('}').toString();
      }
      case List<?> list -> list.stream().map(Hashes::text).toList().toString();
      case null -> "null";
      default -> value.toString();
    };
  }
}
