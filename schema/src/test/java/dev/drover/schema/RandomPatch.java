package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/// Patches for a PodTemplate: most of them fit, some do not.
final class RandomPatch {
  private final Random random;
  private boolean directives;

  RandomPatch(Random random) {
    this.random = random;
  }

  Object strategic() {
    directives = true;
    return template();
  }

  Object merge() {
    directives = false;
    return template();
  }

  /// Metadata is never null nor under a directive: the object would lose its name.
  private Map<String, Object> template() {
    Map<String, Object> metadata = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      put(metadata, "labels", texts("a", "b", "c"));
    }
    if (random.nextBoolean()) {
      put(metadata, "annotations", texts("a", "b"));
    }
    if (random.nextBoolean()) {
      put(metadata, "finalizers", scalars("finalizers", "x/a", "x/b", "x/c", "x/d"));
    }
    Map<String, Object> template = object(Map.of("metadata", this::labels, "spec", this::spec));
    return Map.of("metadata", metadata, "template", template);
  }

  private Object labels() {
    return object(Map.of("labels", () -> texts("a", "b", "c")));
  }

  private Object spec() {
    return object(
        Map.of(
            "containers", () -> listOf("name", this::container, "a", "b", "c", "d"),
            "volumes", () -> listOf("name", this::volume, "v", "w", "z"),
            "imagePullSecrets", () -> listOf("name", Map::of, "s", "t", "u"),
            "hostAliases",
                () ->
                    listOf(
                        "ip",
                        () -> Map.of("hostnames", List.of(pick("h", "i"))),
                        "10.0.0.1",
                        "10.0.0.2"),
            "nodeSelector", () -> texts("n", "m"),
            "tolerations", () -> List.of(Map.of("key", pick("k", "l"), "operator", "Exists")),
            "securityContext",
                () ->
                    object(
                        Map.of(
                            "runAsUser", () -> random.nextLong(3),
                            "supplementalGroups", () -> List.of(random.nextLong(5)))),
            "hostname", () -> pick("h", "i")));
  }

  private Map<String, Object> container() {
    return object(
        Map.of(
            "image", () -> pick("i", "j", "k"),
            "args", () -> List.of(pick("1", "2"), pick("3", "4")),
            "env", () -> listOf("name", () -> Map.of("value", pick("1", "2")), "x", "y", "z"),
            "ports", () -> ports(),
            "volumeMounts",
                () -> listOf("mountPath", () -> Map.of("name", pick("v", "w")), "/v", "/w")));
  }

  private Object ports() {
    List<Object> ports = new ArrayList<>();
    for (long port = 80; port < 83; port++) {
      if (random.nextBoolean()) {
        ports.add(Map.of("containerPort", port, "protocol", pick("TCP", "UDP")));
      }
    }
    return ports;
  }

  private Map<String, Object> volume() {
    Map<String, Object> volume = new LinkedHashMap<>();
    String source = pick("emptyDir", "hostPath", "configMap");
    volume.put(
        source,
        switch (source) {
          case "hostPath" -> Map.of("path", "/p");
          case "configMap" -> Map.of("name", pick("m", "n"));
          default -> Map.of();
        });
    if (directives && random.nextInt(3) > 0) {
      volume.put("$retainKeys", List.of("name", random.nextInt(8) > 0 ? source : "nfs"));
    }
    return volume;
  }

  /// An object with some of the fields; now and then a null or a directive.
  private Map<String, Object> object(Map<String, Supplier<?>> fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (String name : fields.keySet().stream().sorted().toList()) {
      if (random.nextInt(5) < 2) {
        put(object, name, fields.get(name).get());
      }
    }
    if (directives && random.nextInt(25) == 0) {
      object.put("$patch", pick("replace", "delete", "merge"));
    }
    return object;
  }

  private void put(Map<String, Object> object, String name, Object value) {
    if (random.nextInt(12) == 0) {
      object.put(name, null);
    } else if (value instanceof Extras extras) {
      object.putAll(extras.beside());
      if (!extras.items().isEmpty() || random.nextBoolean()) {
        object.put(name, extras.items());
      }
    } else {
      object.put(name, value);
    }
  }

  /// A list and the directives that go beside it.
  private record Extras(List<Object> items, Map<String, Object> beside) {}

  private Object listOf(String key, Supplier<Map<String, Object>> item, String... names) {
    List<Object> items = new ArrayList<>();
    List<Object> order = new ArrayList<>();
    for (String name : shuffled(names)) {
      if (random.nextBoolean()) {
        Map<String, Object> map = new LinkedHashMap<>(item.get());
        if (random.nextInt(25) > 0) {
          map.put(key, name);
        }
        if (directives && random.nextInt(5) == 0) {
          map.put("$patch", pick("delete", "delete", "delete", "replace", "merge"));
        }
        items.add(map);
        order.add(Map.of(key, name));
      } else if (random.nextBoolean()) {
        order.add(Map.of(key, name));
      }
    }
    if (random.nextInt(8) == 0 && !order.isEmpty()) {
      order.removeLast();
    }
    String field =
        switch (key) {
          case "mountPath" -> "volumeMounts";
          case "ip" -> "hostAliases";
          default -> item.get().containsKey("value") ? "env" : "";
        };
    return directives && !field.isEmpty() && random.nextBoolean()
        ? new Extras(items, Map.of("$setElementOrder/" + field, order))
        : items;
  }

  private Object scalars(String name, String... values) {
    if (!directives) {
      return List.copyOf(shuffled(values));
    }
    Map<String, Object> beside = new LinkedHashMap<>();
    List<Object> items = new ArrayList<>();
    List<Object> order = new ArrayList<>();
    for (String value : shuffled(values)) {
      order.add(value);
      switch (random.nextInt(4)) {
        case 0, 1 -> items.add(value);
        case 2 -> beside.put("$deleteFromPrimitiveList/" + name, List.of(value));
        default -> {}
      }
    }
    if (random.nextBoolean()) {
      beside.put("$setElementOrder/" + name, order);
    }
    return new Extras(items, beside);
  }

  private Map<String, Object> texts(String... names) {
    Map<String, Object> texts = new LinkedHashMap<>();
    for (String name : names) {
      switch (random.nextInt(3)) {
        case 0 -> texts.put(name, pick("1", "2"));
        case 1 -> texts.put(name, null);
        default -> {}
      }
    }
    return texts;
  }

  /// A JSON patch whose paths lead to, or just beside, places in the object.
  Object json(Map<String, Object> object) {
    List<Object> operations = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      Map<String, Object> operation = new LinkedHashMap<>();
      operation.put("op", pick("add", "remove", "replace", "move", "copy", "test"));
      operation.put("path", path(object));
      operation.put("from", path(object));
      Object value = at(object, (String) operation.get(pick("path", "from")));
      if (random.nextInt(10) > 0) {
        operation.put("value", value);
      }
      operations.add(operation);
    }
    return operations;
  }

  private String path(Map<String, Object> object) {
    StringBuilder path = new StringBuilder();
    Object here = object;
    do {
      switch (here) {
        case Map<?, ?> map when !map.isEmpty() -> {
          List<String> names = new ArrayList<>();
          map.keySet().forEach(name -> names.add((String) name));
          // the identity of the object is not this test's matter
          names.removeAll(
              List.of("apiVersion", "kind", "managedFields", "name", "namespace", "uid"));
          names.removeAll(List.of("resourceVersion", "creationTimestamp", "generation"));
          names.add("other");
          String name = names.get(random.nextInt(names.size()));
          path.append('/').append(name.replace("~", "~0").replace("/", "~1"));
          here = map.get(name);
        }
        case List<?> list -> {
          int index = random.nextInt(-list.size() - 1, list.size() + 2);
          path.append('/').append(random.nextInt(8) == 0 ? "-" : index);
          here = index >= 0 && index < list.size() ? list.get(index) : null;
        }
        case null, default -> here = null;
      }
    } while (here != null && random.nextInt(6) > 0);
    return path.toString();
  }

  private static Object at(Object tree, String path) {
    Object here = tree;
    for (String step : path.substring(1).split("/", -1)) {
      here =
          switch (here) {
            case Map<?, ?> map -> map.get(step.replace("~1", "/").replace("~0", "~"));
            case List<?> list when step.matches("[0-9]+") && Integer.parseInt(step) < list.size() ->
                list.get(Integer.parseInt(step));
            case null, default -> null;
          };
    }
    return here;
  }

  private List<String> shuffled(String... values) {
    List<String> list = new ArrayList<>(List.of(values));
    java.util.Collections.shuffle(list, random);
    return list;
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }
}
