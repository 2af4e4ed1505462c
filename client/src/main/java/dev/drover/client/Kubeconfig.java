package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The content of one kubeconfig, or of several as one.
///
/// @param currentContext the context to use by default
/// @param clusters by name
/// @param users by name
/// @param contexts by name
record Kubeconfig(
    @Nullable String currentContext,
    Map<String, ClusterEntry> clusters,
    Map<String, UserEntry> users,
    Map<String, ContextEntry> contexts) {

  /// A cluster and a user to use together. Names that are not given are empty.
  ///
  /// @param origin what messages call the file
  record ContextEntry(String cluster, String user, @Nullable String namespace, String origin) {
    static final ContextEntry NONE = new ContextEntry("", "", null, "nothing");
  }

  static Kubeconfig read(Path file) throws IOException {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return read(Files.readAllBytes(file), file.toString(), folder == null ? file : folder, file);
  }

  /// @param origin what messages call the content
  /// @param folder where relative paths start
  static Kubeconfig read(byte[] content, String origin, Path folder) {
    return read(content, origin, folder, null);
  }

  private static Kubeconfig read(byte[] content, String origin, Path folder, @Nullable Path file) {
    Fields fields = new Fields(tree(content, origin), origin, "");
    checkType(fields, "apiVersion", "v1");
    checkType(fields, "kind", "Config");
    return new Kubeconfig(
        fields.text("current-context"),
        fields.named("clusters", "cluster", (name, entry) -> new ClusterEntry(entry, folder)),
        fields.named("users", "user", (name, entry) -> user(name, entry, folder, file)),
        fields.named("contexts", "context", (name, entry) -> context(entry, origin)));
  }

  private static Map<String, @Nullable Object> tree(byte[] content, String origin) {
    try {
      return Yaml.readTree(content, origin);
    } catch (DecodeException e) {
      throw new ConfigException("not a kubeconfig: " + e.getMessage(), e);
    }
  }

  private static void checkType(Fields fields, String name, String expected) {
    String found = fields.text(name);
    if (found != null && !found.equals(expected)) {
      throw new ConfigException(
          "not a kubeconfig: "
              + fields.place()
              + ": "
              + name
              + " must be "
              + expected
              + ", found "
              + found);
    }
  }

  private static UserEntry user(String name, Fields entry, Path folder, @Nullable Path file) {
    return new UserEntry(entry, folder, file == null ? null : new KubeconfigUser(file, name));
  }

  private static ContextEntry context(Fields fields, String origin) {
    String cluster = fields.text("cluster");
    String user = fields.text("user");
    return new ContextEntry(
        cluster == null ? "" : cluster, user == null ? "" : user, fields.text("namespace"), origin);
  }

  /// Several as one: of entries with one name the first is taken, and nothing of the others; the
  /// first current context counts.
  static Kubeconfig merged(List<Kubeconfig> all) {
    String current = null;
    Map<String, ClusterEntry> clusters = new LinkedHashMap<>();
    Map<String, UserEntry> users = new LinkedHashMap<>();
    Map<String, ContextEntry> contexts = new LinkedHashMap<>();
    for (Kubeconfig one : all) {
      current = current != null ? current : one.currentContext;
      one.clusters.forEach(clusters::putIfAbsent);
      one.users.forEach(users::putIfAbsent);
      one.contexts.forEach(contexts::putIfAbsent);
    }
    return new Kubeconfig(current, clusters, users, contexts);
  }
}
