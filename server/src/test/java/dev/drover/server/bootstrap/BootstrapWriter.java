package dev.drover.server.bootstrap;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes the file of bootstrap objects from what a real server has.
final class BootstrapWriter {
  private static final String HEAD =
      """
      # The objects of a fresh kube-apiserver, taken from a running one. Do not edit; made by
      #   mvn -pl server -am test -Dtest=BootstrapRealTest -Dtest.leave-out=soak -Ddrover.update=true
      #
      # kind resource apiVersion Kind                      of what kind the objects that follow are
      # common json                                        what they have in common
      # fields id manager operation subresource json       a set of fields, and who set them
      # object namespace name fields,... json              an object and its own part
      # beta namespace name fields,... json                one that is there only with beta versions
      # rule verbs resources groups names                  a rule of the role above
      # path verbs paths                                   another, about paths
      # role Kind name                                     the role that the binding above grants
      # to Kind name namespace                             and to whom
      #
      # A dash stands for nothing, core for the empty group. Text that begins with $ is a fact of the
      # server at hand. Readers fill in names, uids, times and managedFields.
      """;

  private static final List<String> OF_EACH =
      List.of("name", "namespace", "creationTimestamp", "managedFields");

  private final StringBuilder out = new StringBuilder(HEAD);
  private final Map<String, String> fieldIds = new LinkedHashMap<>();

  /// The text of the file.
  ///
  /// @param objects what a server has by default
  /// @param withBetas what one with beta versions has
  static String write(
      String release, Map<String, TreeNode> objects, Map<String, TreeNode> withBetas) {
    BootstrapWriter writer = new BootstrapWriter();
    writer.line("release", release);
    Map<String, Map<String, TreeNode>> byResource = new TreeMap<>();
    withBetas.forEach(
        (key, object) ->
            byResource.computeIfAbsent(key.split(" ")[0], _ -> new TreeMap<>()).put(key, object));
    byResource.forEach(
        (resource, all) -> {
          TreeNode first = all.values().iterator().next();
          writer.out.append('\n');
          writer.line("kind", resource, first.text("apiVersion"), first.text("kind"));
          Map<String, Object> common = common(all.values().stream().map(o -> own(o)).toList());
          if (all.size() > 1 && !common.isEmpty()) {
            writer.line("common", json(common));
          }
          all.forEach(
              (key, object) ->
                  writer.object(
                      objects.containsKey(key) ? "object" : "beta",
                      object,
                      all.size() > 1 ? common : Map.of()));
        });
    return writer.out.toString();
  }

  private void line(String... words) {
    out.append(String.join(" ", words)).append('\n');
  }

  private void object(String record, TreeNode object, Map<String, Object> common) {
    StringBuilder ids = new StringBuilder();
    for (TreeNode entry : object.at("metadata").items("managedFields")) {
      ids.append(ids.isEmpty() ? "" : ",").append(fieldId(entry));
    }
    Map<String, Object> own = difference(own(object).map(), common);
    String namespace = object.at("metadata").text("namespace");
    String name = object.at("metadata").text("name");
    String head = "%s %s %s %s".formatted(record, dash(namespace), name, ids);
    line(own.isEmpty() ? head : head + " " + json(own));
    object.items("rules").forEach(this::rule);
    object.child("roleRef").ifPresent(r -> line("role", r.text("kind"), r.text("name")));
    for (TreeNode subject : object.items("subjects")) {
      String to = "to " + subject.text("kind") + " " + subject.text("name");
      line(subject.has("namespace") ? to + " " + subject.text("namespace") : to);
    }
  }

  private String fieldId(TreeNode entry) {
    String who =
        "%s %s %s"
            .formatted(
                entry.text("manager"), entry.text("operation"), dash(entry.text("subresource")));
    String what = json(entry.at("fieldsV1").map());
    return fieldIds.computeIfAbsent(
        who + " " + what,
        facts -> {
          String id = "f" + (fieldIds.size() + 1);
          line("fields", id, facts);
          return id;
        });
  }

  private void rule(TreeNode rule) {
    String verbs = String.join(",", rule.texts("verbs"));
    if (rule.has("nonResourceURLs")) {
      line("path", verbs, String.join(",", rule.texts("nonResourceURLs")));
      return;
    }
    String groups =
        String.join(
            ",", rule.texts("apiGroups").stream().map(g -> g.isEmpty() ? "core" : g).toList());
    String line = "rule " + verbs + " " + String.join(",", rule.texts("resources")) + " " + groups;
    line(
        rule.has("resourceNames")
            ? line + " " + String.join(",", rule.texts("resourceNames"))
            : line);
  }

  /// The object without what every one has in its own way.
  private static TreeNode own(TreeNode object) {
    TreeNode own = TreeNode.copyOf(object.map());
    own.remove("apiVersion").remove("kind").remove("roleRef").remove("subjects");
    if (own.has("rules")) { // roles that are made of others have null
      own.remove("rules");
    }
    OF_EACH.forEach(own.at("metadata")::remove);
    if (own.at("metadata").map().isEmpty()) {
      own.remove("metadata");
    }
    return own;
  }

  private static Map<String, Object> common(List<TreeNode> objects) {
    Map<String, Object> common = new TreeMap<>(objects.getFirst().map());
    for (TreeNode object : objects) {
      common = both(common, object.map());
    }
    return common;
  }

  private static Map<String, Object> both(Map<String, Object> left, Map<String, Object> right) {
    Map<String, Object> both = new TreeMap<>();
    left.forEach(
        (name, value) -> {
          Object other = right.get(name);
          if (value instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            Map<String, Object> inner = both(TreeNode.view(a).map(), TreeNode.view(b).map());
            if (!inner.isEmpty()) {
              both.put(name, inner);
            }
          } else if (value != null && value.equals(other)) {
            both.put(name, value);
          }
        });
    return both;
  }

  private static Map<String, Object> difference(
      Map<String, Object> all, Map<String, Object> common) {
    Map<String, Object> rest = new TreeMap<>();
    all.forEach(
        (name, value) -> {
          Object known = common.get(name);
          if (value instanceof Map<?, ?> a && known instanceof Map<?, ?> b) {
            Map<String, Object> inner = difference(TreeNode.view(a).map(), TreeNode.view(b).map());
            if (!inner.isEmpty()) {
              rest.put(name, inner);
            }
          } else if (value == null || !value.equals(known)) {
            rest.put(name, value);
          }
        });
    return rest;
  }

  private static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static String json(Map<String, ?> tree) {
    return new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }
}
