package dev.drover.server.rest;

import dev.drover.api.Bytes;
import dev.drover.api.GroupVersionKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Puts the bytes of a list together from those of its items, which are not copied.
///
/// | format | an empty list | with items |
/// |---|---|---|
/// | JSON | `{…,"items":[]}` | items between the brackets |
/// | protobuf | `k8s\0 {typeMeta = 1, raw = 2, …}` | `items = 2` appended to `raw` |
final class ListBody {
  private static final int ITEMS = 2 << 3 | 2;
  private static final ByteBuffer FIRST = ascii("{");
  private static final ByteBuffer NEXT = ascii(",{");
  private static final ByteBuffer END = ascii("]}\n");

  private ListBody() {}

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();
  }

  /// A JSON list and a line break.
  ///
  /// @param empty the list without items, `items` being its last field
  /// @param items each without its opening brace
  static List<ByteBuffer> json(Bytes empty, List<ByteBuffer> items) {
    List<ByteBuffer> parts = new ArrayList<>(2 * items.size() + 2);
    parts.add(part(empty.asByteBuffer(), 0, empty.length() - 2));
    ByteBuffer separator = FIRST;
    for (ByteBuffer item : items) {
      parts.add(separator.duplicate());
      parts.add(item);
      separator = NEXT;
    }
    parts.add(END.duplicate());
    return parts;
  }

  /// The JSON of an object without its opening brace.
  static ByteBuffer withoutBrace(Bytes object) {
    return part(object.asByteBuffer(), 1, object.length());
  }

  /// How the JSON of a typed object says what it is, at its beginning. Items of a typed list do
  /// not: the list says it.
  record ItemKind(List<ByteBuffer> beginnings) {
    static ItemKind of(GroupVersionKind gvk) {
      String version = "\"apiVersion\":\"" + gvk.apiVersion() + "\",";
      String kind = "\"kind\":\"" + gvk.kind() + "\",";
      return new ItemKind(List.of(ascii("{" + version + kind), ascii("{" + kind + version)));
    }

    /// The fields after the kind, up to the end of the object; empty if the object does not begin
    /// with its kind.
    Optional<ByteBuffer> rest(Bytes object) {
      for (ByteBuffer beginning : beginnings) {
        int length = beginning.remaining();
        if (object.length() > length
            && part(object.asByteBuffer(), 0, length).equals(beginning)
            && object.at(length) == '"') {
          return Optional.of(part(object.asByteBuffer(), length, object.length()));
        }
      }
      return Optional.empty();
    }
  }

  /// A protobuf list.
  ///
  /// @param empty the list without items, in its envelope
  /// @param items each in an envelope of its own, which is left out
  static List<ByteBuffer> protobuf(Bytes empty, List<Bytes> items) {
    ProtobufEnvelope list = ProtobufEnvelope.of(empty);
    List<ByteBuffer> contents = new ArrayList<>(2 * items.size() + 3);
    long length = list.rawLength();
    for (Bytes item : items) {
      ProtobufEnvelope envelope = ProtobufEnvelope.of(item);
      ByteBuffer head = ProtobufEnvelope.field(ITEMS, envelope.rawLength());
      length += head.remaining() + envelope.rawLength();
      contents.add(head);
      contents.add(envelope.raw());
    }
    if (length > Integer.MAX_VALUE) {
      throw new IllegalStateException("a list of " + items.size() + " items exceeds 2 GiB");
    }
    List<ByteBuffer> parts = new ArrayList<>(contents.size() + 4);
    parts.add(list.head((int) length));
    parts.add(list.raw());
    parts.addAll(contents);
    parts.add(list.tail());
    return parts;
  }

  private static ByteBuffer part(ByteBuffer of, int from, int to) {
    return of.duplicate().position(from).limit(to).slice();
  }
}
