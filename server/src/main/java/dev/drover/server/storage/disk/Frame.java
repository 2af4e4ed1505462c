package dev.drover.server.storage.disk;

import dev.drover.api.Bytes;
import dev.drover.server.storage.StorageKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A record of a log or a snapshot, and its bytes.
///
/// ```
///   length of body │ revision │ CRC of body │ CRC of these 16 bytes │ body
///        4              8            4                4
///   body: type │ resource │ namespace │ name (each with its length) │ JSON
/// ```
///
/// The header has a checksum of its own: a length that cannot be trusted would make corruption in
/// the middle of a file look like an incomplete write at its end.
record Frame(Type type, long revision, StorageKey key, Bytes json) {
  static final int HEADER = 20;
  private static final int CHECKED = 16;
  private static final StorageKey NO_KEY = new StorageKey("/", "", "");

  /// What a record is about.
  enum Type {
    /// An object of a snapshot, or a new version in a log.
    PUT(1),
    /// A delete in a log.
    DELETE(2),
    /// The last record of a snapshot; its revision is the number of objects.
    END(3);

    private final int code;

    Type(int code) {
      this.code = code;
    }

    static Type of(int code) {
      return switch (code) {
        case 1 -> PUT;
        case 2 -> DELETE;
        case 3 -> END;
        default -> throw new IllegalArgumentException("unknown type of a record: " + code);
      };
    }
  }

  static Frame put(long revision, StorageKey key, Bytes json) {
    return new Frame(Type.PUT, revision, key, json);
  }

  static Frame delete(long revision, StorageKey key) {
    return new Frame(Type.DELETE, revision, key, Bytes.EMPTY);
  }

  static Frame end(long objects) {
    return new Frame(Type.END, objects, NO_KEY, Bytes.EMPTY);
  }

  /// What the header of a record tells.
  record Header(int length, long revision, int bodyChecksum) {}

  void writeTo(ByteArrayOutputStream out) {
    byte[] names = names();
    CRC32C body = new CRC32C();
    body.update(names);
    body.update(json.asByteBuffer());
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    header.putInt(names.length + json.length()).putLong(revision).putInt((int) body.getValue());
    header.putInt(checksum(header.array(), 0, CHECKED));
    out.writeBytes(header.array());
    out.writeBytes(names);
    out.writeBytes(json.toByteArray());
  }

  private byte[] names() {
    byte[] resource = key.resource().getBytes(StandardCharsets.UTF_8);
    byte[] namespace = key.namespace().getBytes(StandardCharsets.UTF_8);
    byte[] name = key.name().getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(
            1 + 3 * Integer.BYTES + resource.length + namespace.length + name.length);
    out.put((byte) type.code);
    for (byte[] part : new byte[][] {resource, namespace, name}) {
      out.putInt(part.length).put(part);
    }
    return out.array();
  }

  /// Reads a header.
  ///
  /// @return null when the checksum does not fit
  static @Nullable Header header(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    Header header = new Header(in.getInt(), in.getLong(), in.getInt());
    return in.getInt() == checksum(bytes, 0, CHECKED) && header.length > 0 ? header : null;
  }

  static boolean isIntact(Header header, byte[] body) {
    return checksum(body, 0, body.length) == header.bodyChecksum;
  }

  /// Reads a body whose checksum fits.
  static Frame of(Header header, byte[] body) {
    ByteBuffer in = ByteBuffer.wrap(body);
    Type type = Type.of(in.get());
    StorageKey key = new StorageKey(text(in), text(in), text(in));
    return new Frame(type, header.revision, key, Bytes.of(body, in.position(), body.length));
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
