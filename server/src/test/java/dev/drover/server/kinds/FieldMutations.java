package dev.drover.server.kinds;

import dev.drover.api.Names;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Objects that differ from a valid one in a single place: something is missing, empty, too long,
/// out of range, doubled, or there although it need not be. All are well-typed.
final class FieldMutations {
  private static final Set<String> LEFT_OUT = Set.of("metadata", "apiVersion", "kind");

  /// Fields of CEL, which only a compiler can judge.
  private static final String EXPRESSION = ".*[eE]xpression|matchConditions|variables";

  private static final int DEPTH_OF_SAMPLES = 3;

  private final Map<String, @Nullable Object> valid;
  private final Map<String, Map<String, @Nullable Object>> found = new TreeMap<>();

  private FieldMutations(Map<String, @Nullable Object> valid) {
    this.valid = valid;
  }

  /// The objects, by a description of what is different.
  static Map<String, Map<String, @Nullable Object>> of(
      Structure.Fields structure, Map<String, @Nullable Object> valid) {
    FieldMutations mutations = new FieldMutations(valid);
    mutations.fields(List.of(), structure, valid);
    return mutations.found;
  }

  private void fields(List<Object> path, Structure.Fields structure, Map<?, ?> here) {
    structure
        .members()
        .forEach(
            (name, member) -> {
              if (path.isEmpty() && LEFT_OUT.contains(name) || name.matches(EXPRESSION)) {
                return;
              }
              Object value = here.get(name);
              List<Object> below = plus(path, name);
              if (value == null) {
                for (Object sample : samples(member.structure(), 0)) {
                  add(below, sample);
                }
              } else {
                remove(below);
                change(below, member.structure(), value);
              }
            });
  }

  private void change(List<Object> path, Structure structure, Object value) {
    switch (structure) {
      case Structure.Scalar scalar -> samples(scalar, 0).forEach(sample -> add(path, sample));
      case Structure.Anything anything -> {}
      case Structure.Fields fields -> {
        add(path, Map.of());
        fields(path, fields, (Map<?, ?>) value);
      }
      case Structure.Listing listing -> {
        List<?> list = (List<?>) value;
        add(path, List.of());
        if (!list.isEmpty()) {
          List<Object> twice = new ArrayList<>(list);
          twice.add(list.getFirst());
          add(path, twice);
        }
        for (int i = 0; i < list.size(); i++) {
          change(plus(path, i), listing.item(), list.get(i));
        }
        for (Object sample : samples(listing.item(), 0)) {
          List<Object> more = new ArrayList<>(list);
          more.add(sample);
          add(path, more);
        }
      }
      case Structure.Dictionary dictionary -> {
        add(path, Map.of());
        ((Map<?, ?>) value)
            .forEach((key, item) -> change(plus(path, key), dictionary.value(), item));
        for (Object sample : samples(dictionary.value(), 0)) {
          for (String key : List.of("", "a", "Bad Key!", "a/b/c", "..x", "x".repeat(300))) {
            add(plus(path, key), sample);
          }
        }
      }
    }
  }

  /// Well-typed values, valid or not.
  private static List<Object> samples(Structure structure, int depth) {
    return switch (structure) {
      case Structure.Scalar scalar -> scalars(scalar.type());
      case Structure.Anything anything -> List.of(Map.of("a", "b"));
      case Structure.Listing listing ->
          samples(listing.item(), depth + 1).stream().<Object>map(List::of).toList();
      case Structure.Dictionary dictionary ->
          samples(dictionary.value(), depth + 1).stream()
              .<Object>map(item -> Map.of("a", item))
              .toList();
      case Structure.Fields fields -> structs(fields, depth);
    };
  }

  private static List<Object> structs(Structure.Fields fields, int depth) {
    List<Object> samples = new ArrayList<>();
    samples.add(Map.of());
    if (depth < DEPTH_OF_SAMPLES) {
      Map<String, Object> full = new TreeMap<>();
      fields
          .members()
          .forEach(
              (name, member) -> {
                if (name.matches(EXPRESSION)) {
                  return;
                }
                List<Object> values = samples(member.structure(), depth + 1);
                values.stream()
                    .limit(depth == 0 ? values.size() : 2)
                    .forEach(value -> samples.add(Map.of(name, value)));
                full.put(name, values.getFirst());
              });
      samples.add(full);
    }
    return samples;
  }

  private static List<Object> scalars(String type) {
    return switch (type) {
      case "string" -> List.of("x", "", "Bad Value!", "a.b/c", "x".repeat(300));
      case "bool" -> List.of(true, false);
      case "int32", "int64" -> List.of(1L, 0L, -1L, 7L, 70_000L, 2_000_000_000L);
      case "double" -> List.of(1.5d, -1d);
      case "quantity" -> List.of("1", "0", "-1", "1500m", "2Gi");
      case "intorstring" -> List.of(1L, 0L, -1L, 70_000L, "x", "", "50%", "150%", "Bad!");
      case "time" -> List.of("2020-01-02T03:04:05Z");
      case "microtime" -> List.of("2020-01-02T03:04:05.000006Z");
      case "duration" -> List.of("1m0s", "-1s");
      case "bytes" -> List.of("aGVsbG8=", "");
      default -> List.of();
    };
  }

  private void add(List<Object> path, Object value) {
    put(path + " = " + shortened(value), path, value);
  }

  private void remove(List<Object> path) {
    put(path + " removed", path, null);
  }

  private void put(String what, List<Object> path, @Nullable Object value) {
    TreeNode copy = TreeNode.copyOf(valid);
    set(copy.map(), path, value);
    found.put(what, copy.map());
  }

  @SuppressWarnings("unchecked") // trees are made of these
  private static void set(Object here, List<Object> path, @Nullable Object value) {
    Object step = path.getFirst();
    boolean isLast = path.size() == 1;
    switch (here) {
      case Map<?, ?> map when isLast && value == null -> map.remove(step);
      case Map<?, ?> map when isLast -> ((Map<Object, Object>) map).put(step, value);
      case List<?> list when isLast -> ((List<Object>) list).set((Integer) step, value);
      case Map<?, ?> map -> set(map.get(step), path.subList(1, path.size()), value);
      case List<?> list -> set(list.get((Integer) step), path.subList(1, path.size()), value);
      default -> throw new IllegalStateException("no " + path + " in " + here);
    }
  }

  private static List<Object> plus(List<Object> path, Object step) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }

  private static String shortened(Object value) {
    String text = value.toString();
    return Names.dnsLabel(text).isEmpty() || text.length() < 200
        ? text
        : text.substring(0, 100) + "…(" + text.length() + ")" + text.hashCode();
  }
}
