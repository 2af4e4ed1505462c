package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import java.util.List;

/// Admission of requests that connect to something: to a pod by `exec`, to a service by `proxy`.
///
/// In Go: `handlers.ConnectResource`.
final class ConnectAdmission {
  private static final List<String> FLAGS = List.of("stdin", "stdout", "stderr", "tty");

  private ConnectAdmission() {}

  /// Asks the plug-ins, if the call is such a request.
  ///
  /// @throws ApiError when one refuses it
  static void require(Call call, Resource resource, WriteEnvironment environment) {
    String subresource = call.info().subresource();
    GroupVersionKind kind =
        resource.subresource(subresource).map(it -> it.kind()).orElse(resource.gvk());
    if (resource.isCustom() || !kind.kind().endsWith("Options")) {
      return;
    }
    if (call.query().containsKey("dryRun")) {
      throw ApiError.badRequest("dryRun is not supported");
    }
    AdmissionPlugin.Attempt attempt =
        environment.attempt(
            AdmissionPlugin.Operation.CONNECT,
            resource,
            call.info().namespace(),
            call.info().name(),
            options(call, kind),
            null,
            new Write(call.user(), "", subresource, false, call.notes()));
    environment.admit(attempt);
    environment.validate(attempt);
  }

  /// The query as an object.
  private static TreeNode options(Call call, GroupVersionKind kind) {
    TreeNode options = TreeNode.empty().set("kind", kind.kind());
    options.set("apiVersion", kind.apiVersion());
    switch (kind.kind()) {
      case "PodExecOptions", "PodAttachOptions" -> {
        for (String flag : FLAGS) {
          if (Parameters.truth(call, flag).orElse(false)) {
            options.set(flag, true);
          }
        }
        call.parameter("container")
            .filter(name -> !name.isEmpty())
            .ifPresent(name -> options.set("container", name));
        if (kind.kind().equals("PodExecOptions")) {
          List<String> command = call.query().get("command");
          options.map().put("command", command);
        }
      }
      case "PodPortForwardOptions" -> {
        List<String> ports = call.query().getOrDefault("ports", List.of());
        if (!ports.isEmpty()) {
          options.set("ports", ports.stream().map(Long::valueOf).toList());
        }
      }
      default -> {
        String path = call.path();
        int at = path.indexOf("/proxy");
        String rest = at < 0 ? "" : path.substring(at + "/proxy".length());
        if (!rest.isEmpty()) {
          options.set("path", rest);
        }
      }
    }
    return options;
  }
}
