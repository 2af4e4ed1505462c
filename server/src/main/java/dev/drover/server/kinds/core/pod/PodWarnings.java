package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.NodeLabels;
import dev.drover.server.validation.ResourceNames;
import dev.drover.server.validation.VolumeClaimSpecs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Warnings for accepted pods and pod templates.
///
/// In Go: {@index pod.GetWarningsForPod} and {@index pod.GetWarningsForPodTemplate}.
public final class PodWarnings {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
  private static final String NO_SECCOMP =
      "non-functional in v1.27+; use the \"seccompProfile\" field instead";
  private static final String NO_SELECTOR = "a null labelSelector results in matching no pod";
  private static final Map<String, String> ANNOTATIONS = annotations();
  private static final Map<String, String> VOLUMES = volumes();

  private final FieldValidator template; // has metadata and spec
  private final FieldValidator spec;
  private final boolean isPod;
  private final List<String> found = new ArrayList<>();

  private PodWarnings(FieldValidator template, boolean isPod) {
    this.template = template;
    this.spec = template.child("spec");
    this.isPod = isPod;
  }

  private static Map<String, String> annotations() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(
        "scheduler.alpha.kubernetes.io/critical-pod",
        "non-functional in v1.16+; use the \"priorityClassName\" field instead");
    String sysctls = "non-functional in v1.11+; use the \"sysctls\" field instead";
    texts.put("security.alpha.kubernetes.io/sysctls", sysctls);
    texts.put("security.alpha.kubernetes.io/unsafe-sysctls", sysctls);
    return texts;
  }

  private static Map<String, String> volumes() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
    texts.put("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+");
    texts.put("scaleIO", "deprecated in v1.16, non-functional in v1.22+");
    texts.put("flocker", "deprecated in v1.22, non-functional in v1.25+");
    texts.put("storageos", "deprecated in v1.22, non-functional in v1.25+");
    texts.put("quobyte", "deprecated in v1.22, non-functional in v1.25+");
    texts.put("glusterfs", "deprecated in v1.25, non-functional in v1.26+");
    texts.put("ephemeral", "");
    texts.put("cephfs", "deprecated in v1.28, non-functional in v1.31+");
    texts.put("rbd", "deprecated in v1.28, non-functional in v1.31+");
    return texts;
  }

  /// Of a new pod.
  static List<String> ofPod(TreeNode pod) {
    List<String> warnings = new ArrayList<>(AppArmor.warnings(pod));
    warnings.addAll(ofName(pod, "the Pod's hostname"));
    warnings.addAll(new PodWarnings(FieldValidator.root(pod), true).all());
    return warnings;
  }

  public static List<String> ofTemplate(FieldValidator template) {
    return template.isPresent() ? new PodWarnings(template, false).all() : List.of();
  }

  /// Of a workload that makes pods from `spec.template`: when it is new or its generation changes.
  ///
  /// @param warnsOfName whether names of pods are made of its own
  public static List<String> ofWorkload(
      TreeNode object, @Nullable TreeNode old, boolean warnsOfName) {
    List<String> warnings = new ArrayList<>();
    if (old == null && warnsOfName) {
      warnings.addAll(ofName(object));
    }
    if (isNewGeneration(object, old)) {
      warnings.addAll(ofTemplate(FieldValidator.root(object).child("spec", "template")));
    }
    return warnings;
  }

  public static boolean isNewGeneration(TreeNode object, @Nullable TreeNode old) {
    return old == null
        || object.at("metadata").number("generation", 0)
            != old.at("metadata").number("generation", 0);
  }

  /// Of a workload whose name becomes part of names of pods.
  public static List<String> ofName(TreeNode object) {
    return ofName(object, "Pod names and hostnames");
  }

  private static List<String> ofName(TreeNode object, String use) {
    List<String> complaints = Names.dnsLabel(object.at("metadata").text("name"));
    return complaints.isEmpty()
        ? List.of()
        : List.of(
            "metadata.name: this is used in "
                + use
                + ", which can result in surprising behavior; a DNS label is recommended: ["
                + String.join(" ", complaints)
                + "]");
  }

  private List<String> all() {
    nodeLabels();
    TreeNode annotations = template.node().at("metadata").at("annotations");
    ANNOTATIONS.forEach(
        (key, text) -> {
          if (annotations.has(key)) {
            found.add(annotation(key) + ": " + text);
          }
        });
    spec.child("volumes").each(this::volume);
    found.addAll(VolumePathConflicts.warnings(spec.child("volumes")));
    duplicates(spec.child("hostAliases"), "ip");
    duplicates(spec.child("imagePullSecrets"), "name");
    for (FieldValidator secret : spec.child("imagePullSecrets").items()) {
      if (secret.child("name").isBlank()) {
        warn(secret.child("name"), "invalid empty name \"\"");
      }
    }
    fractions(spec.child("overhead"), "memory", "ephemeral-storage");
    boolean hasSeccomp = spec.child("securityContext").has("seccompProfile");
    if (!hasSeccomp && annotations.has(SECCOMP_POD)) {
      found.add(annotation(SECCOMP_POD) + ": " + NO_SECCOMP);
    }
    Containers.places(spec).forEach(container -> container(container, annotations));
    ports();
    portNames();
    FieldValidator grace = spec.child("terminationGracePeriodSeconds");
    if (grace.number() < 0) {
      warn(grace, "must be >= 0; negative values are invalid and will be treated as 1");
    }
    podAffinity();
    spec.child("dnsConfig", "nameservers").each(this::address);
    spec.child("hostAliases").each(alias -> address(alias.child("ip")));
    return found;
  }

  private void warn(FieldValidator place, String text) {
    found.add(place.path() + ": " + text);
  }

  private FieldPath annotation(String key) {
    return template.child("metadata", "annotations").path().key(key);
  }

  private void address(FieldValidator address) {
    found.addAll(IpFields.ipWarnings(address.path(), address.text()));
  }

  private void nodeLabels() {
    spec.child("nodeSelector")
        .entries()
        .forEach((key, place) -> NodeLabels.deprecation(key).ifPresent(text -> warn(place, text)));
    FieldValidator nodes = spec.child("affinity", "nodeAffinity");
    nodes
        .child(REQUIRED, "nodeSelectorTerms")
        .each(term -> found.addAll(NodeLabels.termWarnings(term, false)));
    nodes
        .child(PREFERRED)
        .each(term -> found.addAll(NodeLabels.termWarnings(term.child("preference"), true)));
    for (FieldValidator constraint : spec.child("topologySpreadConstraints").items()) {
      FieldValidator key = constraint.child("topologyKey");
      NodeLabels.deprecation(key.text()).ifPresent(text -> warn(key, key.text() + " is " + text));
      if (!constraint.has("labelSelector")) {
        warn(constraint.child("labelSelector"), NO_SELECTOR);
      }
    }
  }

  private void volume(FieldValidator volume) {
    VOLUMES.forEach(
        (type, text) -> {
          if (!volume.has(type)) {
            return;
          }
          if (type.equals("ephemeral")) {
            FieldValidator claim = volume.child("ephemeral", "volumeClaimTemplate");
            claim.ifPresent(it -> found.addAll(VolumeClaimSpecs.warnings(it.child("spec"))));
          } else {
            warn(volume.child(type.equals("storageos") ? "storageOS" : type), text);
          }
        });
  }

  private void duplicates(FieldValidator list, String field) {
    Set<String> seen = new HashSet<>();
    for (FieldValidator item : list.items()) {
      FieldValidator value = item.child(field);
      if (!seen.add(value.text())) {
        warn(value, "duplicate " + field + " " + GoQuoting.quote(value.text()));
      }
    }
  }

  private void fractions(FieldValidator amounts, String... names) {
    for (String name : names) {
      FieldValidator amount = amounts.entry(name);
      if (!amount.isBlank() && ResourceNames.isFraction(amount.text())) {
        found.add(ResourceNames.fractionWarning(amount));
      }
    }
  }

  private void container(FieldValidator container, TreeNode annotations) {
    String name = container.child("name").text();
    FieldValidator security = container.child("securityContext");
    if (!security.has("seccompProfile") && annotations.has(SECCOMP_CONTAINER + name)) {
      found.add(annotation(SECCOMP_CONTAINER + name) + ": " + NO_SECCOMP);
    }
    String key = AppArmor.ANNOTATION_PREFIX + name;
    if (!isPod && !security.has("appArmorProfile") && annotations.has(key)) {
      FieldValidator ofPod = spec.child("securityContext", "appArmorProfile");
      boolean isSame =
          AppArmor.profileOf(annotations.text(key)).filter(ofPod.node().map()::equals).isPresent();
      if (!isSame) {
        found.add(
            annotation(key)
                + ": deprecated since v1.30; use the \"appArmorProfile\" field instead");
      }
    }
    for (String resource : List.of("memory", "ephemeral-storage")) {
      fractions(container.child("resources", "limits"), resource);
      fractions(container.child("resources", "requests"), resource);
    }
    variables(container.child("env"));
  }

  /// A variable may be there twice if the second builds on the first.
  private void variables(FieldValidator env) {
    Set<String> seen = new HashSet<>();
    for (FieldValidator variable : env.items()) {
      String name = variable.child("name").text();
      String value = variable.child("value").text();
      String reference = "$(" + name + ")";
      if (!seen.add(name)
          && (variable.has("valueFrom") || value.equals(reference) || !value.contains(reference))) {
        warn(
            variable,
            "hides previous definition of "
                + GoQuoting.quote(name)
                + ", which may be dropped when using apply");
      }
    }
  }

  private void ports() {
    Map<String, List<FieldValidator>> byNumber = new HashMap<>();
    for (FieldValidator container : Containers.places(spec)) {
      for (FieldValidator port : container.child("ports").items()) {
        if (!port.child("hostIP").isBlank() && port.child("hostPort").number() == 0) {
          warn(port, "hostIP set without hostPort: " + shown(port));
        }
        String key = port.child("containerPort").number() + "/" + port.child("protocol").text();
        List<FieldValidator> others = byNumber.computeIfAbsent(key, _ -> new ArrayList<>());
        others.forEach(other -> compare(port, other));
        others.add(port);
      }
    }
  }

  /// As Go prints the struct.
  private static String shown(FieldValidator port) {
    return "{Name:%s HostPort:%d ContainerPort:%d Protocol:%s HostIP:%s}"
        .formatted(
            port.child("name").text(),
            port.child("hostPort").number(),
            port.child("containerPort").number(),
            port.child("protocol").text(),
            port.child("hostIP").text());
  }

  private void compare(FieldValidator port, FieldValidator other) {
    String ip = port.child("hostIP").text();
    String otherIp = other.child("hostIP").text();
    long number = port.child("hostPort").number();
    long otherNumber = other.child("hostPort").number();
    if (ip.equals(otherIp) && number == otherNumber) {
      warn(port, "duplicate port definition with " + other.path());
    } else if (number == 0 || otherNumber == 0) {
      warn(port, "overlapping port definition with " + other.path());
    } else if (number == otherNumber && ip.isEmpty() != otherIp.isEmpty()) {
      warn(port, "dangerously ambiguous port definition with " + other.path());
    }
  }

  private void portNames() {
    Map<String, FieldPath> seen = new HashMap<>();
    for (FieldValidator container : Containers.places(spec)) {
      for (FieldValidator port : container.child("ports").items()) {
        String name = port.child("name").text();
        FieldPath first = name.isEmpty() ? null : seen.putIfAbsent(name, port.path());
        if (first != null) {
          warn(
              port,
              "duplicate port name %s with %s, services and probes that select ports by name will use %s"
                  .formatted(GoQuoting.quote(name), first, first));
        }
      }
    }
  }

  private void podAffinity() {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      FieldValidator affinity = spec.child("affinity", kind);
      affinity.child(REQUIRED).each(this::selector);
      affinity.child(PREFERRED).each(term -> selector(term.child("podAffinityTerm")));
    }
  }

  private void selector(FieldValidator term) {
    if (!term.has("labelSelector")) {
      warn(term.child("labelSelector"), NO_SELECTOR);
    }
  }
}
