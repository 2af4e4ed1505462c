package dev.drover.bench.replay;

import dev.drover.api.Format;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes events in the framing of a watch.
///
/// @param begin what an object in JSON begins with, in place of its brace
record ReplayFrames(ReplayFile file, Format format, byte[] begin) {
  private static final byte[] ADDED = ascii("ADDED");
  private static final byte[] MODIFIED = ascii("MODIFIED");
  private static final byte[] END = ascii("}\n");

  /// More than anything around an object takes.
  static final int AROUND = 256;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// How many objects there are: the first events add each of them.
  int objects() {
    return file.size();
  }

  /// The room that an event needs at most.
  int room(int event) {
    return file.length(event) + AROUND;
  }

  void put(int event, ByteBuffer out) {
    byte[] type = event < file.size() ? ADDED : MODIFIED;
    switch (format) {
      case JSON -> json(event, type, out);
      case PROTOBUF -> protobuf(event, type, out);
    }
  }

  private void json(int event, byte[] type, ByteBuffer out) {
    out.put(ascii("{\"type\":\"")).put(type).put(ascii("\",\"object\":"));
    // The object's own brace lands on the last byte of what it begins with.
    int at = out.position() + begin.length - 1;
    file.copy(event, out.array(), at);
    out.put(begin).position(at + file.length(event)).put(END);
  }

  /// A length, and a `WatchEvent` whose object is a `RawExtension`.
  private void protobuf(int event, byte[] type, ByteBuffer out) {
    int raw = file.length(event);
    int extension = 1 + varintLength(raw) + raw;
    int message = 2 + type.length + 1 + varintLength(extension) + extension;
    out.putInt(message);
    out.put((byte) 0x0A).put((byte) type.length).put(type);
    out.put((byte) 0x12);
    varint(extension, out);
    out.put((byte) 0x0A);
    varint(raw, out);
    file.copy(event, out.array(), out.position());
    out.position(out.position() + raw);
  }

  static int varintLength(int value) {
    return (31 - Integer.numberOfLeadingZeros(value | 1)) / 7 + 1;
  }

  private static void varint(int value, ByteBuffer out) {
    int left = value;
    while (left > 0x7F) {
      out.put((byte) (left | 0x80));
      left >>>= 7;
    }
    out.put((byte) left);
  }

  /// An event around an object that is not from the file.
  static byte[] event(String type, byte[] object, Format format) {
    ByteBuffer out = ByteBuffer.allocate(object.length + AROUND);
    if (format == Format.JSON) {
      out.put(ascii("{\"type\":\"" + type + "\",\"object\":")).put(object).put(END);
    } else {
      int extension = 1 + varintLength(object.length) + object.length;
      out.putInt(2 + type.length() + 1 + varintLength(extension) + extension);
      out.put((byte) 0x0A).put((byte) type.length()).put(ascii(type)).put((byte) 0x12);
      varint(extension, out);
      out.put((byte) 0x0A);
      varint(object.length, out);
      out.put(object);
    }
    return Arrays.copyOf(out.array(), out.position());
  }
}
