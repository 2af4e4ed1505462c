package dev.drover.server.bootstrap;

import dev.drover.api.RawExtension;
import dev.drover.server.bootstrap.BootstrapTemplate.Owner;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the file of bootstrap objects; the head of the file describes its records.
final class BootstrapReader {
  private static final String NONE = "-";
  private static final String CORE = "core"; // the empty group
  private static final String RBAC = "rbac.authorization.k8s.io";

  private final List<BootstrapTemplate> templates = new ArrayList<>();
  private final Map<String, Owner> owners = new HashMap<>();

  private String resource = "";
  private String apiVersion = "";
  private String kind = "";
  private Map<String, @Nullable Object> common = Map.of();

  // The tree of the last object: its rules, role and subjects are in the records that follow.
  private Map<String, @Nullable Object> tree = new LinkedHashMap<>();

  List<BootstrapTemplate> read(BufferedReader in) throws IOException {
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      if (line.isEmpty() || line.startsWith("#") || line.startsWith("release ")) {
        continue;
      }
      try {
        record(line);
      } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + number + " of the bootstrap objects", e);
      }
    }
    return templates;
  }

  private void record(String line) {
    String[] word = line.split(" ", -1);
    switch (word[0]) {
      case "kind" -> {
        resource = word[1];
        apiVersion = word[2];
        kind = word[3];
        common = Map.of();
      }
      case "common" -> common = json(line);
      case "fields" ->
          owners.put(word[1], new Owner(word[2], word[3], unlessNone(word[4]), json(line)));
      case "object", "beta" -> object(word, line);
      case "rule" -> rule(word);
      case "path" ->
          append("rules", Map.of("verbs", list(word[1]), "nonResourceURLs", list(word[2])));
      case "role" ->
          tree.put("roleRef", Map.of("apiGroup", RBAC, "kind", word[1], "name", word[2]));
      case "to" -> append("subjects", subject(word));
      default -> throw new IllegalArgumentException("no record begins with " + word[0]);
    }
  }

  private void object(String[] word, String line) {
    tree = new LinkedHashMap<>(common);
    json(line).forEach((name, value) -> tree.put(name, merged(tree.get(name), value)));
    templates.add(
        new BootstrapTemplate(
            resource,
            apiVersion,
            kind,
            unlessNone(word[1]),
            word[2],
            word[0].equals("beta"),
            tree,
            list(word[3]).stream().map(id -> Objects.requireNonNull(owners.get(id), id)).toList()));
  }

  /// Objects of a kind have parts of their metadata in common.
  private static @Nullable Object merged(@Nullable Object common, @Nullable Object own) {
    if (common instanceof Map<?, ?> left && own instanceof Map<?, ?> right) {
      Map<String, @Nullable Object> both = new TreeMap<>();
      left.forEach((name, value) -> both.put((String) name, value));
      right.forEach((name, value) -> both.merge((String) name, value, BootstrapReader::merged));
      return both;
    }
    return own;
  }

  private void rule(String[] word) {
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("verbs", list(word[1]));
    rule.put("apiGroups", list(word[3]).stream().map(g -> g.equals(CORE) ? "" : g).toList());
    rule.put("resources", list(word[2]));
    if (word.length > 4) {
      rule.put("resourceNames", list(word[4]));
    }
    append("rules", rule);
  }

  private static Map<String, Object> subject(String[] word) {
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("kind", word[1]);
    if (word.length > 3) {
      subject.put("name", word[2]);
      subject.put("namespace", word[3]);
    } else {
      subject.put("apiGroup", RBAC);
      subject.put("name", word[2]);
    }
    return subject;
  }

  @SuppressWarnings("unchecked") // what is there was put there by this method
  private void append(String name, Map<String, Object> item) {
    ((List<Object>) tree.computeIfAbsent(name, _ -> new ArrayList<>())).add(item);
  }

  private static List<String> list(String word) {
    return List.of(word.split(",", -1));
  }

  private static String unlessNone(String word) {
    return word.equals(NONE) ? "" : word;
  }

  /// The JSON at the end of a line; empty when there is none.
  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, @Nullable Object> json(String line) {
    int start = line.indexOf(" {");
    return start < 0
        ? Map.of()
        : (Map<String, @Nullable Object>)
            Objects.requireNonNull(RawExtension.ofJson(line.substring(start + 1)).tree());
  }
}
