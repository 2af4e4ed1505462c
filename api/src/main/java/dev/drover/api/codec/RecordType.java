package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The description of a user's record, from its [RecordCodec].
///
/// Fields that the record does not name are left out when it is read: writes of single parts keep
/// them on the server.
final class RecordType<T> extends ObjectType<T> {
  private static final ClassValue<RecordType<?>> TYPES =
      new ClassValue<>() {
        @Override
        protected RecordType<?> computeValue(Class<?> record) {
          return new RecordType<>(record, RecordCodec.of(record));
        }
      };

  private static final int[] NO_PROTOBUF = {0};

  private static final int MAX_REQUIRED_DEPTH = 100;

  /// The `equals`, `hashCode` and `toString` of records recurse on the caller's stack.
  private static final int MAX_DEPTH = 256;

  final Class<?> record;
  private final RecordCodec<T> codec;
  private final boolean[] optional; // components of type Optional

  private RecordType(Class<?> record, RecordCodec<T> codec) {
    this(record, codec, codec.components());
  }

  private RecordType(
      Class<?> record, RecordCodec<T> codec, List<RecordCodec.Component> components) {
    super(record.getName(), fields(record, components));
    this.record = record;
    this.codec = codec;
    this.optional = new boolean[components.size()];
    for (int i = 0; i < optional.length; i++) {
      optional[i] = components.get(i).optional;
    }
  }

  private static List<Field> fields(Class<?> record, List<RecordCodec.Component> components) {
    List<Field> fields = new ArrayList<>();
    Map<String, RecordCodec.Component> byName = new HashMap<>();
    for (RecordCodec.Component component : components) {
      RecordCodec.Component namesake = byName.put(component.jsonName, component);
      if (namesake != null) {
        throw new IllegalArgumentException(
            "%s.%s and %s.%s are both called '%s' in JSON: rename one, or give it another @Name"
                .formatted(
                    record.getName(),
                    namesake.javaName,
                    record.getName(),
                    component.javaName,
                    component.jsonName));
      }
      fields.add(field(record, component, fields.size()));
    }
    return fields;
  }

  private static Field field(Class<?> record, RecordCodec.Component component, int slot) {
    Set<String> flags = new HashSet<>();
    if (component.omitEmpty) {
      flags.add("omitempty"); // a required list is written even if it is empty
    }
    if (!component.keys.isEmpty()) {
      flags.add("listType=map");
      flags.add("listKeys=" + String.join(",", component.keys));
    }
    int site = (int) (ValueType.saltOf(record.getName()) >>> 17) + 4 * slot;
    return new Field(
        component.jsonName,
        slot,
        NO_PROTOBUF,
        flags,
        component.pointer,
        site,
        () -> component.type.at(site),
        component.javaName);
  }

  /// The description of a record class, made once.
  @SuppressWarnings("unchecked") // made from that class
  static <T> RecordType<T> of(Class<T> record) {
    return (RecordType<T>) TYPES.get(record);
  }

  /// Resolves all types below this one, so that a mistake shows when a kind is made and not when
  /// its first object arrives.
  ///
  /// @throws IllegalArgumentException for a component of a type that has no JSON form, and for a
  ///   record that would need another one of itself without end
  void verify() {
    reachable().forEach(type -> type.requireEnd(List.of()));
  }

  /// Whether this record, or one inside of it, has no generated codec.
  boolean usesReflection() {
    return reachable().stream().anyMatch(type -> type.codec.isReflective());
  }

  private Set<RecordType<?>> reachable() {
    Set<RecordType<?>> reachable = new LinkedHashSet<>(List.of(this));
    Deque<RecordType<?>> open = new ArrayDeque<>(reachable);
    while (!open.isEmpty()) {
      for (Field field : open.pop().fields) {
        for (RecordType<?> nested : records(field.type())) {
          if (reachable.add(nested)) {
            open.push(nested);
          }
        }
      }
    }
    return reachable;
  }

  /// The records in a value of a type.
  private static Collection<RecordType<?>> records(ValueType type) {
    return switch (type) {
      case ListType list -> records(list.item);
      case MapType map -> records(map.value);
      case UnionType union -> union.variants.values();
      case RecordType<?> record -> List.of(record);
      default -> List.of();
    };
  }

  private void requireEnd(List<String> way) {
    if (way.size() > MAX_REQUIRED_DEPTH) {
      throw new IllegalArgumentException(
          name
              + " needs records inside records without end ("
              + String.join(".", way.subList(0, 4))
              + "...): make a component on the way @Nullable, Optional or a List");
    }
    for (Field field : fields) {
      if (!field.pointer && field.type() instanceof RecordType<?> nested) {
        List<String> further = new ArrayList<>(way);
        further.add(field.name);
        nested.requireEnd(further);
      }
    }
  }

  @Override
  T readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    if (decoding.depth() >= MAX_DEPTH) {
      throw new WireException(
          "records nest deeper than " + MAX_DEPTH + " levels: use a RawExtension for such a part",
          in.offset());
    }
    return super.readJson(in, decoding, skip);
  }

  @Override
  T create(Decoding decoding, int base, long present) {
    @Nullable Object[] arguments = new Object[fields.length];
    try {
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = argument(i, decoding.slot(base + i));
      }
      return construct(arguments);
    } catch (RuntimeException e) {
      // A record that refuses a value is one broken object, not the end of a list or a watch. The
      // message stays with the cause: it may show the value.
      WireException refused = new WireException("the constructor of " + name + " refused it", -1);
      refused.initCause(e);
      throw refused;
    }
  }

  /// What the constructor gets: for a missing part that must be there Go's zero value, such as the
  /// empty text or the record with nothing set.
  private @Nullable Object argument(int i, @Nullable Object value) {
    if (optional[i]) {
      return Optional.ofNullable(value);
    }
    return value != null || fields[i].pointer ? value : fields[i].type().zero();
  }

  T construct(@Nullable Object[] arguments) {
    try {
      return codec.create(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException("the constructor of " + name + " failed", e);
    }
  }

  @Override
  @Nullable Object get(T value, int slot) {
    @Nullable Object member;
    try {
      member = codec.get(value, slot);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException(
          "the accessor of " + name + "." + fields[slot].name + " failed", e);
    }
    if (member instanceof Optional<?> wrapped) {
      member = wrapped.orElse(null);
    }
    return member == null || (fields[slot].omitEmpty && fields[slot].isAbsent(member))
        ? null
        : member;
  }

  @Override
  T with(T value, int slot, @Nullable Object changed) {
    @Nullable Object[] arguments = new Object[fields.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(i, i == slot ? changed : get(value, i));
    }
    return construct(arguments);
  }

  @Override
  void requireFit(String where, Object value) {
    if (!value.getClass().getName().equals(name)) {
      throw new IllegalArgumentException(
          where + " is a " + name + ", not a " + value.getClass().getName());
    }
  }

  @Override
  boolean keepsUnknown() {
    return false;
  }

  @Override
  void writeUnknown(JsonWriter out, T value) {}

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  @Override
  T zero() {
    @Nullable Object[] arguments = new Object[fields.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(i, null);
    }
    return construct(arguments);
  }

  /// The presence of a record is always kept.
  @Override
  boolean isZero(Object value) {
    return false;
  }
}
