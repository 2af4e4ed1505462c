package dev.drover.api.codec;

import dev.drover.api.Name;
import dev.drover.api.crd.Union;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The type of a sealed interface of records: an object with one key that names the record, or with
/// a field that names it (see [Union]).
final class UnionType extends ValueType {
  final Class<?> type;
  final String discriminator; // empty for a union by key
  final Map<String, RecordType<?>> variants; // by key or by value of the discriminator
  private final Map<Class<?>, String> names;

  private UnionType(
      Class<?> type,
      String discriminator,
      Map<String, RecordType<?>> variants,
      Map<Class<?>, String> names) {
    super(saltOf(type.getName()), false);
    this.type = type;
    this.discriminator = discriminator;
    this.variants = variants;
    this.names = names;
  }

  /// @throws IllegalArgumentException when it is no sealed interface of records
  static UnionType of(Class<?> type) {
    Union union = type.getAnnotation(Union.class);
    String discriminator = union == null ? "" : union.discriminator();
    Map<Class<?>, String> names = new LinkedHashMap<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      if (!permitted.isRecord()) {
        throw new IllegalArgumentException(
            "%s permits %s, which is no record: a union is a sealed interface of records"
                .formatted(type.getName(), permitted.getName()));
      }
      names.put(permitted, name(permitted, discriminator.isEmpty()));
    }
    return of(type, discriminator, names);
  }

  /// A union of records with these names.
  ///
  /// @throws IllegalArgumentException when two have one name, or one has the discriminator itself
  static UnionType of(Class<?> type, String discriminator, Map<Class<?>, String> names) {
    Map<String, RecordType<?>> variants = new LinkedHashMap<>();
    names.forEach(
        (record, name) -> {
          RecordType<?> variant = RecordType.of(record);
          if (variants.put(name, variant) != null) {
            throw new IllegalArgumentException(
                "%s has two records called '%s' in JSON: give one another @Name"
                    .formatted(type.getName(), name));
          }
          if (!discriminator.isEmpty() && variant.field(discriminator) != null) {
            throw new IllegalArgumentException(
                "%s has a component '%s', which is the discriminator of %s: leave it out"
                    .formatted(record.getName(), discriminator, type.getName()));
          }
        });
    return new UnionType(type, discriminator, variants, names);
  }

  private static String name(Class<?> record, boolean isKey) {
    Name given = record.getAnnotation(Name.class);
    if (given != null) {
      return given.value();
    }
    String simple = record.getSimpleName();
    return isKey ? simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1) : simple;
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return discriminator.isEmpty()
        ? readByKey(in, decoding, skip)
        : readByDiscriminator(in, decoding, skip);
  }

  private Object readByKey(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int at = in.position();
    Object value = null;
    in.beginObject();
    for (boolean first = true; in.nextName(first); first = false) {
      String name = in.name();
      RecordType<?> variant = variants.get(name);
      if (variant == null) {
        in.skipChecked(); // one of a newer version
      } else if (!in.tryNull()) {
        if (value != null) {
          throw new WireException("more than one of " + String.join(", ", variants.keySet()), at);
        }
        try {
          value = variant.readJson(in, decoding, skip == null ? null : skip.child(name));
        } catch (WireException e) {
          throw e.in(name);
        }
      }
    }
    if (value == null) {
      throw new WireException("none of " + String.join(", ", variants.keySet()), at);
    }
    return value;
  }

  /// The discriminator may come after the fields that depend on it, so it is looked for first.
  private Object readByDiscriminator(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int at = in.position();
    long begin = in.mark();
    String found = null;
    in.beginObject();
    for (boolean first = true; in.nextName(first); first = false) {
      if (in.name().equals(discriminator)) {
        found = in.string();
      } else {
        in.skipChecked();
      }
    }
    RecordType<?> variant = found == null ? null : variants.get(found);
    if (variant == null) {
      throw new WireException(
          "%s is not one of %s".formatted(discriminator, String.join(", ", variants.keySet())), at);
    }
    in.reset(begin);
    return Objects.requireNonNull(variant.readJson(in, decoding, skip));
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    String name = Objects.requireNonNull(names.get(value.getClass()));
    RecordType<?> variant = Objects.requireNonNull(variants.get(name));
    out.beginObject();
    if (discriminator.isEmpty()) {
      out.name(name);
      variant.writeJson(out, value);
    } else {
      out.name(discriminator).string(name);
      variant.writeFields(out, value);
    }
    out.endObject();
  }

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  @Override
  @Nullable Object zero() {
    return null;
  }

  @Override
  boolean isZero(Object value) {
    return false;
  }

  @Override
  void requireFit(String where, Object value) {
    if (!names.containsKey(value.getClass())) {
      throw new IllegalArgumentException(
          where + " is a " + type.getName() + ", not a " + value.getClass().getName());
    }
  }
}
