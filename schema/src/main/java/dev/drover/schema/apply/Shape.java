package dev.drover.schema.apply;

import static dev.drover.schema.apply.Absent.ABSENT;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.FieldType.Container;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Member;
import dev.drover.schema.Structure.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Functions shared by the algorithms that traverse trees: they determine the structure of a value,
/// and the path elements of the values inside it.
final class Shape {
  private static final Anything GRANULAR = new Anything(true);
  private static final Anything ATOMIC = new Anything(false);
  private static final Scalar ANY = new Scalar("any");
  private static final Listing ATOMIC_LIST = new Listing(ATOMIC, Merge.ATOMIC, List.of());
  private static final Dictionary GRANULAR_MAP = new Dictionary(GRANULAR, Merge.GRANULAR);
  private static final Dictionary ATOMIC_MAP = new Dictionary(ATOMIC, Merge.ATOMIC);

  private Shape() {}

  /// The structure of this value where the schema allows several: never [Anything]. Null counts as
  /// a map.
  static Structure of(Structure structure, @Nullable Object value) {
    return switch (structure) {
      case Anything(boolean granular) -> deduced(granular, value);
      case Scalar(String type) when type.equals("intorstring") -> deduced(true, value);
      default -> structure;
    };
  }

  private static Structure deduced(boolean granular, @Nullable Object value) {
    return switch (value) {
      case null -> granular ? GRANULAR_MAP : ATOMIC_MAP;
      case Map<?, ?> ignored -> granular ? GRANULAR_MAP : ATOMIC_MAP;
      case List<?> ignored -> ATOMIC_LIST;
      default -> ANY;
    };
  }

  /// Whether values of this structure are owned as a whole.
  static boolean isAtomic(Structure structure) {
    return switch (structure) {
      case Scalar ignored -> true;
      case Anything(boolean granular) -> !granular;
      case Listing list -> list.merge() == Merge.ATOMIC;
      case Dictionary map -> map.merge() == Merge.ATOMIC;
      case Fields fields -> fields.merge() == Merge.ATOMIC;
    };
  }

  /// Whether the schema lists the field of this name.
  static boolean declares(Structure structure, String name) {
    return structure instanceof Fields fields && fields.member(name).isPresent();
  }

  /// What the schema says about an entry of a map or a field of an object; empty when it has no
  /// such field.
  static Optional<Structure> child(Structure structure, String name) {
    return switch (structure) {
      case Dictionary map -> Optional.of(map.value());
      case Fields fields -> {
        Optional<Member> member = fields.member(name);
        yield member.isPresent()
            ? member.map(Member::structure)
            : isFree(fields) ? Optional.of(GRANULAR) : Optional.empty();
      }
      case Anything(boolean granular) -> Optional.of(granular ? GRANULAR : ATOMIC);
      case Scalar ignored -> Optional.empty();
      case Listing ignored -> Optional.empty();
    };
  }

  /// Whether an object may have fields that are not listed. One without any listed may: OpenAPI has
  /// no other way to say "any object".
  static boolean isFree(Fields fields) {
    return fields.keepsUnknown() || fields.members().isEmpty();
  }

  /// The map that a value is; an empty one for a value that is absent, null or something else.
  @SuppressWarnings("unchecked") // JSON has string keys
  static Map<String, @Nullable Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
  }

  /// The list that a value is; an empty one for a value that is absent, null or something else.
  @SuppressWarnings("unchecked") // nothing is written to it
  static List<@Nullable Object> list(@Nullable Object value) {
    return value instanceof List<?> list ? (List<@Nullable Object>) list : List.of();
  }

  /// The value of a map's entry, or [Absent#ABSENT].
  static <K> @Nullable Object get(Map<K, @Nullable Object> map, K key) {
    Object value = map.get(key);
    return value != null || map.containsKey(key) ? value : ABSENT;
  }

  /// The step to an item of a list whose items are identified by keys or by value.
  ///
  /// @throws IllegalArgumentException for an item that cannot be told apart
  static PathElement step(Listing list, @Nullable Object item) {
    return list.keys().isEmpty() ? setStep(item) : keyStep(list, item);
  }

  /// The step to an item, if it can be told apart.
  static Optional<PathElement> stepIfAny(Listing list, @Nullable Object item) {
    try {
      return Optional.of(step(list, item));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // it has lost its key, and has no owner
    }
  }

  private static PathElement setStep(@Nullable Object item) {
    return switch (item) {
      case null ->
          throw new IllegalArgumentException(
              "associative list without keys has an element that's an explicit null");
      case Map<?, ?> ignored ->
          throw new IllegalArgumentException(
              "associative list without keys has an element that's a map type");
      case List<?> ignored ->
          throw new IllegalArgumentException(
              "not supported: associative list with lists as elements");
      default -> new PathElement.Item(item);
    };
  }

  private static PathElement keyStep(Listing list, @Nullable Object item) {
    if (item == null) {
      throw new IllegalArgumentException("associative list with keys may not have a null element");
    }
    if (!(item instanceof Map<?, ?>)) {
      throw new IllegalArgumentException(
          "associative list with keys may not have non-map elements");
    }
    Map<String, @Nullable Object> fields = map(item);
    List<PathElement.KeyField> key = new ArrayList<>();
    for (String name : list.keys()) {
      if (fields.containsKey(name)) {
        key.add(new PathElement.KeyField(name, fields.get(name)));
      } else {
        keyDefault(list, name).ifPresent(value -> key.add(new PathElement.KeyField(name, value)));
      }
    }
    if (key.isEmpty()) {
      throw new IllegalArgumentException(
          "associative list with keys has an element that omits all key fields "
              + list.keys().stream()
                  .map(GoQuoting::quote)
                  .collect(Collectors.joining(" ", "[", "]"))
              + " (and doesn't have default values for any key fields)");
    }
    return new PathElement.Key(key);
  }

  private static Optional<Object> keyDefault(Listing list, String name) {
    if (!(list.item() instanceof Fields fields)) {
      throw new IllegalArgumentException(
          "couldn't find default value for "
              + name
              + ": associative list may not have non-map types");
    }
    return fields
        .member(name)
        .flatMap(
            member -> member.defaultValue().or(() -> member.entry().flatMap(Shape::zeroValue)));
  }

  /// The default that OpenAPI states for every field that Go always writes: its zero value.
  private static Optional<Object> zeroValue(FieldEntry entry) {
    if (entry.type().container() != Container.VALUE || entry.omitEmpty() || entry.omitZero()) {
      return Optional.empty();
    }
    return switch (entry.type().base()) {
      case "string" -> Optional.of("");
      case "bool" -> Optional.of(false);
      case "int32", "int64", "double" -> Optional.of(0L);
      default -> Optional.empty();
    };
  }

  /// An immutable map.
  static Map<String, @Nullable Object> sealed(Map<String, @Nullable Object> map) {
    return Collections.unmodifiableMap(map);
  }
}
