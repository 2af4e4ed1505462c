package dev.drover.api;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An enum of the user's: its constants by name. Built-in kinds have none, since new values must
/// not fail there.
final class EnumType extends ValueType {
  private final Object[] constants;

  EnumType(Class<?> type) {
    super(0);
    this.constants = type.getEnumConstants();
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int at = in.position();
    String name = in.string();
    for (Object constant : constants) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new WireException("not one of " + Arrays.toString(constants), at);
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    out.string(((Enum<?>) value).name());
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
