package dev.drover.server.aggregation;

import dev.drover.api.GroupVersion;
import dev.drover.schema.TreeNode;
import dev.drover.server.webhook.HookTarget;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// The aggregated server of an `APIService`, from its `spec`.
///
/// @param apiService name of the `APIService`
/// @param service its service, with the certificates to trust
/// @param isInsecure whether any certificate is trusted
record Backend(
    String apiService,
    GroupVersion version,
    int groupPriority,
    int versionPriority,
    HookTarget service,
    boolean isInsecure) {
  private static final int HTTPS = 443;

  /// Reads an `APIService`; empty if this server itself serves the version.
  static Optional<Backend> of(TreeNode apiService) {
    TreeNode spec = apiService.at("spec");
    return spec.child("service")
        .map(
            service ->
                new Backend(
                    apiService.at("metadata").text("name"),
                    new GroupVersion(spec.text("group"), spec.text("version")),
                    Math.toIntExact(spec.number("groupPriorityMinimum", 0)),
                    Math.toIntExact(spec.number("versionPriority", 0)),
                    target(service, spec.text("caBundle")),
                    spec.isTrue("insecureSkipTLSVerify")));
  }

  private static HookTarget target(TreeNode service, String caBundle) {
    String name = service.text("name");
    String namespace = service.text("namespace");
    String host = name + "." + namespace + ".svc";
    int port = Math.toIntExact(service.number("port", HTTPS));
    String pem = new String(Base64.getMimeDecoder().decode(caBundle), StandardCharsets.ISO_8859_1);
    return new HookTarget(
        namespace + "/" + name, host, port, "https://" + host + ":" + port, "", pem);
  }

  /// Where the server says what it serves: `/apis/group/version`.
  String path() {
    return "/apis/" + version.group() + "/" + version.version();
  }
}
