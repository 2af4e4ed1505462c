package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list. In JSON one value, in protobuf a run of fields with one number.
final class ListType extends ValueType {
  final ValueType item;
  private final int itemSite;

  /// `site` tells this place in a type from others; see [SharedParts].
  ListType(ValueType item, int site) {
    super(item.identity * 31, true, List.of()); // odd, as every identity is
    this.item = item;
    this.itemSite = site + 1;
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    in.beginArray();
    int mark = decoding.mark();
    int index = 0; // not the height of the stack: what is above may be half of an item
    try {
      for (; in.nextItem(index == 0); index++) {
        if (in.peek() == 'n' && !item.acceptsNull()) {
          throw in.expected("a list item other than null");
        }
        decoding.push(decoding.json(item, in, skip, itemSite));
      }
    } catch (WireException e) {
      throw e.at(index);
    }
    return decoding.popList(mark);
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    out.beginArray();
    for (Object element : (List<?>) value) {
      item.writeJson(out, element);
    }
    out.endArray();
  }

  /// Reads the run of fields that starts at `tagAt` with `tag`; the reader stands after that tag.
  List<?> readRun(ProtoReader in, int tagAt, int tag, Decoding decoding, @Nullable Skip skip) {
    SharedParts table = decoding.forRun(salt, skip, itemSite - 1);
    if (table == null) {
      return readItems(in, tag, decoding, skip);
    }
    int itemAt = in.position();
    skipRun(in, tag);
    int to = in.position();
    Object known = table.find(itemSite - 1, in.buffer(), tagAt, to, ~salt);
    if (known != null) {
      return (List<?>) known;
    }
    long high = table.high();
    long low = table.low();
    in.position(itemAt);
    List<?> items = readItems(in, tag, decoding, skip);
    table.put(itemSite - 1, high, low, items);
    return items;
  }

  /// Moves past the last field of the run.
  static void skipRun(ProtoReader in, int tag) {
    int after;
    do {
      in.skip(tag);
      after = in.position();
    } while (!in.atEnd() && in.tag() == tag);
    in.position(after);
  }

  private List<?> readItems(ProtoReader in, int tag, Decoding decoding, @Nullable Skip skip) {
    int mark = decoding.mark();
    int index = 0;
    int after;
    try {
      do {
        readItem(in, tag, decoding, skip);
        index++;
        after = in.position();
      } while (!in.atEnd() && in.tag() == tag);
    } catch (WireException e) {
      throw e.at(index);
    }
    in.position(after);
    return decoding.popList(mark);
  }

  private void readItem(ProtoReader in, int tag, Decoding decoding, @Nullable Skip skip) {
    int wireType = item.wireType();
    if (wireType != ProtoReader.LENGTH && (tag & 7) == ProtoReader.LENGTH) {
      // Packed numbers: Kubernetes does not write them, every reader must accept them.
      int outer = in.push(in.length());
      while (!in.atEnd()) {
        push(decoding, item.readProto(in, 0, decoding, null));
      }
      in.pop(outer);
      return;
    }
    in.require(tag, wireType);
    int length = wireType == ProtoReader.LENGTH ? in.length() : 0;
    push(decoding, decoding.proto(item, in, length, skip, itemSite));
  }

  private void push(Decoding decoding, @Nullable Object value) {
    Object zero = value == null ? item.zero() : value;
    if (zero == null) {
      throw new WireException("a list item has no value", -1);
    }
    decoding.push(zero);
  }

  /// Writes the run of fields, back to front.
  void writeRun(ProtoWriter out, int tag, List<?> list) {
    for (int i = list.size() - 1; i >= 0; i--) {
      item.writeProto(out, list.get(i));
      out.tag(tag);
    }
  }

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new UnsupportedOperationException("protobuf has no lists of lists");
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    throw new UnsupportedOperationException("protobuf has no lists of lists");
  }

  @Override
  Object zero() {
    return List.of();
  }

  @Override
  boolean isZero(Object value) {
    return ((List<?>) value).isEmpty();
  }
}
