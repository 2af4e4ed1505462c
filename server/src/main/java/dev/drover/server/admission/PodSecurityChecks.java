package dev.drover.server.admission;

import dev.drover.schema.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.PodSecurityPolicy.Standard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/// What a pod does that a standard does not allow, in the words of Kubernetes. For one pod, and one
/// thread.
///
/// In Go: the checks of `k8s.io/pod-security-admission/policy`; restricted ones take the place of
/// those of the baseline that they are a stricter form of.
final class PodSecurityChecks {
  private static final Set<String> CAPABILITIES =
      Set.of(
          "AUDIT_WRITE",
          "CHOWN",
          "DAC_OVERRIDE",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_BIND_SERVICE",
          "SETFCAP",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT");
  private static final Set<String> PLAIN_VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "image",
          "persistentVolumeClaim",
          "projected",
          "secret");

  /// Which sysctls are harmless, by the minor version since which they count as such.
  private static final Map<String, Integer> SYSCTLS =
      Map.ofEntries(
          Map.entry("kernel.shm_rmid_forced", 0),
          Map.entry("net.ipv4.ip_local_port_range", 0),
          Map.entry("net.ipv4.tcp_syncookies", 0),
          Map.entry("net.ipv4.ping_group_range", 0),
          Map.entry("net.ipv4.ip_unprivileged_port_start", 0),
          Map.entry("net.ipv4.ip_local_reserved_ports", 27),
          Map.entry("net.ipv4.tcp_keepalive_time", 29),
          Map.entry("net.ipv4.tcp_fin_timeout", 29),
          Map.entry("net.ipv4.tcp_keepalive_intvl", 29),
          Map.entry("net.ipv4.tcp_keepalive_probes", 29),
          Map.entry("net.ipv4.tcp_rmem", 32),
          Map.entry("net.ipv4.tcp_wmem", 32));

  private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";

  /// Something that is not allowed.
  ///
  /// @param reason in a few words
  /// @param detail where, and what would be right
  record Violation(String reason, String detail) {
    @Override
    public String toString() {
      return detail.isEmpty() ? reason : reason + " (" + detail + ")";
    }
  }

  private final Map<String, String> annotations;
  private final TreeNode spec;
  private final List<TreeNode> containers = new ArrayList<>();
  private final int minor;
  private final List<Violation> found = new ArrayList<>();

  private PodSecurityChecks(TreeNode metadata, TreeNode spec, int minor) {
    this.annotations = metadata.textMap("annotations");
    this.spec = spec;
    this.minor = minor;
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      containers.addAll(spec.items(list));
    }
  }

  /// What a pod, or the pods of a template, do that a standard does not allow.
  static List<Violation> of(Standard standard, TreeNode metadata, TreeNode spec) {
    var checks = new PodSecurityChecks(metadata, spec, standard.minor());
    switch (standard.level()) {
      case PRIVILEGED -> {}
      case BASELINE -> checks.baseline(false);
      case RESTRICTED -> {
        checks.baseline(true);
        checks.restricted();
      }
    }
    return checks.found;
  }

  private void baseline(boolean isRestricted) {
    appArmor();
    if (!isRestricted || minor < 22) {
      capabilities();
    }
    hostNamespaces();
    if (!isRestricted) {
      hostPaths();
    }
    hostPorts();
    if (minor >= 34) {
      hostsOfProbes();
    }
    privileged();
    if (!isRestricted || minor < 35) {
      if (minor < 35 || !hasOwnUsers()) {
        procMount();
      }
    }
    seLinux();
    if (minor < 19) {
      seccompAnnotations();
    } else if (!isRestricted) {
      seccomp(false);
    }
    sysctls();
    hostProcess();
  }

  private void restricted() {
    boolean isWindows = spec.at("os").text("name").equals("windows");
    if (minor >= 8 && !(isWindows && minor >= 25)) {
      privilegeEscalation();
    }
    if (minor >= 22 && !(isWindows && minor >= 25)) {
      droppedCapabilities();
    }
    if (minor >= 35) {
      procMount();
    }
    volumes();
    boolean isRelaxed = minor >= 35 && hasOwnUsers();
    if (!isRelaxed) {
      runAsNonRoot();
    }
    if (minor >= 23 && !isRelaxed) {
      runAsUser();
    }
    if (minor >= 19 && !(isWindows && minor >= 25)) {
      seccomp(true);
    }
  }

  private boolean hasOwnUsers() {
    return Boolean.FALSE.equals(spec.get("hostUsers"));
  }

  private void violates(String reason, String detail) {
    found.add(new Violation(reason, detail));
  }

  // ---- words

  private static String quoted(Collection<String> items) {
    return "\"" + String.join("\", \"", items) + "\"";
  }

  private static String plural(String one, String many, int count) {
    return count == 1 ? one : many;
  }

  private static String named(Collection<String> names) {
    return plural("container", "containers", names.size()) + " " + quoted(names);
  }

  private List<String> containersThat(Predicate<TreeNode> are) {
    return containers.stream().filter(are).map(c -> c.text("name")).toList();
  }

  private static TreeNode security(TreeNode container) {
    return container.at("securityContext");
  }

  // ---- baseline

  private void appArmor() {
    Predicate<TreeNode> isBad =
        owner ->
            security(owner).has("appArmorProfile")
                && !Set.of("RuntimeDefault", "Localhost").contains(appArmorType(owner));
    List<String> setters = new ArrayList<>();
    SortedSet<String> bad = badValues(isBad, PodSecurityChecks::appArmorType, setters);
    List<String> forbidden = new ArrayList<>();
    annotations.forEach(
        (key, value) -> {
          boolean isAllowed =
              value.isEmpty() || value.equals("runtime/default") || value.startsWith("localhost/");
          if (key.startsWith(APP_ARMOR) && !isAllowed) {
            forbidden.add(key + "=" + GoText.quote(value));
          }
        });
    List<String> values = new ArrayList<>(bad);
    if (!forbidden.isEmpty()) {
      forbidden.sort(null);
      values.addAll(forbidden);
      setters.add(plural("annotation", "annotations", forbidden.size()));
    }
    if (!setters.isEmpty()) {
      violates(
          plural("forbidden AppArmor profile", "forbidden AppArmor profiles", values.size()),
          String.join(" and ", setters)
              + " must not set AppArmor profile type to "
              + quoted(values));
    }
  }

  private static String appArmorType(TreeNode owner) {
    return security(owner).at("appArmorProfile").text("type");
  }

  /// The values that pod and containers should not have; who has them is added to `setters`.
  private SortedSet<String> badValues(
      Predicate<TreeNode> isBad, Function<TreeNode, String> value, List<String> setters) {
    SortedSet<String> values = new TreeSet<>();
    if (isBad.test(spec)) {
      setters.add("pod");
      values.add(value.apply(spec));
    }
    List<TreeNode> bad = containers.stream().filter(isBad).toList();
    bad.forEach(container -> values.add(value.apply(container)));
    if (!bad.isEmpty()) {
      setters.add(named(bad.stream().map(c -> c.text("name")).toList()));
    }
    return values;
  }

  private void capabilities() {
    SortedSet<String> added = new TreeSet<>();
    List<String> bad =
        containersThat(
            c -> {
              List<String> more = new ArrayList<>(security(c).at("capabilities").texts("add"));
              more.removeAll(CAPABILITIES);
              added.addAll(more);
              return !more.isEmpty();
            });
    if (!bad.isEmpty()) {
      violates(
          "non-default capabilities",
          "%s must not include %s in securityContext.capabilities.add"
              .formatted(named(bad), quoted(added)));
    }
  }

  private void hostNamespaces() {
    List<String> shared =
        List.of("hostNetwork", "hostPID", "hostIPC").stream()
            .filter(spec::isTrue)
            .map(name -> name + "=true")
            .toList();
    if (!shared.isEmpty()) {
      violates("host namespaces", String.join(", ", shared));
    }
  }

  private void hostPaths() {
    List<String> bad =
        spec.items("volumes").stream()
            .filter(v -> v.has("hostPath"))
            .map(v -> v.text("name"))
            .toList();
    if (!bad.isEmpty()) {
      violates("hostPath volumes", plural("volume", "volumes", bad.size()) + " " + quoted(bad));
    }
  }

  private void hostPorts() {
    SortedSet<String> ports = new TreeSet<>();
    List<String> bad =
        containersThat(
            c -> {
              List<String> mine =
                  c.items("ports").stream()
                      .map(port -> port.number("hostPort", 0))
                      .filter(port -> port != 0)
                      .map(String::valueOf)
                      .toList();
              ports.addAll(mine);
              return !mine.isEmpty();
            });
    if (!bad.isEmpty()) {
      violates(
          "hostPort",
          "%s %s %s %s"
              .formatted(
                  named(bad),
                  plural("uses", "use", bad.size()),
                  plural("hostPort", "hostPorts", ports.size()),
                  String.join(", ", ports)));
    }
  }

  private void hostsOfProbes() {
    SortedSet<String> hosts = new TreeSet<>();
    SortedSet<String> bad = new TreeSet<>();
    for (TreeNode container : containers) {
      List<TreeNode> handlers =
          List.of(
              container.at("livenessProbe"),
              container.at("readinessProbe"),
              container.at("startupProbe"),
              container.at("lifecycle").at("postStart"),
              container.at("lifecycle").at("preStop"));
      for (TreeNode handler : handlers) {
        for (String kind : List.of("httpGet", "tcpSocket")) {
          String host = handler.at(kind).text("host");
          if (!host.isEmpty()) {
            hosts.add(host);
            bad.add(container.text("name"));
          }
        }
      }
    }
    if (!bad.isEmpty()) {
      violates(
          "probe or lifecycle host",
          "%s %s %s %s"
              .formatted(
                  named(bad),
                  plural("uses", "use", bad.size()),
                  plural("probe or lifecycle host", "probe or lifecycle hosts", hosts.size()),
                  quoted(hosts)));
    }
  }

  private void privileged() {
    List<String> bad = containersThat(c -> security(c).isTrue("privileged"));
    if (!bad.isEmpty()) {
      violates("privileged", named(bad) + " must not set securityContext.privileged=true");
    }
  }

  private void procMount() {
    SortedSet<String> types = new TreeSet<>();
    List<String> bad =
        containersThat(
            c -> {
              boolean isBad =
                  security(c).has("procMount") && !security(c).text("procMount").equals("Default");
              if (isBad) {
                types.add(security(c).text("procMount"));
              }
              return isBad;
            });
    if (!bad.isEmpty()) {
      violates(
          "procMount", named(bad) + " must not set securityContext.procMount to " + quoted(types));
    }
  }

  private void seLinux() {
    Set<String> allowed = new TreeSet<>(Set.of("", "container_t", "container_init_t"));
    allowed.add("container_kvm_t");
    if (minor >= 31) {
      allowed.add("container_engine_t");
    }
    SortedSet<String> types = new TreeSet<>();
    Set<String> fields = new TreeSet<>();
    Predicate<TreeNode> isBad =
        owner -> {
          TreeNode options = security(owner).at("seLinuxOptions");
          boolean isBadType = !allowed.contains(options.text("type"));
          if (isBadType) {
            types.add(options.text("type"));
          }
          boolean hasMore = false;
          for (String field : List.of("user", "role")) {
            if (!options.text(field).isEmpty()) {
              fields.add(field);
              hasMore = true;
            }
          }
          return isBadType || hasMore;
        };
    List<String> setters = setters(isBad);
    if (setters.isEmpty()) {
      return;
    }
    List<String> data = new ArrayList<>();
    if (!types.isEmpty()) {
      data.add(plural("type", "types", types.size()) + " " + quoted(types));
    }
    for (String field : List.of("user", "role")) {
      if (fields.contains(field)) {
        data.add(field + " may not be set");
      }
    }
    violates(
        "seLinuxOptions",
        "%s set forbidden securityContext.seLinuxOptions: %s"
            .formatted(String.join(" and ", setters), String.join("; ", data)));
  }

  private List<String> setters(Predicate<TreeNode> isBad) {
    List<String> setters = new ArrayList<>();
    if (isBad.test(spec)) {
      setters.add("pod");
    }
    List<String> bad = containersThat(isBad);
    if (!bad.isEmpty()) {
      setters.add(named(bad));
    }
    return setters;
  }

  private void seccompAnnotations() {
    SortedSet<String> forbidden = new TreeSet<>();
    List<String> keys = new ArrayList<>(List.of(SECCOMP_POD));
    containers.forEach(container -> keys.add(SECCOMP + container.text("name")));
    for (String key : keys) {
      String value = annotations.get(key);
      if (value != null
          && !value.equals("runtime/default")
          && !value.equals("docker/default")
          && !value.startsWith("localhost/")) {
        forbidden.add(key + "=" + GoText.quote(value));
      }
    }
    if (!forbidden.isEmpty()) {
      violates(
          "seccompProfile",
          "forbidden %s %s"
              .formatted(
                  plural("annotation", "annotations", forbidden.size()),
                  String.join(", ", forbidden)));
    }
  }

  private void seccomp(boolean isRequired) {
    Predicate<TreeNode> hasOne = owner -> security(owner).has("seccompProfile");
    Predicate<TreeNode> isGood =
        owner -> Set.of("RuntimeDefault", "Localhost").contains(seccompType(owner));
    List<String> setters = new ArrayList<>();
    SortedSet<String> bad =
        badValues(hasOne.and(isGood.negate()), PodSecurityChecks::seccompType, setters);
    if (!setters.isEmpty()) {
      violates(
          "seccompProfile",
          "%s must not set securityContext.seccompProfile.type to %s"
              .formatted(String.join(" and ", setters), quoted(bad)));
      return;
    }
    List<String> without =
        isRequired && !hasOne.test(spec) ? containersThat(hasOne.negate()) : List.of();
    if (!without.isEmpty()) {
      violates(
          "seccompProfile",
          "pod or %s must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\""
              .formatted(named(without)));
    }
  }

  private static String seccompType(TreeNode owner) {
    return security(owner).at("seccompProfile").text("type");
  }

  private void sysctls() {
    List<String> bad =
        spec.at("securityContext").items("sysctls").stream()
            .map(sysctl -> sysctl.text("name"))
            .filter(name -> SYSCTLS.getOrDefault(name, Integer.MAX_VALUE) > knownMinor())
            .toList();
    if (!bad.isEmpty()) {
      violates("forbidden sysctls", String.join(", ", bad));
    }
  }

  private int knownMinor() {
    return Math.min(minor, Integer.MAX_VALUE - 1);
  }

  private void hostProcess() {
    List<String> setters =
        setters(owner -> security(owner).at("windowsOptions").isTrue("hostProcess"));
    if (!setters.isEmpty()) {
      violates(
          "hostProcess",
          String.join(" and ", setters)
              + " must not set securityContext.windowsOptions.hostProcess=true");
    }
  }

  // ---- restricted

  private void privilegeEscalation() {
    List<String> bad =
        containersThat(c -> !Boolean.FALSE.equals(security(c).get("allowPrivilegeEscalation")));
    if (!bad.isEmpty()) {
      violates(
          "allowPrivilegeEscalation != false",
          named(bad) + " must set securityContext.allowPrivilegeEscalation=false");
    }
  }

  private void droppedCapabilities() {
    SortedSet<String> added = new TreeSet<>();
    List<String> keeping =
        containersThat(c -> !security(c).at("capabilities").texts("drop").contains("ALL"));
    List<String> adding =
        containersThat(
            c -> {
              List<String> more = new ArrayList<>(security(c).at("capabilities").texts("add"));
              more.removeAll(List.of("NET_BIND_SERVICE"));
              added.addAll(more);
              return !more.isEmpty();
            });
    List<String> details = new ArrayList<>();
    if (!keeping.isEmpty()) {
      details.add(named(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
    }
    if (!adding.isEmpty()) {
      details.add(
          "%s must not include %s in securityContext.capabilities.add"
              .formatted(named(adding), quoted(added)));
    }
    if (!details.isEmpty()) {
      violates("unrestricted capabilities", String.join("; ", details));
    }
  }

  private void volumes() {
    List<String> bad = new ArrayList<>();
    SortedSet<String> types = new TreeSet<>();
    for (TreeNode volume : spec.items("volumes")) {
      List<String> given =
          volume.map().keySet().stream().filter(key -> !key.equals("name")).sorted().toList();
      if (given.stream().noneMatch(PLAIN_VOLUMES::contains)) {
        bad.add(volume.text("name"));
        types.add(given.isEmpty() ? "unknown" : given.getFirst());
      }
    }
    if (!bad.isEmpty()) {
      violates(
          "restricted volume types",
          "%s %s %s %s %s"
              .formatted(
                  plural("volume", "volumes", bad.size()),
                  quoted(bad),
                  plural("uses", "use", bad.size()),
                  plural("restricted volume type", "restricted volume types", types.size()),
                  quoted(types)));
    }
  }

  private void runAsNonRoot() {
    List<String> setters =
        setters(owner -> Boolean.FALSE.equals(security(owner).get("runAsNonRoot")));
    if (!setters.isEmpty()) {
      violates(
          "runAsNonRoot != true",
          String.join(" and ", setters) + " must not set securityContext.runAsNonRoot=false");
      return;
    }
    List<String> without =
        security(spec).isTrue("runAsNonRoot")
            ? List.of()
            : containersThat(c -> !security(c).has("runAsNonRoot"));
    if (!without.isEmpty()) {
      violates(
          "runAsNonRoot != true",
          "pod or " + named(without) + " must set securityContext.runAsNonRoot=true");
    }
  }

  private void runAsUser() {
    List<String> setters =
        setters(
            owner ->
                security(owner).has("runAsUser") && security(owner).number("runAsUser", 1) == 0);
    if (!setters.isEmpty()) {
      violates("runAsUser=0", String.join(" and ", setters) + " must not set runAsUser=0");
    }
  }
}
