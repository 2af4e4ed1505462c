package dev.drover.schema.apply;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes random writes of one object: by several managers, of parts of a sample, with values that
/// differ now and then.
final class RandomWrites {
  /// What the writes are made of: every part may be missing, scalars of one name have a few values.
  enum Sample {
    CONFIG_MAP(
        new GroupVersionKind("", "v1", "ConfigMap"),
        """
        {"metadata":{"labels":{"a":"?","b":"?"},"annotations":{"x":"?"},"finalizers":["t.io/?","t.io/a"]},
         "data":{"a":"?","b":"?","c":"?"},"binaryData":{"d":"YQ=="}}
        """),
    SERVICE(
        new GroupVersionKind("", "v1", "Service"),
        """
        {"metadata":{"labels":{"a":"?"}},
         "!spec":{"selector":{"a":"?","b":"?"},"publishNotReadyAddresses":true,
           "!ports":[{"name":"?","port":80,"!targetPort":"p?"},{"name":"other","port":443,"!targetPort":"https","protocol":"TCP"},
             {"name":"dns","port":80,"!targetPort":53,"protocol":"UDP"}]}}
        """),
    DEPLOYMENT(
        new GroupVersionKind("apps", "v1", "Deployment"),
        """
        {"metadata":{"labels":{"a":"?"},"annotations":{"x":"?","y":"?"}},
         "!spec":{"replicas":"#","paused":true,"minReadySeconds":"#","!selector":{"!matchLabels":{"!app":"x"}},
           "strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1,"maxUnavailable":"50%"}},
           "!template":{"!metadata":{"!labels":{"!app":"x","a":"?"},"annotations":{"z":"?"}},
             "!spec":{"!containers":[
                 {"name":"one","!image":"?","args":["?","b"],"env":[{"name":"A","value":"?"},{"name":"B","value":"?"}],
                  "ports":[{"containerPort":80},{"containerPort":53,"protocol":"UDP","name":"dns"}],
                  "resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"500m"}},
                  "volumeMounts":[{"!mountPath":"/a","name":"v"}]},
                 {"name":"two","!image":"?","imagePullPolicy":"Always","securityContext":{"runAsUser":"#"}}],
               "!volumes":[{"name":"v","!emptyDir":{}},{"name":"w","!configMap":{"name":"?","items":[{"key":"?","!path":"p"}]}}],
               "nodeSelector":{"n":"?"},"hostAliases":[{"ip":"1.1.1.1","!hostnames":["?"]}],
               "tolerations":[{"key":"?","!operator":"Exists"}],
               "affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
                  {"!weight":1,"!preference":{"!matchExpressions":[{"key":"k","!operator":"Exists"}]}}]}},
               "topologySpreadConstraints":[{"!maxSkew":1,"!topologyKey":"?","!whenUnsatisfiable":"ScheduleAnyway"}]}}},
         "status":{"replicas":"#","observedGeneration":"#","conditions":[{"type":"?","status":"True"},{"type":"Z","status":"False","reason":"?"}]}}
        """),
    POD(
        new GroupVersionKind("", "v1", "Pod"),
        """
        {"metadata":{"labels":{"a":"?"},"annotations":{"x":"?"}},
         "!spec":{"!containers":[{"name":"one","!image":"?"}],"activeDeadlineSeconds":100},
         "status":{"phase":"Running","podIPs":[{"ip":"10.0.0.1"}],
           "conditions":[{"type":"?","status":"True","lastProbeTime":null},{"type":"Z","status":"False"}],
           "containerStatuses":[{"name":"one","image":"?","imageID":"","ready":true,"restartCount":"#"}]}}
        """),
    NETWORK_POLICY(
        new GroupVersionKind("networking.k8s.io", "v1", "NetworkPolicy"),
        """
        {"metadata":{"labels":{"a":"?"}},
         "!spec":{"podSelector":{"matchLabels":{"a":"?","b":"?"}},"policyTypes":["Ingress"],
           "ingress":[{"ports":[{"port":80,"!protocol":"TCP"}]},{}]}}
        """);

    private final GroupVersionKind kind;
    private final Map<String, @Nullable Object> tree;

    Sample(GroupVersionKind kind, String json) {
      this.kind = kind;
      this.tree = Shape.map(RawExtension.ofJson(json).tree());
    }

    GroupVersionKind kind() {
      return kind;
    }
  }

  /// What is done.
  enum Verb {
    CREATE("POST", "application/json"),
    UPDATE("PUT", "application/json"),
    PATCH("PATCH", "application/merge-patch+json"),
    APPLY("PATCH", "application/apply-patch+yaml"),
    DELETE("DELETE", "application/json");

    private final String method;
    private final String contentType;

    Verb(String method, String contentType) {
      this.method = method;
      this.contentType = contentType;
    }

    String method() {
      return method;
    }

    String contentType() {
      return contentType;
    }
  }

  /// One write.
  record Write(
      Verb verb,
      String subresource,
      String manager,
      boolean force,
      Map<String, @Nullable Object> body) {
    @Override
    public String toString() {
      return verb
          + "/"
          + subresource
          + " by "
          + manager
          + (force ? " forced" : "")
          + " "
          + ApplyRealServerTest.json(body);
    }
  }

  private static final List<String> APPLIERS = List.of("kubectl", "one", "two", "three");
  private static final List<String> UPDATERS = List.of("kubectl", "edit", "controller");

  private final Sample sample;
  private final Random random;
  private final String name;

  RandomWrites(Sample sample, Random random, String name) {
    this.sample = sample;
    this.random = random;
    this.name = name;
  }

  /// A write of an object that is now like this, or not there.
  Write next(@Nullable Map<String, @Nullable Object> live) {
    if (live == null) {
      return chance(2) ? new Write(Verb.CREATE, "", pick(UPDATERS), false, whole()) : apply("");
    }
    String subresource = sample.tree.containsKey("status") && chance(5) ? "status" : "";
    return switch (random.nextInt(20)) {
      case 0 -> new Write(Verb.DELETE, "", "x", false, Map.of("gracePeriodSeconds", 0L));
      case 1, 2, 3, 4 -> update(live, subresource);
      case 5, 6, 7, 8 -> new Write(Verb.PATCH, subresource, updater(), false, patch());
      default -> apply(subresource);
    };
  }

  private Write apply(String subresource) {
    Map<String, @Nullable Object> config = whole();
    return new Write(Verb.APPLY, subresource, pick(APPLIERS), chance(3), config);
  }

  private Write update(Map<String, @Nullable Object> live, String subresource) {
    Map<String, @Nullable Object> body = new TreeMap<>(live);
    Map<String, @Nullable Object> metadata = new TreeMap<>(Shape.map(live.get("metadata")));
    metadata.remove("resourceVersion");
    switch (random.nextInt(12)) {
      case 0 -> metadata.put("managedFields", List.of());
      case 1 -> metadata.put("managedFields", List.of(Map.of()));
      case 2 -> metadata.put("managedFields", List.of(Map.of("operation", "Nonsense")));
      case 3, 4, 5, 6, 7 -> metadata.remove("managedFields");
      default -> {}
    }
    if (chance(2)) {
      metadata.put("labels", part(Shape.map(sample.tree.get("metadata")).get("labels")));
    }
    body.put("metadata", metadata);
    Map<String, @Nullable Object> changed = whole();
    for (String part : List.of("spec", "data", "status")) {
      if (changed.containsKey(part) && chance(2)) {
        body.put(part, merged(live.get(part), changed.get(part)));
      }
    }
    return new Write(Verb.UPDATE, subresource, updater(), false, body);
  }

  private Map<String, @Nullable Object> patch() {
    Map<String, @Nullable Object> patch = new TreeMap<>(whole());
    patch.remove("apiVersion");
    patch.remove("kind");
    Map<String, @Nullable Object> metadata = new TreeMap<>(Shape.map(patch.get("metadata")));
    metadata.remove("name");
    if (chance(3)) {
      metadata.put("annotations", chance(2) ? null : Collections.singletonMap("x", null));
    }
    if (chance(8)) {
      metadata.put(
          "annotations", Map.of(LastApplied.ANNOTATION, ApplyRealServerTest.json(whole())));
    }
    patch.put("metadata", metadata);
    return patch;
  }

  private String updater() {
    return chance(3) ? "many-" + random.nextInt(15) : pick(UPDATERS);
  }

  /// The sample, less some parts.
  private Map<String, @Nullable Object> whole() {
    Map<String, @Nullable Object> object = new TreeMap<>(Shape.map(part(sample.tree)));
    Map<String, @Nullable Object> metadata = new TreeMap<>(Shape.map(object.get("metadata")));
    metadata.put("name", name);
    object.put("metadata", metadata);
    object.put("apiVersion", sample.kind.apiVersion());
    object.put("kind", sample.kind.kind());
    return object;
  }

  private @Nullable Object part(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> some = new TreeMap<>();
        map.forEach(
            (key, entry) -> {
              String field = (String) key;
              boolean required = field.startsWith("!");
              boolean isKey =
                  List.of("name", "containerPort", "port", "key", "type", "ip").contains(field);
              if (required || isKey || !chance(3)) {
                some.put(required ? field.substring(1) : field, part(entry));
              }
            });
        yield some;
      }
      case List<?> list -> {
        List<@Nullable Object> some = new ArrayList<>();
        for (Object item : list) {
          if (some.isEmpty() || chance(2)) {
            some.add(part(item));
          }
        }
        if (chance(4)) {
          Collections.reverse(some);
        }
        yield some;
      }
      case String text when text.equals("#") -> (long) random.nextInt(4);
      case String text -> text.replace("?", pick(List.of("a", "b", "c")));
      case null, default -> value;
    };
  }

  private @Nullable Object merged(@Nullable Object old, @Nullable Object changed) {
    if (!(old instanceof Map) || !(changed instanceof Map)) {
      return changed;
    }
    Map<String, @Nullable Object> merged = new TreeMap<>(Shape.map(old));
    Shape.map(changed)
        .forEach((field, value) -> merged.put(field, merged(merged.get(field), value)));
    // Only what clients write goes: what the server adds it would add again, unseen.
    Shape.map(changed).keySet().stream()
        .filter(field -> !field.equals("containers") && chance(10))
        .forEach(merged::remove);
    return merged;
  }

  /// An object that was just created as the client's write left it: without what the server
  /// allocates or admission adds.
  Map<String, @Nullable Object> withoutAllocated(Map<String, @Nullable Object> object) {
    FieldSet allocated =
        switch (sample) {
          case SERVICE ->
              FieldSet.of(
                  "spec.clusterIP", "spec.clusterIPs", "spec.ipFamilies", "spec.ipFamilyPolicy");
          case POD -> FieldSet.of("spec.tolerations", "spec.priority", "spec.preemptionPolicy");
          case CONFIG_MAP, DEPLOYMENT, NETWORK_POLICY -> FieldSet.EMPTY;
        };
    var structure = dev.drover.schema.SchemaTable.builtIn().structure(sample.kind).orElseThrow();
    return new TreeMap<>(Shape.map(TreeRemoval.remove(structure, object, allocated)));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
