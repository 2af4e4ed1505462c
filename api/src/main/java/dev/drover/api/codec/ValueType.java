package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import org.jspecify.annotations.Nullable;

/// Reads and writes one type of values in JSON and in protobuf, and knows the value that Go takes
/// for its absence.
///
/// Stateless and shared by all threads.
abstract class ValueType {
  /// Keeps parts of different types apart in [SharedParts]; 0 = values of this type are not worth
  /// sharing.
  final long salt;

  /// The same, also where values are not shared but lists of them are, which must be told apart.
  final long identity;

  /// The one object that reading gives for Go's zero value, so that a value just read is compared
  /// by identity: looking into a shared part only to see that it is not empty would fetch it into
  /// the processor's cache. Null where reading may give several.
  final @Nullable Object onlyZero;

  ValueType(long salt) {
    this(salt, true, null);
  }

  ValueType(long identity, boolean isShared) {
    this(identity, isShared, null);
  }

  ValueType(long identity, boolean isShared, @Nullable Object onlyZero) {
    this.identity = identity;
    this.salt = isShared ? identity : 0;
    this.onlyZero = onlyZero;
  }

  /// A salt from a type's name: FNV-1a, forced odd so that it is never 0.
  static long saltOf(String name) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return hash | 1;
  }

  /// Reads a value that is not `null`.
  abstract Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip);

  abstract void writeJson(JsonWriter out, Object value);

  /// The protobuf wire type of a value.
  int wireType() {
    return ProtoReader.LENGTH;
  }

  /// Reads a value; `length` bytes where the wire type has a length. Null where protobuf's form of
  /// the value means absent (an empty timestamp).
  abstract @Nullable Object readProto(
      ProtoReader in, int length, Decoding decoding, @Nullable Skip skip);

  /// Writes a value, its length before it where the wire type has one.
  abstract void writeProto(ProtoWriter out, Object value);

  /// What a Go field that is no pointer holds when nothing was set, and therefore what goes on the
  /// wire for an absent field; null where Go writes nothing.
  abstract @Nullable Object zero();

  /// Whether `value` is Go's zero value, which reads as absent in a field that is no pointer.
  boolean isZero(Object value) {
    return value.equals(zero());
  }

  /// Fails when a value is not of this type; types that cannot tell accept everything.
  void requireFit(String where, Object value) {}

  /// Whether `null` is a value of this type in a list.
  boolean acceptsNull() {
    return false;
  }

  /// Writes what Go writes for an absent field that is no pointer; false when that is nothing.
  boolean writesAbsentProto(ProtoWriter out) {
    Object zero = zero();
    if (zero == null) {
      return false;
    }
    writeProto(out, zero);
    return true;
  }
}
