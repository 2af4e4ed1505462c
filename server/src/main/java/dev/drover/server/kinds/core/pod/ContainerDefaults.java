package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.ResourceLists;
import java.util.List;

/// Defaults of containers of every sort: plain, init and ephemeral ones.
final class ContainerDefaults {
  private ContainerDefaults() {}

  static void set(TreeNode container) {
    Strings.setDefault(
        container, "imagePullPolicy", ImageName.defaultPullPolicy(container.text("image")));
    Strings.setDefault(container, "terminationMessagePath", "/dev/termination-log");
    Strings.setDefault(container, "terminationMessagePolicy", "File");
    container.items("ports").forEach(port -> Strings.setDefault(port, "protocol", "TCP"));
    container.items("env").forEach(ContainerDefaults::env);
    resources(container);
    for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
      container.child(probe).ifPresent(ContainerDefaults::probe);
    }
    TreeNode lifecycle = container.at("lifecycle");
    httpGet(lifecycle.at("postStart"));
    httpGet(lifecycle.at("preStop"));
  }

  private static void env(TreeNode variable) {
    TreeNode source = variable.at("valueFrom");
    VolumeDefaults.fieldRef(source);
    source.child("fileKeyRef").ifPresent(ref -> ref.setDefault("optional", false));
  }

  private static void probe(TreeNode probe) {
    positive(probe, "timeoutSeconds", 1);
    positive(probe, "periodSeconds", 10);
    positive(probe, "successThreshold", 1);
    positive(probe, "failureThreshold", 3);
    httpGet(probe);
    probe.child("grpc").ifPresent(grpc -> grpc.setDefault("service", ""));
  }

  private static void positive(TreeNode object, String name, long value) {
    if (object.number(name, 0) == 0) {
      object.set(name, value);
    }
  }

  private static void httpGet(TreeNode handler) {
    handler
        .child("httpGet")
        .ifPresent(
            get -> {
              Strings.setDefault(get, "path", "/");
              Strings.setDefault(get, "scheme", "HTTP");
            });
  }

  /// Rounds what the owner's `resources`, if there are any, ask for.
  static void resources(TreeNode owner) {
    TreeNode resources = owner.at("resources");
    ResourceLists.setDefaults(resources, "limits");
    ResourceLists.setDefaults(resources, "requests");
  }
}
