package dev.drover.api.wire;

import java.io.IOException;

/// Reads namespace and name of a protobuf object that is too large to be kept: those of its
/// `metadata`, which is field 1 of every kind.
final class ProtoKeyScan {
  private static final int FIRST = 1 << 3 | ProtoReader.LENGTH; // metadata; in it, the name
  private static final int NAMESPACE = 3 << 3 | ProtoReader.LENGTH;
  private static final int LONGEST = 512; // bytes; names end at 253 characters

  private ProtoKeyScan() {}

  /// The key, as [WireException#key]. Reads no further than necessary, and leaves the rest of the
  /// object to the caller.
  ///
  /// @param end where the object ends
  static String read(ProtoInput in, long end) throws IOException {
    try {
      while (in.position() < end) {
        int tag = in.tag();
        if (tag == FIRST) {
          return metadata(in, endOfField(in, end));
        }
        skip(in, tag, end);
      }
      return "";
    } catch (WireException e) {
      return ""; // reported as too large; that it is broken too changes nothing
    }
  }

  private static String metadata(ProtoInput in, long end) throws IOException {
    String namespace = "";
    String name = "";
    while (in.position() < end) {
      int tag = in.tag();
      switch (tag) {
        case FIRST -> name = string(in, end);
        case NAMESPACE -> namespace = string(in, end);
        default -> skip(in, tag, end);
      }
    }
    return name.isEmpty() || namespace.isEmpty() ? name : namespace + "/" + name;
  }

  private static String string(ProtoInput in, long end) throws IOException {
    long stop = endOfField(in, end);
    int length = (int) Math.min(stop - in.position(), LONGEST + 1);
    if (length > LONGEST) {
      in.stepTo(stop);
      return "";
    }
    int from = in.take(length);
    return new ProtoReader(in.buffer(), from, from + length, 1).string(length);
  }

  private static void skip(ProtoInput in, int tag, long end) throws IOException {
    if ((tag & 7) == ProtoReader.LENGTH) {
      in.stepTo(endOfField(in, end));
    } else {
      in.skip(tag);
    }
  }

  private static long endOfField(ProtoInput in, long end) throws IOException {
    long length = in.varint();
    if (length < 0 || length > end - in.position()) {
      throw new WireException("a field is longer than its message", -1);
    }
    return in.position() + length;
  }
}
