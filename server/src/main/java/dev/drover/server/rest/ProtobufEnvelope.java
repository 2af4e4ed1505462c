package dev.drover.server.rest;

import dev.drover.api.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/// The envelope of a protobuf object, and where its content is:
///
/// ```
/// k8s\0 │ typeMeta = 1 │ raw = 2: the object │ contentEncoding = 3, contentType = 4
///       head                               tail
/// ```
record ProtobufEnvelope(ByteBuffer bytes, int rawField, int rawStart, int rawEnd) {
  private static final int MAGIC = 4; // k8s\0
  private static final int TYPE_META = 1 << 3 | 2;
  private static final int RAW = 2 << 3 | 2;
  private static final int METADATA = 1 << 3 | 2;

  static ProtobufEnvelope of(Bytes object) {
    ByteBuffer in = object.asByteBuffer();
    in.position(MAGIC);
    while (in.hasRemaining()) {
      int field = in.position();
      int tag = in.get();
      int length = varint(in);
      if (tag == RAW) {
        return new ProtobufEnvelope(
            object.asByteBuffer(), field, in.position(), in.position() + length);
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

  /// The beginning of a field of known length.
  static ByteBuffer field(int tag, int length) {
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

  int rawLength() {
    return rawEnd - rawStart;
  }

  ByteBuffer raw() {
    return part(rawStart, rawEnd);
  }

  /// What comes before a content of another length.
  ByteBuffer head(int length) {
    ByteBuffer field = field(RAW, length);
    ByteBuffer head = ByteBuffer.allocate(rawField + field.remaining());
    return head.put(part(0, rawField)).put(field).flip();
  }

  ByteBuffer tail() {
    return part(rawEnd, bytes.limit());
  }

  /// The content's metadata, with its tag and length: in all of Kubernetes' types it is field 1,
  /// and encoders write fields in order. Empty if the content does not begin with it.
  Optional<ByteBuffer> metadata() {
    ByteBuffer content = raw();
    if (!content.hasRemaining() || content.get() != METADATA) {
      return Optional.empty();
    }
    int length = varint(content);
    return Optional.of(part(rawStart, rawStart + content.position() + length));
  }

  /// This envelope with another content.
  Bytes with(ByteBuffer content) {
    ByteBuffer head = head(content.remaining());
    ByteBuffer tail = tail();
    ByteBuffer whole =
        ByteBuffer.allocate(head.remaining() + content.remaining() + tail.remaining());
    return Bytes.of(whole.put(head).put(content).put(tail).array());
  }

  private ByteBuffer part(int from, int to) {
    return bytes.duplicate().position(from).limit(to).slice();
  }
}
