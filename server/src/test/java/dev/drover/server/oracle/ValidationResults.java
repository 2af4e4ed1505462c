package dev.drover.server.oracle;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.server.core.ApiError;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compares what our rules and the real server's make of objects.
public final class ValidationResults {
  private static final String UID = "00000000-0000-0000-0000-000000000000";
  private static final String ANY_UID =
      "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

  private static final String ANY_TIME = "20[0-9-]{8}T[0-9:]{8}Z";

  private final RealApiServer server;
  private final Strategy strategy;
  private final Structure.Fields type;
  private final String path;

  public ValidationResults(
      RealApiServer server, GroupVersionKind kind, Strategy strategy, String path) {
    this.server = server;
    this.strategy = strategy;
    this.type = SchemaTable.builtIn().structure(kind).orElseThrow();
    this.path = path;
  }

  public Structure.Fields type() {
    return type;
  }

  /// What both say of a new object.
  ///
  /// @param ours the object as it would be stored, or the causes of its refusal
  /// @param theirs likewise
  public record Comparison(Object ours, Object theirs) {
    public boolean agrees() {
      return ours.equals(theirs);
    }
  }

  /// Creates an object here and, as a dry run, there.
  public Comparison create(Map<String, Object> object) throws IOException, InterruptedException {
    var reply = server.send("POST", path + "?dryRun=All", object);
    return new Comparison(ours(object), theirs(reply));
  }

  /// Stores an object there.
  ///
  /// @return as it is stored
  public Map<String, Object> store(Map<String, Object> object)
      throws IOException, InterruptedException {
    var reply = server.send("POST", path, object);
    if (!reply.isOk()) {
      throw new IllegalStateException(reply.body().toString());
    }
    return reply.body();
  }

  /// Replaces a stored object here and, as a dry run, there.
  ///
  /// @param subresource through which path; empty for the object itself
  public Comparison update(
      Map<String, Object> object,
      Map<String, Object> stored,
      String subresource,
      UpdateStrategy rules)
      throws IOException, InterruptedException {
    String name = TreeNode.copyOf(stored).at("metadata").text("name");
    String below = subresource.isEmpty() ? "" : "/" + subresource;
    var reply = server.send("PUT", path + "/" + name + below + "?dryRun=All", object);
    return new Comparison(ours(object, stored, rules), theirs(reply));
  }

  private Object ours(
      Map<String, Object> object, Map<String, Object> stored, UpdateStrategy rules) {
    try {
      var tree = TreeNode.copyOf(TypedForm.ofTree(object, type).tree());
      var old = TreeNode.copyOf(TypedForm.ofTree(stored, type).tree());
      strategy.setDefaults(tree);
      rules.prepare(tree, old, "2026-01-01T00:00:00Z");
      long generation = old.at("metadata").number("generation", 0);
      boolean isRaised = rules.countsAsGeneration() && strategy.generation().isRaised(tree, old);
      if (strategy.generation().isCounted()) {
        tree.orCreate("metadata").set("generation", isRaised ? generation + 1 : generation);
      }
      var errors = new ArrayList<>(rules.early().errors(tree, old));
      errors.addAll(rules.validate(tree, old));
      return errors.isEmpty()
          ? accepted(TypedForm.ofTree(tree.map(), type).tree(), rules.warnings().of(tree, old))
          : errors.stream().map(ValidationResults::line).sorted().toList();
    } catch (ApiError e) {
      return List.of(e.status().message());
    }
  }

  private Object ours(Map<String, Object> object) {
    try {
      var tree = TreeNode.copyOf(TypedForm.ofTree(object, type).tree());
      strategy.setDefaults(tree);
      tree.orCreate("metadata").set("uid", UID).set("creationTimestamp", "2020-01-01T00:00:00Z");
      if (strategy.generation().isCounted()) {
        tree.at("metadata").set("generation", 1);
      }
      strategy.prepareForCreate(tree);
      var errors = new ArrayList<>(strategy.metadataChecks().early().errors(tree, null));
      errors.addAll(strategy.validate(tree));
      var metadata = FieldValidator.root(tree).child("metadata");
      LabelSelectorValidation.checkLabels(metadata.child("labels"));
      errors.addAll(metadata.errors());
      return errors.isEmpty()
          ? accepted(TypedForm.ofTree(tree.map(), type).tree(), strategy.warnings(tree, null))
          : errors.stream().map(ValidationResults::line).sorted().toList();
    } catch (ApiError e) {
      return List.of(e.status().message());
    }
  }

  private static String line(FieldError error) {
    return (error.field() + " | " + error.type().reason() + " | " + error.body())
        .replaceAll(ANY_UID, UID);
  }

  private static Object theirs(RealApiServer.Reply reply) {
    if (reply.isOk()) {
      return accepted(
          reply.body(),
          reply.warnings().stream().map(ValidationResults::warning).sorted().toList());
    }
    var status = TreeNode.copyOf(reply.body());
    var causes = new ArrayList<String>();
    for (TreeNode cause : status.at("details").items("causes")) {
      causes.add(
          (cause.text("field") + " | " + cause.text("reason") + " | " + cause.text("message"))
              .replaceAll(ANY_UID, UID));
    }
    causes.sort(null);
    return causes.isEmpty() ? List.of(status.text("message")) : causes;
  }

  /// The text of a `Warning` header.
  private static String warning(String header) {
    // Java reads headers as Latin-1, Go writes them as UTF-8.
    return new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
        .replaceFirst("^299 - \"(.*)\"$", "$1")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
  }

  /// An object that was taken; which warnings came with it, not in which order.
  private static Object accepted(Map<String, Object> object, List<String> warnings) {
    return List.of(comparable(object), new TreeSet<>(OwnWarnings.without(warnings)));
  }

  /// Without what the strategy has no hand in.
  private static Map<String, Object> comparable(Map<String, Object> object) {
    var tree = TreeNode.copyOf(object);
    var metadata = tree.at("metadata");
    for (String name :
        List.of("uid", "creationTimestamp", "managedFields", "namespace", "resourceVersion")) {
      metadata.remove(name);
    }
    tree.remove("apiVersion").remove("kind");
    return sorted(tree.map());
  }

  private static Map<String, Object> sorted(Map<?, ?> map) {
    Map<String, Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put((String) key, sortedValue(value)));
    return sorted;
  }

  private static Object sortedValue(Object value) {
    return switch (value) {
      case Map<?, ?> map -> sorted(map);
      case List<?> list ->
          new ArrayList<>(list.stream().map(ValidationResults::sortedValue).toList());
      case String text -> text.replaceAll(ANY_UID, UID).replaceAll(ANY_TIME, "now");
      case null, default -> value;
    };
  }
}
