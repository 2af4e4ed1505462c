package dev.drover.server.kinds;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes answers of two servers comparable: what each sets in its own way is hidden.
final class ErrorMasks {
  private ErrorMasks() {}

  /// An object without what is different each time.
  static Map<String, @Nullable Object> object(TreeNode object) {
    TreeNode metadata = object.at("metadata");
    metadata.set("uid", "any").set("resourceVersion", "any").set("creationTimestamp", "any");
    metadata.remove("managedFields"); // compared elsewhere
    allocated(object.at("spec"));
    if (object.at("status").has("lastPhaseTransitionTime")) {
      object.at("status").set("lastPhaseTransitionTime", "any");
    }
    boolean isRemote = object.text("kind").equals("APIService") && object.at("spec").has("service");
    if (isRemote || object.text("kind").equals("FlowSchema")) {
      object.remove("status"); // which a real server has a controller for
    }
    for (TreeNode condition : object.at("status").items("conditions")) {
      condition.set("lastTransitionTime", "any");
    }
    return object.map();
  }

  /// A failure as lines. Go walks maps in any order, so causes are sorted; with several of them the
  /// message only repeats them.
  static List<String> refusal(TreeNode status) {
    List<String> causes = new ArrayList<>();
    for (TreeNode cause : status.at("details").items("causes")) {
      causes.add(cause.text("field") + ": " + cause.text("reason") + ": " + cause.text("message"));
    }
    Collections.sort(causes);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d %s %s"
            .formatted(
                status.number("code", 0),
                status.text("reason"),
                causes.size() > 1 ? "" : status.text("message")));
    lines.addAll(causes);
    return lines.stream()
        .map(
            line ->
                line.replace(":[]", ":null")
                    .replace(": []:", ": null:")) // what a client sends as empty is gone here
        .map(line -> line.replaceAll("Duplicate value: 3[0-2]\\d{3}", "Duplicate value: any"))
        // What was sent empty shows as such in Kubernetes' complaints, here as absent.
        .map(line -> line.replaceAll("(?<=: )(\\{}|\\[])(?=[:,\n]|$)", "null"))
        .map(line -> line.replaceAll("duplicate nodePort: \\{TCP \\d+}", "duplicate nodePort"))
        .toList();
  }

  /// Addresses and ports that were allocated, and not asked for, are anything.
  private static void allocated(TreeNode spec) {
    if (spec.text("clusterIP").matches("10\\.0\\.0\\.\\d{2,3}")) {
      spec.set("clusterIP", "any").set("clusterIPs", List.of("any"));
    }
    port(spec, "healthCheckNodePort");
    spec.items("ports").forEach(port -> port(port, "nodePort"));
  }

  private static void port(TreeNode owner, String field) {
    if (owner.number(field, 0) > 30_085 && owner.number(field, 0) < 33_000) {
      owner.set(field, "any");
    }
  }
}
