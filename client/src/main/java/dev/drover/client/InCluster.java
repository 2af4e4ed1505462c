package dev.drover.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The configuration that Kubernetes gives to every pod: two variables for the server, and a folder
/// with the token, the CA and the namespace of the service account.
final class InCluster {
  private static final String HOST = "KUBERNETES_SERVICE_HOST";
  private static final String PORT = "KUBERNETES_SERVICE_PORT";

  private final ConfigEnvironment around;

  InCluster(ConfigEnvironment around) {
    this.around = around;
  }

  /// Why this process has no such configuration; empty if it has.
  Optional<String> missing() {
    if (around.variable(HOST).isEmpty() || around.variable(PORT).isEmpty()) {
      return Optional.of("not in a pod, " + HOST + " and " + PORT + " are not set");
    }
    if (!Files.isRegularFile(token())) {
      return Optional.of(
          "the pod has no service account, "
              + token()
              + " is not there (automountServiceAccountToken: false?)");
    }
    return Optional.empty();
  }

  private Path token() {
    return around.serviceAccount().resolve("token");
  }

  /// @throws ConfigException when this is no pod
  ClientConfig.Builder builder() {
    missing()
        .ifPresent(
            why -> {
              throw new ConfigException("no in-cluster configuration: " + why);
            });
    if (!Files.isReadable(token())) {
      throw new ConfigException(
          "no in-cluster configuration: this process may not read "
              + token()
              + "; set securityContext.fsGroup of the pod");
    }
    ClientConfig.Builder builder =
        ClientConfig.builder()
            .source(null, "the service account of this pod")
            .server(server())
            .tokenFile(token())
            .namespace(namespace());
    Path authority = around.serviceAccount().resolve("ca.crt");
    if (Files.isReadable(authority)) {
      builder.certificateAuthority(authority);
    } else {
      log()
          .warn(
              "client configuration: there is no CA file {}; the JDK's trust store is used",
              authority);
    }
    return builder;
  }

  private URI server() {
    String host = around.variable(HOST);
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return ServerAddress.parse(
        "https://" + bracketed + ":" + around.variable(PORT), "this pod's environment");
  }

  /// The pod's own namespace.
  String namespace() {
    String variable = around.variable("POD_NAMESPACE");
    if (!variable.isEmpty()) {
      return variable;
    }
    Path file = around.serviceAccount().resolve("namespace");
    try {
      String text = Files.readString(file).strip();
      return text.isEmpty() ? "default" : text;
    } catch (IOException e) {
      log().debug("client configuration: cannot read {}{}", file, Reasons.of(e));
      return "default";
    }
  }

  /// No constant: to find the library for logging, every jar of the class path is opened, and this
  /// class is needed before the first connection can be made.
  private static Logger log() {
    return LoggerFactory.getLogger(InCluster.class);
  }
}
