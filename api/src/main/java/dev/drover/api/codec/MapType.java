package dev.drover.api.codec;

import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A map from strings. In JSON an object, in protobuf a run of entry messages {key = 1, value = 2}.
final class MapType extends ValueType {
  private static final int KEY_TAG = 1 << 3 | ProtoReader.LENGTH;

  final ValueType value;
  private final int site;
  private final boolean secret;

  MapType(ValueType value, int site) {
    this(value, site, false);
  }

  /// `secret` maps do not print their values, and are not shared with others.
  MapType(ValueType value, int site, boolean secret) {
    super(value.identity * (secret ? 41 : 37), true, ArrayMap.empty()); // odd, as every identity is
    this.value = value;
    this.site = site;
    this.secret = secret;
  }

  private ArrayMap<?> map(@Nullable Object[] pairs) {
    ArrayMap<?> map = ArrayMap.ofPairs(pairs);
    return secret ? ArrayMap.ofSecrets(map) : map;
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    in.beginObject();
    int mark = decoding.mark();
    for (boolean first = true; in.nextName(first); first = false) {
      String key = in.name();
      Skip below = skip == null ? null : skip.child(key);
      if (below != null && below.isLeaf()) {
        in.skip();
        continue;
      }
      if (in.tryNull()) {
        Object zero = value.zero(); // Go keeps the key with its zero value
        if (zero != null) {
          decoding.push(key);
          decoding.push(zero);
        }
        continue;
      }
      try {
        decoding.push(key);
        decoding.push(decoding.json(value, in, below, site + 1));
      } catch (WireException e) {
        throw e.in(key);
      }
    }
    return map(decoding.popArray(mark));
  }

  @Override
  void writeJson(JsonWriter out, Object map) {
    out.beginObject();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
      out.name((String) entry.getKey());
      value.writeJson(out, entry.getValue());
    }
    out.endObject();
  }

  /// Reads the run of entries that starts at `tagAt` with `tag`; the reader stands after that tag.
  Map<String, ?> readRun(
      ProtoReader in, int tagAt, int tag, Decoding decoding, @Nullable Skip skip) {
    SharedParts table = decoding.forRun(salt, skip, site);
    if (table == null) {
      return readEntries(in, tag, decoding, skip);
    }
    int entryAt = in.position();
    ListType.skipRun(in, tag);
    int to = in.position();
    Object known = table.find(site, in.buffer(), tagAt, to, ~salt);
    if (known != null) {
      return ArrayMap.cast(known);
    }
    long high = table.high();
    long low = table.low();
    in.position(entryAt);
    Map<String, ?> entries = readEntries(in, tag, decoding, skip);
    table.put(site, high, low, entries);
    return entries;
  }

  private Map<String, ?> readEntries(
      ProtoReader in, int tag, Decoding decoding, @Nullable Skip skip) {
    in.require(tag, ProtoReader.LENGTH);
    int mark = decoding.mark();
    int after;
    do {
      int outer = in.push(in.length());
      readEntry(in, decoding, skip);
      in.pop(outer);
      after = in.position();
    } while (!in.atEnd() && in.tag() == tag);
    in.position(after);
    return map(decoding.popArray(mark));
  }

  private void readEntry(ProtoReader in, Decoding decoding, @Nullable Skip skip) {
    String key = "";
    Object entry = null;
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> {
          in.require(tag, ProtoReader.LENGTH);
          key =
              Objects.toString(
                  decoding.proto(ScalarType.TEXT, in, in.length(), null, site + 2), "");
        }
        case 2 -> {
          in.require(tag, value.wireType());
          int length = value.wireType() == ProtoReader.LENGTH ? in.length() : 0;
          entry =
              decoding.proto(value, in, length, skip == null ? null : skip.child(key), site + 1);
        }
        default -> in.skip(tag);
      }
    }
    Skip below = skip == null ? null : skip.child(key);
    if (below != null && below.isLeaf()) {
      return;
    }
    Object present = entry == null ? value.zero() : entry;
    if (present != null) {
      decoding.push(key);
      decoding.push(present);
    }
  }

  /// Writes the run of entries, back to front; keys ascend, as in Go.
  void writeRun(ProtoWriter out, int tag, Map<String, ?> map) {
    ArrayMap<?> entries = (ArrayMap<?>) ArrayMap.<@Nullable Object>copyOf(map);
    for (int i = entries.size() - 1; i >= 0; i--) {
      int mark = out.mark();
      Object entry = entries.valueAt(i);
      if (entry != null) {
        value.writeProto(out, entry);
        out.tag(2 << 3 | value.wireType());
      }
      out.string(entries.keyAt(i));
      out.tag(KEY_TAG);
      out.lengthSince(mark);
      out.tag(tag);
    }
  }

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new UnsupportedOperationException("protobuf has no lists of maps");
  }

  @Override
  void writeProto(ProtoWriter out, Object map) {
    throw new UnsupportedOperationException("protobuf has no lists of maps");
  }

  @Override
  Object zero() {
    return ArrayMap.empty();
  }

  @Override
  boolean isZero(Object map) {
    return ((Map<?, ?>) map).isEmpty();
  }
}
