package dev.drover.cli;

import dev.drover.api.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./drover rbac`: writes the roles that a controller needs.
@Command(
    name = "rbac",
    description =
        "Writes the service account and the roles of a controller from the rights that its tests"
            + " recorded: the watches of its kinds and every request of its managers.")
final class RbacCommand implements Callable<Integer> {
  private static final Pattern LINE =
      Pattern.compile("([a-z0-9.-]*)/([a-z0-9-]+(?:/[a-z0-9-]+)*) ([a-z]+)");

  private static final List<Path> USUAL =
      List.of(Path.of("target", "drover-rights"), Path.of("build", "drover-rights"));

  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = "--from-tests",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "FILE",
      description =
          "what tests recorded with -Ddrover.test.rights=FILE; none: target/drover-rights, where"
              + " projects of ./drover init record it")
  private @Nullable Path recorded;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "of the service account and the roles; none: the name of this folder")
  private @Nullable String name;

  @Option(
      names = "--namespace",
      paramLabel = "NAMESPACE",
      description = "of the service account; none: NAME-system")
  private @Nullable String namespace;

  @Option(
      names = "--installs",
      description = "the controller installs its definitions itself, so it needs rights for that")
  private boolean isInstalling;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "write to this file, such as config/rbac.yaml; none: print")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException {
    String account = name == null ? folderName() : name;
    String home = namespace == null ? account + "-system" : namespace;
    require("name", account);
    require("namespace", home);
    String text = manifest(account, home, rights(file()));
    if (out == null) {
      terminal.out().print(text);
      terminal.out().flush();
    } else {
      Path folder = out.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(out, text);
      terminal.say("wrote " + out);
    }
    return 0;
  }

  private static String folderName() {
    Path folder = Path.of("").toAbsolutePath().getFileName();
    return folder == null ? "controller" : folder.toString();
  }

  private static void require(String what, String value) {
    if (!Names.dnsLabel(value).isEmpty()) {
      throw new IllegalArgumentException(
          "the %s '%s': %s; set --%s"
              .formatted(what, value, Names.dnsLabel(value).getFirst(), what));
    }
  }

  private Path file() {
    if (recorded != null && !recorded.toString().isEmpty()) {
      return recorded;
    }
    return USUAL.stream()
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no rights in %s: run the tests with -Ddrover.test.rights=%s"
                        .formatted(USUAL.getFirst(), USUAL.getFirst())));
  }

  /// The verbs by group and resource.
  private Map<String, Map<String, SortedSet<String>>> rights(Path file) throws IOException {
    Map<String, Map<String, SortedSet<String>>> rights = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "'%s' in %s is no line such as 'apps/deployments get'".formatted(line, file));
      }
      boolean isDefinition = parts.group(2).equals("customresourcedefinitions");
      if (!isDefinition || isInstalling) {
        rights
            .computeIfAbsent(parts.group(1), _ -> new TreeMap<>())
            .computeIfAbsent(parts.group(2), _ -> new TreeSet<>())
            .add(parts.group(3));
      }
    }
    return rights;
  }

  /// Leases are in the namespace of the controller only, everything else wherever objects are.
  private static String manifest(
      String name, String namespace, Map<String, Map<String, SortedSet<String>>> rights) {
    Map<String, Map<String, SortedSet<String>>> everywhere = new TreeMap<>(rights);
    everywhere.remove("coordination.k8s.io");
    return """
    apiVersion: v1
    kind: ServiceAccount
    metadata: {name: NAME, namespace: HOME}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata: {name: NAME}
    rules:RULES
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata: {name: NAME}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: NAME}
    subjects: [{kind: ServiceAccount, name: NAME, namespace: HOME}]
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: NAME-leader, namespace: HOME}
    rules:
    - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create, get, update]}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: {name: NAME-leader, namespace: HOME}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: NAME-leader}
    subjects: [{kind: ServiceAccount, name: NAME, namespace: HOME}]
    """
        .replace("RULES", everywhere.isEmpty() ? " []" : rules(everywhere))
        .replace("NAME", name)
        .replace("HOME", namespace);
  }

  /// One rule for the resources of a group that have the same verbs.
  private static String rules(Map<String, Map<String, SortedSet<String>>> rights) {
    StringBuilder out = new StringBuilder();
    rights.forEach(
        (group, resources) -> {
          Map<String, List<String>> byVerbs = new TreeMap<>();
          resources.forEach(
              (resource, verbs) ->
                  byVerbs
                      .computeIfAbsent(String.join(", ", verbs), _ -> new ArrayList<>())
                      .add(resource));
          List<String> rules = new ArrayList<>();
          byVerbs.forEach(
              (verbs, names) ->
                  rules.add(
                      "\n- {apiGroups: [%s], resources: [%s], verbs: [%s]}"
                          .formatted(
                              group.isEmpty() ? "\"\"" : group, String.join(", ", names), verbs)));
          rules.stream().sorted().forEach(out::append);
        });
    return out.toString();
  }
}
