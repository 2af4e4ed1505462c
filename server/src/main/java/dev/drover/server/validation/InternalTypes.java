package dev.drover.server.validation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The fields of Kubernetes' internal types, from a resource that a Go program writes from the
/// types themselves (`server/internal-types`).
final class InternalTypes {
  /// A field of a struct.
  ///
  /// @param key its name in JSON
  /// @param path where our trees have it: a name, or `metadata.` and a name
  /// @param type `string`, `bool`, `int`, `quantity`, `time`, `bytes`, `any`, the name of a struct,
  ///   or one of these with `*`, `[]` or `{}` in front: a pointer, a list, a map
  record Field(String key, String path, String type, boolean isOmittedWhenEmpty) {}

  private static final InternalTypes INSTANCE = read();

  private final Map<String, List<Field>> structs;

  private InternalTypes(Map<String, List<Field>> structs) {
    this.structs = structs;
  }

  static InternalTypes get() {
    return INSTANCE;
  }

  /// The fields of a struct in Go's order.
  ///
  /// @param name such as `core.PodSpec`
  List<Field> fields(String name) {
    List<Field> fields = structs.get(name);
    if (fields == null) {
      throw new IllegalArgumentException("no internal type: " + name);
    }
    return fields;
  }

  private static InternalTypes read() {
    Map<String, List<Field>> structs = new HashMap<>();
    var resource =
        Objects.requireNonNull(InternalTypes.class.getResourceAsStream("internal-types.txt"));
    try (var lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split("\t", -1);
        List<Field> fields = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
          String[] words = parts[i].split(" ", -1);
          fields.add(new Field(words[0], words[1], words[2], words.length > 3));
        }
        structs.put(parts[0], List.copyOf(fields));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new InternalTypes(Map.copyOf(structs));
  }
}
