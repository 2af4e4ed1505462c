package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An enum of the user's: its constants by name, or by what `@Name` or Jackson's `@JsonProperty`
/// calls them. Built-in kinds have none, since new values must not fail there.
final class EnumType extends ValueType {
  private final Map<String, Object> constants = new LinkedHashMap<>();
  private final Map<Object, String> names = new HashMap<>();

  EnumType(Class<?> type) {
    super(0);
    for (Object constant : type.getEnumConstants()) {
      String own = ((Enum<?>) constant).name();
      try {
        add(constant, RecordShape.jsonName(own, type.getField(own)));
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException(type + " has no constant " + own, e);
      }
    }
  }

  /// Of constants with their names.
  EnumType(List<Object> all, List<String> called) {
    super(0);
    if (all.size() != called.size()) {
      throw new IllegalArgumentException(
          "%d constants have %d names: %s".formatted(all.size(), called.size(), called));
    }
    for (int i = 0; i < all.size(); i++) {
      add(all.get(i), called.get(i));
    }
  }

  private void add(Object constant, String name) {
    constants.put(name, constant);
    names.put(constant, name);
  }

  Set<String> names() {
    return constants.keySet();
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int at = in.position();
    Object constant = constants.get(in.string());
    if (constant == null) {
      throw new WireException("not one of " + String.join(", ", constants.keySet()), at);
    }
    return constant;
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    out.string(Objects.requireNonNull(names.get(value)));
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
}
