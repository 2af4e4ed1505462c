package dev.drover.server.table;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.timed;
import static dev.drover.server.table.Columns.truth;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Nodes and namespaces, what is in every namespace, and leases.
final class ClusterColumns {
  private ClusterColumns() {}

  static Map<GroupKind, List<Column>> all() {
    return Map.ofEntries(
        Map.entry(new GroupKind("", "Node"), node()),
        Map.entry(new GroupKind("", "Namespace"), namespace()),
        Map.entry(new GroupKind("", "Event"), event()),
        Map.entry(new GroupKind("", "ConfigMap"), configMap()),
        Map.entry(new GroupKind("", "Secret"), secret()),
        Map.entry(new GroupKind("", "ServiceAccount"), List.of(name(), age())),
        Map.entry(new GroupKind("", "ResourceQuota"), resourceQuota()),
        Map.entry(new GroupKind("", "ComponentStatus"), componentStatus()),
        Map.entry(new GroupKind("events.k8s.io", "Event"), event()),
        Map.entry(new GroupKind("coordination.k8s.io", "Lease"), lease()),
        Map.entry(new GroupKind("coordination.k8s.io", "LeaseCandidate"), leaseCandidate()),
        Map.entry(new GroupKind("scheduling.k8s.io", "PriorityClass"), priorityClass()),
        Map.entry(new GroupKind("node.k8s.io", "RuntimeClass"), runtimeClass()));
  }

  private static List<Column> node() {
    return List.of(
        name(),
        text("Status", ClusterColumns::nodeStatus),
        text("Roles", ClusterColumns::roles),
        age(),
        text("Version", Cells.text("status.nodeInfo.kubeletVersion")),
        text("Internal-IP", node -> address(node, "InternalIP")).wide(),
        text("External-IP", node -> address(node, "ExternalIP")).wide(),
        text("OS-Image", Cells.filledOr("status.nodeInfo.osImage", Cells.UNKNOWN)).wide(),
        text("Kernel-Version", ClusterColumns::kernel).wide(),
        text(
                "Container-Runtime",
                Cells.filledOr("status.nodeInfo.containerRuntimeVersion", Cells.UNKNOWN))
            .wide());
  }

  private static String nodeStatus(TreeNode node) {
    String ready =
        Cells.condition(node, "Ready")
            .map(condition -> condition.text("status").equals("True") ? "Ready" : "NotReady")
            .orElse("Unknown");
    return ready + (node.at("spec").isTrue("unschedulable") ? ",SchedulingDisabled" : "");
  }

  private static String roles(TreeNode node) {
    String prefix = "node-role.kubernetes.io/";
    TreeSet<String> roles = new TreeSet<>();
    node.at("metadata")
        .textMap("labels")
        .forEach(
            (label, value) -> {
              if (label.startsWith(prefix)) {
                roles.add(label.substring(prefix.length()));
              } else if (label.equals("kubernetes.io/role")) {
                roles.add(value);
              }
            });
    roles.remove("");
    return roles.isEmpty() ? Cells.NONE : String.join(",", roles);
  }

  private static String address(TreeNode node, String type) {
    return node.at("status").items("addresses").stream()
        .filter(address -> address.text("type").equals(type))
        .findFirst()
        .map(address -> address.text("address"))
        .orElse(Cells.NONE);
  }

  private static String kernel(TreeNode node) {
    TreeNode info = Cells.at(node, "status.nodeInfo");
    String version = info.text("kernelVersion");
    String architecture = info.text("architecture");
    return (version.isEmpty() ? Cells.UNKNOWN : version)
        + (architecture.isEmpty() ? "" : " (" + architecture + ")");
  }

  private static List<Column> namespace() {
    return List.of(name(), text("Status", Cells.text("status.phase")), age());
  }

  /// The columns of events, in the form of the core group.
  private static List<Column> event() {
    return List.of(
        timed("Last Seen", ClusterColumns::lastSeen),
        text("Type", Cells.text("type")),
        text("Reason", Cells.text("reason")),
        text("Object", ClusterColumns::target),
        text("Subobject", Cells.text("involvedObject.fieldPath")).wide(),
        text("Source", ClusterColumns::source).wide(),
        text("Message", event -> event.text("message").strip()),
        timed("First Seen", ClusterColumns::firstSeen).wide(),
        text("Count", ClusterColumns::eventCount).wide(),
        name().wide());
  }

  private static String firstSeen(TreeNode event, Instant now) {
    return Ages.since(
        event.text(event.text("firstTimestamp").isEmpty() ? "eventTime" : "firstTimestamp"), now);
  }

  private static String lastSeen(TreeNode event, Instant now) {
    if (event.has("series")) {
      return Ages.since(event.at("series").text("lastObservedTime"), now);
    }
    String last = event.text("lastTimestamp");
    return last.isEmpty() ? firstSeen(event, now) : Ages.since(last, now);
  }

  private static @Nullable Object eventCount(TreeNode event) {
    return event.has("series")
        ? event.at("series").number("count", 0)
        : Math.max(1, event.number("count", 1));
  }

  private static String target(TreeNode event) {
    TreeNode object = event.at("involvedObject");
    String kind = object.text("kind").toLowerCase(Locale.ROOT);
    return object.text("name").isEmpty() ? kind : kind + "/" + object.text("name");
  }

  private static String source(TreeNode event) {
    TreeNode source = event.at("source");
    String component = source.text("component");
    String host = source.text("host");
    String instance = host.isEmpty() ? event.text("reportingInstance") : host;
    return (component.isEmpty() ? event.text("reportingComponent") : component)
        + (instance.isEmpty() ? "" : ", " + instance);
  }

  private static List<Column> configMap() {
    return List.of(
        name(),
        text(
            "Data",
            object -> (long) object.at("data").map().size() + object.at("binaryData").map().size()),
        age());
  }

  private static List<Column> secret() {
    return List.of(
        name(), text("Type", Cells.text("type")), text("Data", Cells.size("data")), age());
  }

  private static List<Column> resourceQuota() {
    return List.of(
        name(),
        text("Request", quota -> usage(quota, false)),
        text("Limit", quota -> usage(quota, true)),
        age());
  }

  /// How much is used of what there is, of limits or of everything else.
  private static String usage(TreeNode quota, boolean limits) {
    TreeNode used = Cells.at(quota, "status.used");
    return quota.at("status").textMap("hard").entrySet().stream()
        .filter(hard -> hard.getKey().startsWith("limits.") == limits)
        .sorted(Map.Entry.comparingByKey())
        .map(
            hard ->
                hard.getKey()
                    + ": "
                    + (used.has(hard.getKey()) ? used.text(hard.getKey()) : "0")
                    + "/"
                    + hard.getValue())
        .collect(Collectors.joining(", "));
  }

  private static List<Column> componentStatus() {
    return List.of(
        name(),
        text("Status", ClusterColumns::health),
        text("Message", component -> healthy(component).text("message")),
        text("Error", component -> healthy(component).text("error")));
  }

  private static TreeNode healthy(TreeNode component) {
    return component.items("conditions").stream()
        .filter(condition -> condition.text("type").equals("Healthy"))
        .findFirst()
        .orElseGet(TreeNode::empty);
  }

  private static String health(TreeNode component) {
    return switch (healthy(component).text("status")) {
      case "" -> "Unknown";
      case "True" -> "Healthy";
      default -> "Unhealthy";
    };
  }

  private static List<Column> lease() {
    return List.of(name(), text("Holder", Cells.text("spec.holderIdentity")), age());
  }

  private static List<Column> leaseCandidate() {
    return List.of(
        name(),
        text("LeaseName", Cells.text("spec.leaseName")),
        text("BinaryVersion", Cells.text("spec.binaryVersion")),
        text("EmulationVersion", Cells.text("spec.emulationVersion")),
        age());
  }

  private static List<Column> priorityClass() {
    return List.of(
        name(),
        integer("Value", Cells.number("value")),
        truth("Global-Default", Cells.truth("globalDefault", false)),
        age(),
        text("PreemptionPolicy", Cells.text("preemptionPolicy")));
  }

  private static List<Column> runtimeClass() {
    return List.of(name(), text("Handler", Cells.text("handler")), age());
  }
}
