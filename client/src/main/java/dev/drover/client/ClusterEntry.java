package dev.drover.client;

import dev.drover.api.Bytes;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A cluster of a kubeconfig. Looked into only when it is used, so that a mistake in one entry does
/// not affect the use of others.
///
/// @param fields of the entry
/// @param folder where its relative paths start
record ClusterEntry(Fields fields, Path folder) {
  private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

  /// Puts server, proxy and trust into a configuration.
  void configure(ClientConfig.Builder builder) {
    builder.server(server()).proxy(proxy()).compression(!fields.bool("disable-compression"));
    PemSource authority = authority();
    if (isSecure()) {
      builder
          .certificateAuthority(authority)
          .insecureSkipTlsVerify(fields.bool("insecure-skip-tls-verify"))
          .tlsServerName(fields.text("tls-server-name"));
    }
  }

  boolean isSecure() {
    return "https".equals(server().getScheme());
  }

  URI server() {
    String server = fields.text("server");
    if (server == null) {
      throw fields.wrong("server", "is missing; give its address as https://host:port");
    }
    return ServerAddress.parse(server, fields.place());
  }

  @Nullable URI proxy() {
    String proxy = fields.text("proxy-url");
    return proxy == null ? null : ServerAddress.parseProxy(proxy, fields.place());
  }

  @Nullable PemSource authority() {
    return pem(fields, folder, "certificate-authority");
  }

  /// A certificate or key, which is either in a file, or in the field of the same name with
  /// `-data`.
  static @Nullable PemSource pem(Fields fields, Path folder, String name) {
    Path file = fields.path(name, folder);
    Bytes data = fields.data(name + "-data");
    if (file != null && data != null) {
      throw fields.wrong(name, "and " + name + "-data are both there; remove one of them");
    }
    if (data != null) {
      return new PemSource.Inline(data, name + "-data of " + fields.place());
    }
    if (file == null) {
      return null;
    }
    checkReadable(fields, name, file);
    return new PemSource.OfFile(file);
  }

  static void checkReadable(Fields fields, String name, Path file) {
    if (!Files.isReadable(file)) {
      String why = Files.exists(file) ? "this process may not read it" : "there is no such file";
      throw fields.wrong(name, "cannot be read: " + file + ": " + why);
    }
  }

  /// What the entry has to say to programs for credentials.
  @Nullable Object execConfig() {
    for (Fields extension : fields.all("extensions")) {
      if (EXEC_EXTENSION.equals(extension.text("name"))) {
        return extension.values().get("extension");
      }
    }
    return null;
  }
}
