package dev.drover.server.openapi;

import dev.drover.api.RawExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Properties of types in the OpenAPI documents beyond the type table: enum values, and fields that
/// exclude each other.
///
/// Read once, on first use: only documents need it.
final class TypeFacts {
  private static final String FILE = "kubernetes-1.36.facts";
  private static final TypeFacts KNOWN = load();

  private final Map<String, Map<String, List<?>>> enums = new HashMap<>();
  private final Map<String, Object> unions = new HashMap<>();

  private TypeFacts() {}

  /// The values of the fields of a schema that has any such fields.
  static Map<String, List<?>> enums(String schema) {
    return KNOWN.enums.getOrDefault(schema, Map.of());
  }

  /// The extension that says which fields of a schema exclude each other; null for most.
  static @Nullable Object unions(String schema) {
    return KNOWN.unions.get(schema);
  }

  private static TypeFacts load() {
    try (@Nullable InputStream in = TypeFacts.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing from the jar of drover-server");
      }
      TypeFacts facts = new TypeFacts();
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(facts::add);
      return facts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String line) {
    String[] words = line.split(" ", 4);
    switch (words[0]) {
      case "enum" ->
          enums
              .computeIfAbsent(words[1], _ -> new HashMap<>())
              .put(words[2], (List<?>) json(words[3]));
      case "unions" -> unions.put(words[1], json(line.substring(line.indexOf('['))));
      default -> throw new IllegalStateException("no fact: " + line);
    }
  }

  private static Object json(String text) {
    return java.util.Objects.requireNonNull(RawExtension.ofJson(text).tree());
  }
}
