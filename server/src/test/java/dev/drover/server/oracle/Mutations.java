package dev.drover.server.oracle;

import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All ways to spoil an object a little: every field in turn is taken away, doubled, emptied, or
/// gets a value that some rule may not like; and every field that is not there is added. Types stay
/// right, so that rules are asked and not the decoder. No list or map is made empty: to us that is
/// the same as absent, while Go tells them apart in a few complaints.
public final class Mutations {
  private static final List<String> TEXTS =
      List.of(
          "",
          "Bad_Value!",
          "-x",
          "a.b",
          "../up",
          "/abs",
          "x=y",
          "a/b/c",
          "10.0.0.256",
          "1",
          "<&>\"\\",
          "é",
          "a".repeat(64),
          "b".repeat(300));
  private static final List<Long> NUMBERS = List.of(-1L, 0L, 1L, 256L, 70000L, 2147483647L);
  private static final List<String> QUANTITIES = List.of("-1", "0", "1500m", "100Gi", "0.0001");

  /// An object with one change.
  ///
  /// @param what says what was changed
  public record Mutation(String what, Map<String, Object> object) {}

  private final Map<String, Object> object;
  private final List<Mutation> all = new ArrayList<>();

  private Mutations(Map<String, Object> object) {
    this.object = object;
  }

  /// Changes to the given fields of an object, and everything below them.
  public static List<Mutation> of(
      Map<String, Object> object, Structure.Fields type, String... fields) {
    var mutations = new Mutations(object);
    for (String field : fields) {
      mutations.value(
          field, List.of(field), type.member(field).orElseThrow().structure(), object.get(field));
    }
    return mutations.all;
  }

  private void value(String what, List<Object> path, Structure type, Object value) {
    if (value == null) {
      absent(what, path, type);
      return;
    }
    drop(what, path);
    below(what, path, type, value);
  }

  private void item(String what, List<Object> path, Structure type, Object value, int count) {
    if (count > 1) {
      drop(what, path);
    }
    below(what, path, type, value);
  }

  private void below(String what, List<Object> path, Structure type, Object value) {
    switch (type) {
      case Structure.Scalar scalar ->
          candidates(scalar).forEach(v -> replace(what + " = " + v, path, v));
      case Structure.Anything anything -> {}
      case Structure.Listing listing -> list(what, path, listing, (List<?>) value);
      case Structure.Dictionary map -> {
        for (Object candidate : sample(map.value())) {
          addEntry(what, path, "Bad Key!", candidate);
          addEntry(what, path, "example.com/ok", candidate);
        }
        ((Map<?, ?>) value)
            .forEach(
                (k, v) ->
                    item(
                        what + "[" + k + "]",
                        plus(path, k),
                        map.value(),
                        v,
                        ((Map<?, ?>) value).size()));
      }
      case Structure.Fields fields ->
          fields
              .members()
              .forEach(
                  (name, member) ->
                      value(
                          what + "." + name,
                          plus(path, name),
                          member.structure(),
                          ((Map<?, ?>) value).get(name)));
    }
  }

  private void list(String what, List<Object> path, Structure.Listing type, List<?> items) {
    if (!items.isEmpty()) {
      var twice = new ArrayList<Object>(items);
      twice.add(items.getFirst());
      replace(what + " with the first one twice", path, twice);
    }
    for (Object item : sample(type.item())) {
      var more = new ArrayList<Object>(items);
      more.add(item);
      replace(what + " and " + item, path, more);
    }
    for (int i = 0; i < items.size(); i++) {
      item(what + "[" + i + "]", plus(path, i), type.item(), items.get(i), items.size());
    }
  }

  private void absent(String what, List<Object> path, Structure type) {
    switch (type) {
      case Structure.Scalar scalar ->
          candidates(scalar).forEach(v -> replace(what + " = " + v, path, v));
      case Structure.Anything anything -> {}
      case Structure.Listing listing ->
          sample(listing.item()).forEach(v -> replace(what + " = [" + v + "]", path, List.of(v)));
      case Structure.Dictionary map ->
          sample(map.value())
              .forEach(v -> replace(what + " = {k: " + v + "}", path, Map.of("k", v)));
      case Structure.Fields fields -> {
        replace(what + " = {}", path, Map.of());
        fields
            .members()
            .forEach(
                (name, member) -> {
                  for (Object v : sample(member.structure())) {
                    replace(what + " = {" + name + ": " + v + "}", path, Map.of(name, v));
                  }
                });
      }
    }
  }

  /// A few values of a type.
  private static List<?> sample(Structure type) {
    return switch (type) {
      case Structure.Scalar scalar -> {
        var candidates = candidates(scalar);
        yield candidates.subList(0, Math.min(2, candidates.size()));
      }
      case Structure.Anything anything -> List.of();
      // An empty list is none in our trees, but in Go something else than no list at all.
      case Structure.Listing listing -> List.of();
      case Structure.Dictionary map -> List.of();
      case Structure.Fields fields -> List.of(Map.of());
    };
  }

  private static List<?> candidates(Structure.Scalar scalar) {
    return switch (scalar.type()) {
      case "string" -> TEXTS;
      case "bool" -> List.of(true, false);
      case "int32", "int64" -> NUMBERS;
      case "quantity" -> QUANTITIES;
      case "intorstring" -> List.of(-1L, 0L, 1L, 70000L, "10%", "120%", "Bad!", "name");
      case "time" -> List.of("2020-01-01T00:00:00Z");
      default -> List.of();
    };
  }

  private void drop(String what, List<Object> path) {
    change(
        what + " dropped",
        path,
        (owner, key) -> {
          if (owner instanceof Map<?, ?> map) {
            map.remove(key);
          } else {
            ((List<?>) owner).remove(((Integer) key).intValue());
          }
        });
  }

  private void replace(String what, List<Object> path, Object value) {
    change(what, path, (owner, key) -> put(owner, key, copy(value)));
  }

  private void addEntry(String what, List<Object> path, String name, Object value) {
    change(
        what + " with " + name + ": " + value,
        plus(path, name),
        (owner, key) -> put(owner, key, copy(value)));
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static void put(Object owner, Object key, Object value) {
    if (owner instanceof Map<?, ?> map) {
      ((Map<String, Object>) map).put((String) key, value);
    } else {
      ((List<Object>) owner).set((Integer) key, value);
    }
  }

  private static Object copy(Object value) {
    return TreeNode.copyOf(Map.of("value", value)).get("value");
  }

  private interface Edit {
    void apply(Object owner, Object key);
  }

  private void change(String what, List<Object> path, Edit edit) {
    Map<String, Object> changed = new TreeMap<>(TreeNode.copyOf(object).map());
    Object owner = changed;
    for (Object step : path.subList(0, path.size() - 1)) {
      owner =
          owner instanceof Map<?, ?> map ? map.get(step) : ((List<?>) owner).get((Integer) step);
    }
    edit.apply(owner, path.getLast());
    all.add(new Mutation(what, changed));
  }

  private static List<Object> plus(List<Object> path, Object step) {
    var longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
