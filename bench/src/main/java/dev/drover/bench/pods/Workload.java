package dev.drover.bench.pods;

import static dev.drover.bench.harness.JsonText.object;
import static dev.drover.bench.harness.JsonText.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// An owner of pods, and what all of its pods have in common: the template as the owner's
/// controller sends it, before the API server's admission and the kubelet add to it.
///
/// @param labels sorted, as Go writes maps
/// @param spec the fields of a pod's spec that the controller sets or the server defaults
/// @param ownedSpec the same as an entry of `managedFields`
record Workload(
    Type type,
    String namespace,
    String name,
    String uid,
    Map<String, @Nullable Object> labels,
    Map<String, @Nullable Object> annotations,
    Map<String, @Nullable Object> spec,
    Map<String, @Nullable Object> ownedSpec) {

  enum Type {
    REPLICA_SET("apps/v1", "ReplicaSet"),
    DAEMON_SET("apps/v1", "DaemonSet"),
    STATEFUL_SET("apps/v1", "StatefulSet"),
    JOB("batch/v1", "Job");

    final String apiVersion;
    final String kind;

    Type(String apiVersion, String kind) {
      this.apiVersion = apiVersion;
      this.kind = kind;
    }
  }

  private static final List<String> APPS =
      List.of(
          "checkout",
          "catalog",
          "search",
          "payments",
          "orders",
          "inventory",
          "accounts",
          "recommendations",
          "shipping",
          "notifications",
          "gateway",
          "billing",
          "reports",
          "audit");
  private static final List<String> TIERS = List.of("api", "worker", "frontend", "cache", "sync");

  static Workload random(Random random, int number, Type type) {
    String app = APPS.get(number % APPS.size()) + "-" + TIERS.get(number / 3 % TIERS.size());
    String team = "team-" + number % 20;
    String namespace =
        type == Type.DAEMON_SET ? "kube-system" : team + (number % 40 < 20 ? "-prod" : "-staging");
    String uid = Ids.uid(random);
    String hash = Ids.suffix(random, 10);
    String base = app + "-" + number;
    String name = type == Type.REPLICA_SET ? base + "-" + hash : base;
    Map<String, @Nullable Object> labels = new TreeMap<>();
    labels.put("app.kubernetes.io/instance", base);
    labels.put("app.kubernetes.io/name", app);
    labels.put("app.kubernetes.io/part-of", APPS.get(number % APPS.size()));
    labels.put("team", team);
    switch (type) {
      case REPLICA_SET -> labels.put("pod-template-hash", hash);
      case DAEMON_SET -> {
        labels.put("controller-revision-hash", hash);
        labels.put("pod-template-generation", "3");
      }
      case STATEFUL_SET -> labels.put("controller-revision-hash", name + "-" + hash);
      case JOB -> {
        labels.put("batch.kubernetes.io/controller-uid", uid);
        labels.put("batch.kubernetes.io/job-name", name);
        labels.put("controller-uid", uid);
        labels.put("job-name", name);
      }
    }
    Map<String, @Nullable Object> annotations = new TreeMap<>();
    if (number % 3 != 0) {
      annotations.put("checksum/config", Ids.hex(random, 64));
      annotations.put("prometheus.io/port", "9090");
      annotations.put("prometheus.io/scrape", "true");
    }
    Map<String, @Nullable Object> spec = spec(random, number, type, app);
    return new Workload(
        type, namespace, name, uid, labels, annotations, spec, OwnedFields.of(spec));
  }

  private static Map<String, @Nullable Object> spec(
      Random random, int number, Type type, String app) {
    List<@Nullable Object> containers = new ArrayList<>();
    containers.add(mainContainer(random, number, type, app));
    if (number % 4 == 0) {
      containers.add(sidecar());
    }
    return object(
        "volumes",
        List.of(
            object("name", "config", "configMap", configMap(app)),
            object("name", "scratch", "emptyDir", object())),
        "containers",
        containers,
        "restartPolicy",
        type == Type.JOB ? "Never" : "Always",
        "terminationGracePeriodSeconds",
        30,
        "dnsPolicy",
        "ClusterFirst",
        "serviceAccountName",
        app,
        "serviceAccount",
        app,
        "securityContext",
        number % 2 == 0 ? object() : object("runAsUser", 1000, "runAsNonRoot", true),
        "schedulerName",
        "default-scheduler",
        "enableServiceLinks",
        true);
  }

  private static Map<String, @Nullable Object> configMap(String app) {
    return object("name", app + "-config", "defaultMode", 420);
  }

  private static Map<String, @Nullable Object> mainContainer(
      Random random, int number, Type type, String app) {
    String image = "registry.example.com/" + app + ":v1." + number % 30 + "." + random.nextInt(20);
    Map<String, @Nullable Object> container =
        object(
            "name",
            "app",
            "image",
            image,
            "args",
            List.of("--config=/etc/" + app + "/config.yaml", "--log-level=info", "--metrics=:9090"),
            "ports",
            List.of(port("http", 8080), port("metrics", 9090)),
            "env",
            environment(random, number),
            "resources",
            resources((1 + number % 8) * 100 + "m", (1 + number % 4) * 256 + "Mi"),
            "volumeMounts",
            List.of(
                object("name", "config", "readOnly", true, "mountPath", "/etc/" + app),
                object("name", "scratch", "mountPath", "/tmp")));
    if (type != Type.JOB) {
      container.putAll(
          object("livenessProbe", probe("/healthz", 10), "readinessProbe", probe("/readyz", 5)));
    }
    container.putAll(containerDefaults());
    return with(
        container,
        "securityContext",
        object(
            "capabilities",
            object("drop", List.of("ALL")),
            "readOnlyRootFilesystem",
            true,
            "allowPrivilegeEscalation",
            false));
  }

  private static Map<String, @Nullable Object> sidecar() {
    Map<String, @Nullable Object> container =
        object(
            "name",
            "proxy",
            "image",
            "registry.example.com/mesh/proxy:1.24.3",
            "args",
            List.of("proxy", "sidecar", "--concurrency=2"),
            "ports",
            List.of(port("proxy", 15090)),
            "env",
            List.of(downward("POD_NAME", "metadata.name"), downward("POD_IP", "status.podIP")),
            "resources",
            resources("100m", "128Mi"),
            "volumeMounts",
            List.of(object("name", "scratch", "mountPath", "/var/run/proxy")),
            "readinessProbe",
            probe("/ready", 15));
    container.putAll(containerDefaults());
    return container;
  }

  private static Map<String, @Nullable Object> containerDefaults() {
    return object(
        "terminationMessagePath", "/dev/termination-log",
        "terminationMessagePolicy", "File",
        "imagePullPolicy", "IfNotPresent");
  }

  private static List<Map<String, @Nullable Object>> environment(Random random, int number) {
    List<Map<String, @Nullable Object>> env = new ArrayList<>();
    env.add(downward("POD_NAME", "metadata.name"));
    env.add(downward("POD_NAMESPACE", "metadata.namespace"));
    IntStream.range(0, 2 + number % 5)
        .forEach(i -> env.add(object("name", "SETTING_" + i, "value", Ids.suffix(random, 20))));
    env.add(
        object(
            "name",
            "DATABASE_PASSWORD",
            "valueFrom",
            object("secretKeyRef", object("name", "database", "key", "password"))));
    return env;
  }

  private static Map<String, @Nullable Object> downward(String name, String path) {
    return object(
        "name",
        name,
        "valueFrom",
        object("fieldRef", object("apiVersion", "v1", "fieldPath", path)));
  }

  private static Map<String, @Nullable Object> port(String name, int number) {
    return object("name", name, "containerPort", number, "protocol", "TCP");
  }

  private static Map<String, @Nullable Object> resources(String cpu, String memory) {
    return object(
        "limits", object("memory", memory), "requests", object("cpu", cpu, "memory", memory));
  }

  private static Map<String, @Nullable Object> probe(String path, int delay) {
    return object(
        "httpGet", object("path", path, "port", 8080, "scheme", "HTTP"),
        "initialDelaySeconds", delay,
        "timeoutSeconds", 1,
        "periodSeconds", 10,
        "successThreshold", 1,
        "failureThreshold", 3);
  }
}
