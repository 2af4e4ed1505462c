package dev.drover.api.wire;

/// The frame around a protobuf object: `k8s\0`, then a message {typeMeta = 1, raw = 2, ...}
/// (runtime.Unknown).
///
/// @param from where the object's own bytes begin
/// @param to where they end
public record ProtoEnvelope(String apiVersion, String kind, int from, int to) {
  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final int TYPE_META_TAG = 1 << 3 | ProtoReader.LENGTH;
  private static final int RAW_TAG = 2 << 3 | ProtoReader.LENGTH;
  private static final int ENCODING_TAG = 3 << 3 | ProtoReader.LENGTH;
  private static final int CONTENT_TYPE_TAG = 4 << 3 | ProtoReader.LENGTH;

  public static boolean isMagic(byte[] bytes, int from, int to) {
    return to - from >= MAGIC.length
        && bytes[from] == MAGIC[0]
        && bytes[from + 1] == MAGIC[1]
        && bytes[from + 2] == MAGIC[2]
        && bytes[from + 3] == MAGIC[3];
  }

  public static ProtoEnvelope read(byte[] bytes, int from, int to) {
    if (!isMagic(bytes, from, to)) {
      throw new WireException(
          "not a protobuf object of Kubernetes: it does not start with k8s\\0", 0);
    }
    ProtoReader in = new ProtoReader(bytes, from + MAGIC.length, to, 8);
    String[] typeMeta = {"", ""};
    int rawFrom = to;
    int rawTo = to;
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag) {
        case TYPE_META_TAG -> typeMeta = typeMeta(in);
        case RAW_TAG -> {
          int length = in.length();
          rawFrom = in.position();
          rawTo = rawFrom + length;
          in.position(rawTo);
        }
        case ENCODING_TAG -> {
          String encoding = in.string(in.length());
          if (!encoding.isEmpty()) {
            throw new WireException(
                "the object is encoded as '" + encoding + "', which is not supported", -1);
          }
        }
        default -> in.skip(tag);
      }
    }
    return new ProtoEnvelope(typeMeta[0], typeMeta[1], rawFrom, rawTo);
  }

  /// Reads {apiVersion = 1, kind = 2}, its length first.
  static String[] typeMeta(ProtoReader in) {
    String[] names = {"", ""};
    int outer = in.push(in.length());
    while (!in.atEnd()) {
      int tag = in.tag();
      int number = tag >>> 3;
      if (number == 1 || number == 2) {
        in.require(tag, ProtoReader.LENGTH);
        names[number - 1] = in.string(in.length());
      } else {
        in.skip(tag);
      }
    }
    in.pop(outer);
    return names;
  }

  /// Puts the frame around the object that is everything in `object` so far.
  public static ProtoWriter wrap(ProtoWriter object, String apiVersion, String kind) {
    byte[] raw = object.toByteArray();
    ProtoWriter out = new ProtoWriter();
    out.string("");
    out.tag(CONTENT_TYPE_TAG);
    out.string("");
    out.tag(ENCODING_TAG);
    out.bytes(raw);
    out.tag(RAW_TAG);
    int mark = out.mark();
    out.string(kind);
    out.tag(RAW_TAG);
    out.string(apiVersion);
    out.tag(TYPE_META_TAG);
    out.lengthSince(mark);
    out.tag(TYPE_META_TAG);
    out.raw(MAGIC);
    return out;
  }
}
