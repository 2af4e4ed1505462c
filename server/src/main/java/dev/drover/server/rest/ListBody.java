package dev.drover.server.rest;

import dev.drover.api.Bytes;
import dev.drover.api.GroupVersionKind;
import java.io.ByteArrayOutputStream;
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
  private static final int MAGIC = 4; // k8s\0
  private static final int TYPE_META = 1 << 3 | 2;
  private static final int RAW = 2 << 3 | 2;
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
    Envelope list = Envelope.of(empty);
    List<ByteBuffer> contents = new ArrayList<>(2 * items.size() + 3);
    long length = list.rawLength();
    for (Bytes item : items) {
      Envelope envelope = Envelope.of(item);
      ByteBuffer head = field(ITEMS, envelope.rawLength());
      length += head.remaining() + envelope.rawLength();
      contents.add(head);
      contents.add(envelope.raw());
    }
    if (length > Integer.MAX_VALUE) {
      throw new IllegalStateException("a list of " + items.size() + " items exceeds 2 GiB");
    }
    List<ByteBuffer> parts = new ArrayList<>(contents.size() + 4);
    parts.add(part(list.bytes, 0, list.rawField));
    parts.add(field(RAW, (int) length));
    parts.add(list.raw());
    parts.addAll(contents);
    parts.add(part(list.bytes, list.rawEnd, list.bytes.limit()));
    return parts;
  }

  private static ByteBuffer field(int tag, int length) {
    ByteArrayOutputStream head = new ByteArrayOutputStream(6);
    head.write(tag);
    int rest = length;
    while (rest >= 0x80) {
      head.write(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    head.write(rest);
    return ByteBuffer.wrap(head.toByteArray());
  }

  private static ByteBuffer part(ByteBuffer of, int from, int to) {
    return of.duplicate().position(from).limit(to).slice();
  }

  /// The envelope of a protobuf object, and where its content is.
  private record Envelope(ByteBuffer bytes, int rawField, int rawStart, int rawEnd) {
    static Envelope of(Bytes object) {
      ByteBuffer in = object.asByteBuffer();
      in.position(MAGIC);
      while (in.hasRemaining()) {
        int field = in.position();
        int tag = in.get();
        int length = varint(in);
        if (tag == RAW) {
          return new Envelope(object.asByteBuffer(), field, in.position(), in.position() + length);
        }
        if (tag != TYPE_META) {
          break;
        }
        in.position(in.position() + length);
      }
      throw new IllegalStateException("an object in protobuf must have its content in field 2");
    }

    private static int varint(ByteBuffer in) {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = in.get();
        value |= (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
    }

    int rawLength() {
      return rawEnd - rawStart;
    }

    ByteBuffer raw() {
      return part(bytes, rawStart, rawEnd);
    }
  }
}
