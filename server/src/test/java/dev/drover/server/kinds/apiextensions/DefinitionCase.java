package dev.drover.server.kinds.apiextensions;

import dev.drover.api.RawExtension;
import dev.drover.schema.MergePatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A definition, most often a wrong one, and what kube-apiserver says of it.
///
/// @param answer the causes of its refusal, sorted, as `field | reason | message`; or, with `!` in
///   front, the warnings that come with its acceptance
record DefinitionCase(String name, Map<String, @Nullable Object> definition, List<String> answer) {
  private static final String BASE =
      """
      {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
       "metadata":{"name":"tries.example.com"},
       "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"tries","kind":"Try"},
         "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
           "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
             "properties":{"flavor":{"type":"string"},
               "any":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
               "list":{"type":"array","items":{"type":"string"}}}}}}}}]}}
      """;

  /// All cases of the file: each is a title, a merge patch for the valid definition above, and the
  /// answer.
  static List<DefinitionCase> all() {
    List<DefinitionCase> cases = new ArrayList<>();
    for (String block : text().split("\n\n")) {
      List<String> lines = Arrays.asList(block.strip().split("\n"));
      cases.add(
          new DefinitionCase(
              lines.getFirst().substring("# ".length()),
              patched(lines.get(1)),
              lines.subList(2, lines.size()).stream().map(DefinitionCase::unescaped).toList()));
    }
    return cases;
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(DefinitionCase.class.getResourceAsStream("definitions.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked") // a patched object is an object
  private static Map<String, @Nullable Object> patched(String patch) {
    return (Map<String, @Nullable Object>)
        MergePatch.apply(
            (Map<String, @Nullable Object>) RawExtension.ofJson(BASE).tree(),
            RawExtension.ofJson(patch).tree());
  }

  /// Lines are written as JSON strings, but for the quotes.
  private static String unescaped(String line) {
    return (String) RawExtension.ofJson('"' + line.replace("\"", "\\\"") + '"').tree();
  }

  @Override
  public String toString() {
    return name;
  }
}
