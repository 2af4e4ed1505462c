package dev.drover.bench.pods;

import static dev.drover.bench.harness.JsonText.object;
import static dev.drover.bench.harness.JsonText.with;

import dev.drover.bench.pods.Workload.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes the pods of a workload as a kube-apiserver 1.36 returns them, in Go's field order: with
/// what admission, scheduler and kubelet added.
final class PodMaker {
  private static final int NODES = 100;

  private final Random random;
  private final boolean managedFields;
  private int addresses;

  PodMaker(Random random, boolean managedFields) {
    this.random = random;
    this.managedFields = managedFields;
  }

  /// The pod with this ordinal among its siblings.
  Map<String, @Nullable Object> make(Workload owner, int ordinal) {
    int node = owner.type() == Type.DAEMON_SET ? ordinal % NODES : random.nextInt(NODES);
    Instant created = Ids.time(random);
    String token = "kube-api-access-" + Ids.suffix(random, 5);
    Map<String, @Nullable Object> metadata = metadata(owner, ordinal, created);
    Map<String, @Nullable Object> spec = spec(owner, ordinal, node, token);
    Map<String, @Nullable Object> status = status(owner, node, created, token);
    if (managedFields) {
      metadata.put("managedFields", managedFields(owner, metadata, status, created));
    }
    return object("metadata", metadata, "spec", spec, "status", status);
  }

  private Map<String, @Nullable Object> metadata(Workload owner, int ordinal, Instant created) {
    boolean numbered = owner.type() == Type.STATEFUL_SET;
    String name = owner.name() + "-" + (numbered ? ordinal : Ids.suffix(random, 5));
    Map<String, @Nullable Object> metadata = object("name", name);
    metadata.put("generateName", owner.name() + "-");
    metadata.put("namespace", owner.namespace());
    metadata.put("uid", Ids.uid(random));
    metadata.put("resourceVersion", Integer.toString(41_000_000 + random.nextInt(9_000_000)));
    metadata.put("generation", 1);
    metadata.put("creationTimestamp", created.toString());
    Map<String, @Nullable Object> labels = owner.labels();
    if (numbered) {
      labels = new TreeMap<>(labels);
      labels.put("apps.kubernetes.io/pod-index", Integer.toString(ordinal));
      labels.put("statefulset.kubernetes.io/pod-name", name);
    }
    metadata.put("labels", labels);
    if (!owner.annotations().isEmpty()) {
      metadata.put("annotations", owner.annotations());
    }
    metadata.put(
        "ownerReferences",
        List.of(
            object(
                "apiVersion",
                owner.type().apiVersion,
                "kind",
                owner.type().kind,
                "name",
                owner.name(),
                "uid",
                owner.uid(),
                "controller",
                true,
                "blockOwnerDeletion",
                true)));
    return metadata;
  }

  /// What the owner's controller sent, plus the token volume, the node and the tolerations.
  private Map<String, @Nullable Object> spec(Workload owner, int ordinal, int node, String token) {
    Map<String, @Nullable Object> spec = object();
    owner
        .spec()
        .forEach(
            (field, value) -> {
              switch (field) {
                case "volumes" -> spec.put(field, volumes(owner, ordinal, items(value), token));
                case "containers" ->
                    spec.put(field, items(value).stream().map(c -> mounting(c, token)).toList());
                case "securityContext" -> {
                  spec.put("nodeName", nodeName(node));
                  spec.put(field, value);
                  spec.putAll(placement(owner, ordinal, node));
                }
                case "schedulerName" -> {
                  spec.put(field, value);
                  spec.put("tolerations", tolerations(owner.type()));
                  spec.put("priority", owner.type() == Type.DAEMON_SET ? 2_000_001_000 : 0);
                }
                default -> spec.put(field, value);
              }
            });
    spec.put("preemptionPolicy", "PreemptLowerPriority");
    return spec;
  }

  private static Map<String, @Nullable Object> placement(Workload owner, int ordinal, int node) {
    return switch (owner.type()) {
      case STATEFUL_SET ->
          object("hostname", owner.name() + "-" + ordinal, "subdomain", owner.name());
      case DAEMON_SET -> object("affinity", object("nodeAffinity", onlyOn(nodeName(node))));
      case REPLICA_SET, JOB -> object();
    };
  }

  private static Map<String, @Nullable Object> onlyOn(String node) {
    Map<String, @Nullable Object> name =
        object("key", "metadata.name", "operator", "In", "values", List.of(node));
    return object(
        "requiredDuringSchedulingIgnoredDuringExecution",
        object("nodeSelectorTerms", List.of(object("matchFields", List.of(name)))));
  }

  private static List<Object> volumes(
      Workload owner, int ordinal, List<Map<String, @Nullable Object>> ofTemplate, String token) {
    List<Object> volumes = new ArrayList<>();
    if (owner.type() == Type.STATEFUL_SET) {
      String claim = "data-" + owner.name() + "-" + ordinal;
      volumes.add(object("name", "data", "persistentVolumeClaim", object("claimName", claim)));
    }
    volumes.addAll(ofTemplate);
    volumes.add(
        object(
            "name",
            token,
            "projected",
            object(
                "sources",
                List.of(
                    object(
                        "serviceAccountToken", object("expirationSeconds", 3607, "path", "token")),
                    object(
                        "configMap",
                        object("name", "kube-root-ca.crt", "items", List.of(item("ca.crt")))),
                    object("downwardAPI", object("items", List.of(namespaceItem())))),
                "defaultMode",
                420)));
    return volumes;
  }

  private static Map<String, @Nullable Object> item(String key) {
    return object("key", key, "path", key);
  }

  private static Map<String, @Nullable Object> namespaceItem() {
    return object(
        "path",
        "namespace",
        "fieldRef",
        object("apiVersion", "v1", "fieldPath", "metadata.namespace"));
  }

  private static Map<String, @Nullable Object> mounting(
      Map<String, @Nullable Object> container, String token) {
    List<Object> mounts = new ArrayList<>(items(container.get("volumeMounts")));
    mounts.add(tokenMount(token));
    return with(container, "volumeMounts", mounts); // keeps the place of the field
  }

  private static Map<String, @Nullable Object> tokenMount(String token) {
    return object(
        "name",
        token,
        "readOnly",
        true,
        "mountPath",
        "/var/run/secrets/kubernetes.io/serviceaccount");
  }

  private static List<Object> tolerations(Type owner) {
    List<Object> tolerations = new ArrayList<>();
    if (owner == Type.DAEMON_SET) {
      for (String pressure : List.of("not-ready", "unreachable")) {
        tolerations.add(
            object(
                "key",
                "node.kubernetes.io/" + pressure,
                "operator",
                "Exists",
                "effect",
                "NoExecute"));
      }
      for (String pressure : List.of("disk-pressure", "memory-pressure", "pid-pressure")) {
        tolerations.add(
            object(
                "key",
                "node.kubernetes.io/" + pressure,
                "operator",
                "Exists",
                "effect",
                "NoSchedule"));
      }
      return tolerations;
    }
    for (String condition : List.of("not-ready", "unreachable")) {
      tolerations.add(
          object(
              "key",
              "node.kubernetes.io/" + condition,
              "operator",
              "Exists",
              "effect",
              "NoExecute",
              "tolerationSeconds",
              300));
    }
    return tolerations;
  }

  private Map<String, @Nullable Object> status(
      Workload owner, int node, Instant created, String token) {
    boolean done = owner.type() == Type.JOB;
    Instant started = created.plusSeconds(1);
    Instant ready = created.plusSeconds(3 + random.nextInt(20));
    String ip =
        "10.%d.%d.%d"
            .formatted(244 + addresses / 62_500, addresses / 250 % 250, 1 + addresses % 250);
    addresses++;
    String host = "10.0.12." + (10 + node);
    List<Object> statuses = new ArrayList<>();
    for (Map<String, @Nullable Object> container : items(owner.spec().get("containers"))) {
      statuses.add(containerStatus(container, token, done, ready));
    }
    return object(
        "observedGeneration",
        1,
        "phase",
        done ? "Succeeded" : "Running",
        "conditions",
        List.of(
            condition("PodReadyToStartContainers", !done, done, started.plusSeconds(1)),
            condition("Initialized", true, done, started),
            condition("Ready", !done, done, ready),
            condition("ContainersReady", !done, done, ready),
            condition("PodScheduled", true, false, created)),
        "hostIP",
        host,
        "hostIPs",
        List.of(object("ip", host)),
        "podIP",
        ip,
        "podIPs",
        List.of(object("ip", ip)),
        "startTime",
        started.toString(),
        "containerStatuses",
        statuses,
        "qosClass",
        "Burstable");
  }

  private static Map<String, @Nullable Object> condition(
      String type, boolean status, boolean completed, Instant changed) {
    Map<String, @Nullable Object> condition =
        object(
            "type",
            type,
            "observedGeneration",
            1,
            "status",
            status ? "True" : "False",
            "lastProbeTime",
            null,
            "lastTransitionTime",
            changed.toString());
    if (completed && !type.equals("PodReadyToStartContainers")) {
      condition.put("reason", "PodCompleted");
    }
    return condition;
  }

  private Map<String, @Nullable Object> containerStatus(
      Map<String, @Nullable Object> container, String token, boolean done, Instant ready) {
    String image = (String) container.get("image");
    String id = "containerd://" + Ids.hex(random, 64);
    boolean restarted = !done && random.nextInt(20) == 0;
    Map<String, @Nullable Object> running =
        object("running", object("startedAt", ready.minusSeconds(2).toString()));
    Map<String, @Nullable Object> last =
        restarted ? terminated(1, "Error", ready, "containerd://" + Ids.hex(random, 64)) : object();
    Map<String, @Nullable Object> resources = cast((Map<?, ?>) container.get("resources"));
    List<Object> mounts = new ArrayList<>();
    for (Map<String, @Nullable Object> mount :
        items(mounting(container, token).get("volumeMounts"))) {
      mounts.add(mountStatus(mount));
    }
    return object(
        "name", container.get("name"),
        "state", done ? terminated(0, "Completed", ready, id) : running,
        "lastState", last,
        "ready", !done,
        "restartCount", restarted ? 1 + random.nextInt(9) : 0,
        "image", image,
        "imageID", image.substring(0, image.lastIndexOf(':')) + "@sha256:" + digest(image),
        "containerID", id,
        "started", !done,
        "allocatedResources", resources.get("requests"),
        "resources", resources,
        "volumeMounts", mounts);
  }

  private static Map<String, @Nullable Object> mountStatus(Map<String, @Nullable Object> mount) {
    Map<String, @Nullable Object> status =
        object("name", mount.get("name"), "mountPath", mount.get("mountPath"));
    if (mount.containsKey("readOnly")) {
      status.put("readOnly", true);
      status.put("recursiveReadOnly", "Disabled");
    }
    return status;
  }

  private static Map<String, @Nullable Object> terminated(
      int exitCode, String reason, Instant started, String id) {
    return object(
        "terminated",
        object(
            "exitCode", exitCode,
            "reason", reason,
            "startedAt", started.toString(),
            "finishedAt", started.plusSeconds(41).toString(),
            "containerID", id));
  }

  /// Always the same for the same image.
  private static String digest(String image) {
    return Ids.hex(new Random(image.hashCode()), 64);
  }

  private static List<Object> managedFields(
      Workload owner,
      Map<String, @Nullable Object> metadata,
      Map<String, @Nullable Object> status,
      Instant created) {
    Map<String, @Nullable Object> written = object();
    for (String field : List.of("generateName", "labels", "annotations", "ownerReferences")) {
      if (metadata.containsKey(field)) {
        written.put(field, metadata.get(field));
      }
    }
    Map<String, @Nullable Object> fields =
        with(OwnedFields.of(object("metadata", written)), "f:spec", owner.ownedSpec());
    Map<String, @Nullable Object> reported = with(status);
    reported.remove("qosClass");
    // The last condition, PodScheduled, comes with the binding.
    reported.put("conditions", items(status.get("conditions")).subList(0, 4));
    return List.of(
        OwnedFields.entry("kube-controller-manager", created.toString(), fields, ""),
        OwnedFields.entry(
            "kubelet",
            created.plusSeconds(25).toString(),
            OwnedFields.of(object("status", reported)),
            "status"));
  }

  private static String nodeName(int node) {
    return "ip-10-0-12-" + (10 + node) + ".eu-central-1.compute.internal";
  }

  @SuppressWarnings("unchecked") // lists of objects, by construction
  private static List<Map<String, @Nullable Object>> items(@Nullable Object list) {
    return (List<Map<String, @Nullable Object>>) list;
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> cast(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }
}
