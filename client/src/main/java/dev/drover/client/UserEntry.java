package dev.drover.client;

import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A user of a kubeconfig. Looked into only when it is used, so that a mistake in one entry does
/// not affect the use of others.
///
/// @param fields of the entry
/// @param folder where its relative paths start
/// @param origin the entry in its file; null if it is in none
record UserEntry(Fields fields, Path folder, @Nullable KubeconfigUser origin) {
  private static final String V1 = "client.authentication.k8s.io/v1";
  private static final String V1BETA1 = "client.authentication.k8s.io/v1beta1";

  /// No credentials.
  static final UserEntry ANONYMOUS =
      new UserEntry(new Fields(Map.of(), "no user", ""), Path.of(""), null);

  /// The credentials of the entry.
  ///
  /// @param cluster what the identity is for
  Identity identity(ClusterEntry cluster) {
    PemSource certificate = ClusterEntry.pem(fields, folder, "client-certificate");
    PemSource key = ClusterEntry.pem(fields, folder, "client-key");
    if (certificate != null && key == null) {
      throw fields.wrong(
          "client-key", "or client-key-data is missing; the certificate is no use without it");
    }
    Identity identity =
        new Identity(
            certificate,
            certificate == null ? null : key,
            fields.text("token"),
            fields.path("tokenFile", folder),
            fields.text("username"),
            fields.text("password"),
            exec(cluster.execConfig()),
            null,
            impersonation());
    if (identity.token() != null && identity.hasBasic()) {
      throw fields.wrong("token", "and a user name or password are both there; remove one of them");
    }
    if (identity.tokenFile() != null && identity.token() == null && cluster.isSecure()) {
      ClusterEntry.checkReadable(fields, "tokenFile", identity.tokenFile());
    }
    return identity.withOidc(provider(identity));
  }

  /// The identity provider, if it is what credentials come from. Of the auth-providers, client-go
  /// has kept `oidc` alone.
  @Nullable OidcConfig provider(Identity identity) {
    Fields provider = fields.inside("auth-provider");
    if (provider == null) {
      return null;
    }
    if (identity.exec() != null) {
      throw fields.wrong("auth-provider", "and exec are both there; remove auth-provider");
    }
    if (identity.hasToken() || identity.hasBasic()) {
      return null;
    }
    if (OidcConfig.NAME.equals(provider.text("name"))) {
      return OidcConfig.of(provider, origin, fields.place());
    }
    if (!identity.hasCertificate()) {
      throw fields.wrong(
          "auth-provider",
          "'"
              + provider.text("name")
              + "' is not supported; use the exec plugin of your cloud, such as"
              + " gke-gcloud-auth-plugin, kubelogin or aws eks update-kubeconfig");
    }
    return null;
  }

  @Nullable Impersonation impersonation() {
    String user = fields.text("as");
    String uid = fields.text("as-uid");
    List<String> groups = fields.texts("as-groups");
    Map<String, List<String>> extra = new LinkedHashMap<>();
    Fields extras = fields.inside("as-user-extra");
    if (extras != null) {
      extras.values().keySet().forEach(key -> extra.put((String) key, extras.texts((String) key)));
    }
    if (user != null) {
      return new Impersonation(user, uid, groups, extra);
    }
    if (uid != null || !groups.isEmpty() || !extra.isEmpty()) {
      throw fields.wrong("as", "is missing; as-uid, as-groups and as-user-extra need it");
    }
    return null;
  }

  @Nullable ExecConfig exec(@Nullable Object clusterConfig) {
    Fields exec = fields.inside("exec");
    if (exec == null) {
      return null;
    }
    String apiVersion = exec.text("apiVersion");
    if (apiVersion == null || !apiVersion.equals(V1) && !apiVersion.equals(V1BETA1)) {
      throw exec.wrong("apiVersion", "must be " + V1 + " or " + V1BETA1 + ", found " + apiVersion);
    }
    return new ExecConfig(
        apiVersion,
        command(exec),
        arguments(exec),
        env(exec),
        exec.text("installHint"),
        exec.bool("provideClusterInfo"),
        mode(exec, apiVersion),
        clusterConfig,
        fields.place());
  }

  /// A name is looked for in the PATH, a path in the kubeconfig's folder.
  private String command(Fields exec) {
    String command = exec.text("command");
    if (command == null) {
      throw exec.wrong("command", "is missing; it names the program to run");
    }
    if (command.indexOf('\0') >= 0) {
      throw exec.wrong("command", "has a zero character");
    }
    boolean isPath = command.contains("/") || command.contains(File.separator);
    return isPath ? Fields.resolved(command, folder).toString() : command;
  }

  private static List<String> arguments(Fields exec) {
    List<String> arguments = exec.texts("args");
    if (arguments.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)) {
      throw exec.wrong("args", "have a zero character");
    }
    return arguments;
  }

  /// The operating system has no variables of other names and values than these.
  private static Map<String, String> env(Fields exec) {
    Map<String, String> env = new LinkedHashMap<>();
    for (Fields variable : exec.all("env")) {
      String name = variable.text("name");
      if (name == null) {
        throw variable.wrong("name", "is missing; every variable has one");
      }
      if (name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
        throw variable.wrong("name", "has an equals sign or a zero character");
      }
      String value = variable.text("value");
      if (value != null && value.indexOf('\0') >= 0) {
        throw variable.wrong("value", "has a zero character");
      }
      env.put(name, value == null ? "" : value);
    }
    return env;
  }

  private static ExecConfig.InteractiveMode mode(Fields exec, String apiVersion) {
    String mode = exec.text("interactiveMode");
    if (mode == null && apiVersion.equals(V1BETA1)) {
      return ExecConfig.InteractiveMode.IF_AVAILABLE;
    }
    return switch (mode) {
      case "Never" -> ExecConfig.InteractiveMode.NEVER;
      case "IfAvailable" -> ExecConfig.InteractiveMode.IF_AVAILABLE;
      case "Always" -> ExecConfig.InteractiveMode.ALWAYS;
      case null, default ->
          throw exec.wrong("interactiveMode", "must be Never, IfAvailable or Always");
    };
  }
}
