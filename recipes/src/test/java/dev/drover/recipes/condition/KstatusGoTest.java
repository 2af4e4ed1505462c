package dev.drover.recipes.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.RawExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Summaries of random objects are what the library kstatus says of them.
@Tag("go")
class KstatusGoTest {
  private static final long SEED = 1;
  private static final int OBJECTS_OF_A_KIND = 3000;
  private static final Path GO = Path.of("src/test/go/kstatus");
  private static final InstantSource NOW =
      InstantSource.fixed(Instant.parse("2026-11-18T10:00:00Z"));
  private static final Map<String, Summary.State> STATES =
      Map.of(
          "Current", Summary.State.READY,
          "InProgress", Summary.State.PROGRESSING,
          "Failed", Summary.State.FAILED,
          "Terminating", Summary.State.TERMINATING);

  private final Random random = new Random(SEED);

  @Test
  void summariesEqualThoseOfKstatus(@TempDir Path folder) throws Exception {
    List<DynamicObject> objects = objects();
    List<String> found = kstatus(objects, folder);
    assertThat(found).hasSameSizeAs(objects);
    Map<String, Integer> states = new HashMap<>();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      DynamicObject object = objects.get(i);
      Summary.State expected = expected(object, found.get(i));
      Summary summary = Summary.of(object, NOW);
      states.merge(object.gvk().kind() + " " + expected, 1, Integer::sum);
      if (summary.state() != expected) {
        differences.add(found.get(i) + ", here " + summary + ": " + object.tree());
      }
    }
    assertThat(differences).as("of %d objects", objects.size()).isEmpty();
    assertThat(states).as("the objects are of all states: %s", states).hasSizeGreaterThan(30);
  }

  private static Summary.State expected(DynamicObject object, String found) {
    boolean isFailedPod =
        object.gvk().kind().equals("Pod")
            && object.text("status", "phase").filter("Failed"::equals).isPresent();
    boolean isEnd = found.equals("Current") && isFailedPod; // the exception
    return isEnd ? Summary.State.FAILED : STATES.get(found);
  }

  private static List<String> kstatus(List<DynamicObject> objects, Path folder)
      throws IOException, InterruptedException {
    Path input = folder.resolve("objects");
    Path output = folder.resolve("output");
    Files.write(
        input,
        objects.stream()
            .map(o -> RawExtension.ofTree(o.tree()).raw().toByteArray())
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
            .toList());
    Process process =
        new ProcessBuilder("go", "run", ".")
            .directory(GO.toFile())
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readAllLines(output);
  }

  // ---- Random objects

  private List<DynamicObject> objects() {
    List<DynamicObject> objects = new ArrayList<>();
    for (int i = 0; i < OBJECTS_OF_A_KIND; i++) {
      objects.add(object("apps/v1", "Deployment", deploymentSpec(), replicas(), "Progressing"));
      objects.add(object("apps/v1", "ReplicaSet", replicasSpec(), replicas(), "ReplicaFailure"));
      objects.add(object("apps/v1", "StatefulSet", statefulSetSpec(), replicas(), "Other"));
      objects.add(object("apps/v1", "DaemonSet", Map.of(), scheduled(), "Other"));
      objects.add(object("batch/v1", "Job", Map.of(), job(), "Complete", "Failed"));
      objects.add(object("batch/v1", "CronJob", Map.of(), Map.of(), "Ready"));
      objects.add(object("v1", "Pod", Map.of(), pod(), "Ready", "PodScheduled"));
      objects.add(object("v1", "PersistentVolumeClaim", Map.of(), phase(), "Resizing"));
      objects.add(object("v1", "Service", service(), Map.of(), "Ready"));
      objects.add(object("v1", "ConfigMap", Map.of(), Map.of(), "Ready"));
      objects.add(object("v1", "Secret", Map.of(), Map.of(), "Ready"));
      objects.add(object("policy/v1", "PodDisruptionBudget", Map.of(), budget(), "Ready"));
      objects.add(
          object(
              "apiextensions.k8s.io/v1",
              "CustomResourceDefinition",
              Map.of(),
              Map.of(),
              "NamesAccepted",
              "Established"));
      objects.add(object("example.com/v1", "Cone", Map.of(), Map.of(), "Ready"));
    }
    return objects;
  }

  private DynamicObject object(
      String apiVersion,
      String kind,
      Map<String, Object> spec,
      Map<String, Object> status,
      String... types) {
    Map<String, Object> metadata = new TreeMap<>(Map.of("name", "a"));
    boolean hasGeneration = !one(20);
    if (hasGeneration) {
      metadata.put("generation", 2L);
    }
    metadata.put("creationTimestamp", pick("2026-11-18T09:00:00Z", "2126-11-18T10:00:00Z"));
    if (one(20)) {
      metadata.put("deletionTimestamp", "2026-11-18T09:30:00Z");
    }
    Map<String, Object> all = new TreeMap<>(status);
    if (!one(4)) {
      all.put("observedGeneration", one(8) ? pick(1L, 3L) : 2L);
    }
    if (!one(6)) {
      all.put("conditions", conditions(kind, types));
    }
    Map<String, Object> tree = new TreeMap<>();
    tree.put("apiVersion", apiVersion);
    tree.put("kind", kind);
    tree.put("metadata", metadata);
    tree.put("spec", spec);
    if (!one(12)) {
      tree.put("status", all);
    }
    return DynamicObject.ofTree(tree);
  }

  /// Each type at most once, in any order.
  private List<Object> conditions(String kind, String... types) {
    List<String> all = new ArrayList<>(List.of(types));
    all.add(kind.equals("Deployment") ? "Available" : "Unknown");
    if (one(6)) {
      all.add("Stalled");
    }
    if (one(6)) {
      all.add("Reconciling");
    }
    Collections.shuffle(all, random);
    List<Object> conditions = new ArrayList<>();
    for (String type : all) {
      if (!one(5)) {
        conditions.add(
            Map.of(
                "type",
                type,
                "status",
                one(3) ? pick("False", "Unknown") : "True",
                "reason",
                reason(type),
                "message",
                "m"));
      }
    }
    return conditions;
  }

  private String reason(String type) {
    return switch (type) {
      case "Progressing" ->
          pick("NewReplicaSetAvailable", "NewReplicaSetAvailable", "ProgressDeadlineExceeded", "");
      case "PodScheduled" -> pick("Unschedulable", "Other");
      case "Established" -> pick("Installing", "Other");
      default -> "Because";
    };
  }

  private Map<String, Object> replicasSpec() {
    Map<String, Object> spec = new TreeMap<>();
    if (!one(4)) {
      spec.put("replicas", (long) random.nextInt(3));
    }
    return spec;
  }

  private Map<String, Object> deploymentSpec() {
    Map<String, Object> spec = replicasSpec();
    if (!one(3)) {
      spec.put("progressDeadlineSeconds", pick(600L, (long) Integer.MAX_VALUE));
    }
    return spec;
  }

  private Map<String, Object> statefulSetSpec() {
    Map<String, Object> spec = replicasSpec();
    if (!one(4)) {
      Map<String, Object> strategy = new TreeMap<>();
      strategy.put("type", one(6) ? "OnDelete" : "RollingUpdate");
      if (!one(3)) {
        strategy.put("rollingUpdate", Map.of("partition", (long) random.nextInt(3)));
      }
      spec.put("updateStrategy", strategy);
    }
    return spec;
  }

  /// Mostly all the same, so that every rule gets its turn.
  private Map<String, Object> replicas() {
    Map<String, Object> status =
        numbers(
            random.nextInt(3),
            "replicas",
            "updatedReplicas",
            "readyReplicas",
            "availableReplicas",
            "currentReplicas",
            "fullyLabeledReplicas");
    if (!one(4)) {
      status.put("currentRevision", "a");
      status.put("updateRevision", one(4) ? "b" : "a");
    }
    return status;
  }

  private Map<String, Object> scheduled() {
    return numbers(
        random.nextInt(3),
        "desiredNumberScheduled",
        "currentNumberScheduled",
        "updatedNumberScheduled",
        "numberAvailable",
        "numberReady");
  }

  private Map<String, Object> numbers(int usual, String... names) {
    Map<String, Object> numbers = new TreeMap<>();
    for (String name : names) {
      if (!one(15)) {
        numbers.put(name, (long) (one(8) ? random.nextInt(3) : usual));
      }
    }
    return numbers;
  }

  private Map<String, Object> job() {
    Map<String, Object> status = numbers(1, "succeeded", "active", "failed");
    if (!one(3)) {
      status.put("startTime", "2026-11-18T09:00:00Z");
    }
    return status;
  }

  private Map<String, Object> pod() {
    Map<String, Object> status = new TreeMap<>();
    if (!one(8)) {
      status.put("phase", pick("Pending", "Pending", "Running", "Running", "Succeeded", "Failed"));
    }
    if (one(2)) {
      Map<String, Object> state =
          one(2)
              ? Map.of("waiting", Map.of("reason", pick("CrashLoopBackOff", "ErrImagePull")))
              : Map.of("running", Map.of());
      status.put("containerStatuses", List.of(Map.of("name", "c", "state", state)));
    }
    return status;
  }

  private Map<String, Object> phase() {
    return one(6) ? Map.of() : Map.of("phase", pick("Bound", "Pending", "Lost"));
  }

  private Map<String, Object> service() {
    Map<String, Object> spec = new TreeMap<>();
    if (!one(4)) {
      spec.put("type", pick("ClusterIP", "LoadBalancer", "NodePort"));
    }
    if (!one(2)) {
      spec.put("clusterIP", "10.0.0.1");
    }
    return spec;
  }

  private Map<String, Object> budget() {
    return numbers(random.nextInt(3), "currentHealthy", "desiredHealthy");
  }

  private boolean one(int of) {
    return random.nextInt(of) == 0;
  }

  @SafeVarargs
  private final <T> T pick(T... some) {
    return some[random.nextInt(some.length)];
  }
}
