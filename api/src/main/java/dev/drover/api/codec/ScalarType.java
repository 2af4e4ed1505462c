package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import org.jspecify.annotations.Nullable;

/// The types that are alike in JSON and protobuf: strings, booleans and numbers.
abstract class ScalarType extends ValueType {
  static final ScalarType TEXT = new Text();
  static final ScalarType BOOL = new Bool();
  static final ScalarType INT32 = new Int32();
  static final ScalarType INT64 = new Int64();
  static final ScalarType DOUBLE = new Real();

  private final Object zero;

  private ScalarType(String name, boolean isShared, Object zero) {
    super(saltOf(name), isShared, zero instanceof Double ? null : zero); // boxes of 0 are one
    this.zero = zero;
  }

  @Override
  Object zero() {
    return zero;
  }

  private static final class Text extends ScalarType {
    Text() {
      super("string", true, "");
    }

    @Override
    boolean isZero(Object value) {
      return ((String) value).isEmpty();
    }

    @Override
    Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
      return in.string();
    }

    @Override
    void writeJson(JsonWriter out, Object value) {
      out.string((String) value);
    }

    @Override
    Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
      return in.string(length);
    }

    @Override
    void writeProto(ProtoWriter out, Object value) {
      out.string((String) value);
    }
  }

  /// Numbers and booleans: small or cached in Java, so not worth sharing.
  private abstract static class Varint extends ScalarType {
    Varint(String name, Object zero) {
      super(name, false, zero);
    }

    @Override
    int wireType() {
      return ProtoReader.VARINT;
    }

    abstract long toVarint(Object value);

    @Override
    void writeProto(ProtoWriter out, Object value) {
      out.varint(toVarint(value));
    }
  }

  private static final class Bool extends Varint {
    Bool() {
      super("bool", false);
    }

    @Override
    Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
      return in.bool();
    }

    @Override
    void writeJson(JsonWriter out, Object value) {
      out.bool((Boolean) value);
    }

    @Override
    Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
      return in.varint() != 0;
    }

    @Override
    long toVarint(Object value) {
      return (Boolean) value ? 1 : 0;
    }
  }

  private static final class Int32 extends Varint {
    Int32() {
      super("int32", 0);
    }

    @Override
    Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
      return in.integer32();
    }

    @Override
    void writeJson(JsonWriter out, Object value) {
      out.number((Integer) value);
    }

    @Override
    Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
      return (int) in.varint();
    }

    @Override
    long toVarint(Object value) {
      return (Integer) value;
    }
  }

  private static final class Int64 extends Varint {
    Int64() {
      super("int64", 0L);
    }

    @Override
    Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
      return in.integer();
    }

    @Override
    void writeJson(JsonWriter out, Object value) {
      out.number((Long) value);
    }

    @Override
    Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
      return in.varint();
    }

    @Override
    long toVarint(Object value) {
      return (Long) value;
    }
  }

  private static final class Real extends ScalarType {
    Real() {
      super("double", false, 0.0);
    }

    @Override
    int wireType() {
      return ProtoReader.FIXED64;
    }

    @Override
    Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
      return in.real();
    }

    @Override
    void writeJson(JsonWriter out, Object value) {
      out.number((Double) value);
    }

    @Override
    Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
      return Double.longBitsToDouble(in.fixed64());
    }

    @Override
    void writeProto(ProtoWriter out, Object value) {
      out.fixed64(Double.doubleToRawLongBits((Double) value));
    }
  }
}
