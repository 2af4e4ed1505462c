package dev.drover.api.codec;

import dev.drover.api.DecodeException;
import dev.drover.api.DecodeLimits;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.wire.JsonInput;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.ProtoEnvelope;
import dev.drover.api.wire.ProtoInput;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.WireException;
import java.io.IOException;
import java.io.InputStream;

/// Takes a list apart while it arrives.
final class ListDecoder<T extends KubernetesObject> {
  private static final int MAGIC_LENGTH = 4;

  private final Codec<T> codec;
  private final DecodeLimits limits;
  private final ListSink<? super T> sink;
  private final Decoding decoding;
  private ListMeta metadata = ListMeta.TYPE.empty();
  private int index;

  ListDecoder(Codec<T> codec, DecodeLimits limits, ListSink<? super T> sink) {
    this.codec = codec;
    this.limits = limits;
    this.sink = sink;
    this.decoding = codec.decoding();
  }

  ListMeta decode(InputStream in, Format format) throws IOException {
    switch (format) {
      case JSON -> json(new JsonInput(in, limits.maxObjectBytes(), limits.maxDepth()));
      case PROTOBUF -> protobuf(new ProtoInput(in, limits.maxObjectBytes()));
    }
    return metadata;
  }

  private void json(JsonInput in) throws IOException {
    in.expect('{');
    boolean first = true;
    while (!in.accept('}')) {
      if (!first) {
        in.expect(',');
      }
      first = false;
      String name = in.value().string();
      in.expect(':');
      switch (name) {
        case "items" -> items(in);
        case "metadata" -> {
          JsonReader value = in.value();
          if (!value.tryNull()) {
            metadata = ListMeta.TYPE.readJson(value, new Decoding(null), null);
          }
        }
        case "kind" -> requireList(in.value().string());
        default -> in.valueOfAnyDepth().skipChecked();
      }
    }
  }

  private void items(JsonInput in) throws IOException {
    if (in.peek() == 'n') {
      in.value().tryNull();
      return;
    }
    in.expect('[');
    if (in.accept(']')) {
      return;
    }
    do {
      item(in);
      index++;
    } while (in.accept(','));
    in.expect(']');
  }

  private void item(JsonInput in) throws IOException {
    JsonReader value;
    try {
      value = in.valueOfAnyDepth();
    } catch (WireException e) {
      brokenIfSteppedOver(e);
      return;
    }
    try {
      sink.item(codec.readJson(value, decoding));
    } catch (WireException e) {
      value.rewind();
      broken(e, jsonKey(value));
    }
  }

  private void brokenIfSteppedOver(WireException e) {
    if (!e.isSteppedOver()) {
      throw e;
    }
    broken(e, e.key());
  }

  private String jsonKey(JsonReader value) {
    try {
      return key(PartialObject.TYPE.readJson(value, new Decoding(null), null));
    } catch (WireException e) {
      return "";
    }
  }

  private void protobuf(ProtoInput in) throws IOException {
    int magic = in.take(MAGIC_LENGTH);
    if (!ProtoEnvelope.isMagic(in.buffer(), magic, magic + MAGIC_LENGTH)) {
      throw new WireException(
          "not a protobuf object of Kubernetes: it does not start with k8s\\0", 0);
    }
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> {
          long length = length(in, tag);
          int from = in.take(length);
          ProtoReader typeMeta = new ProtoReader(in.buffer(), from, from + (int) length, 8);
          requireList(listKind(typeMeta));
        }
        case 2 -> {
          long length = length(in, tag);
          long end = in.position() + length; // after the length itself
          while (in.position() < end) {
            member(in);
          }
          if (in.position() != end) {
            throw new WireException("the list is longer than it says", -1);
          }
        }
        case 3 -> {
          if (length(in, tag) != 0) {
            throw new WireException("the list is encoded once more, which is not supported", -1);
          }
        }
        default -> in.skip(tag);
      }
    }
  }

  private static String listKind(ProtoReader in) {
    String kind = "";
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag >>> 3 == 2) {
        in.require(tag, ProtoReader.LENGTH);
        kind = in.string(in.length());
      } else {
        in.skip(tag);
      }
    }
    return kind;
  }

  /// A field of the list message: every list has its metadata as 1 and its items as 2.
  private void member(ProtoInput in) throws IOException {
    int tag = in.tag();
    if (tag >>> 3 > 2) {
      in.skip(tag);
      return;
    }
    long length = length(in, tag);
    if (tag >>> 3 == 1) {
      int from = in.take(length);
      int to = from + (int) length;
      ProtoReader reader = new ProtoReader(in.buffer(), from, to, limits.maxDepth());
      metadata = ListMeta.TYPE.readProto(reader, to - from, new Decoding(null), null);
    } else {
      item(in, length);
      index++;
    }
  }

  private void item(ProtoInput in, long length) throws IOException {
    int from;
    try {
      from = in.take(length);
    } catch (WireException e) {
      brokenIfSteppedOver(e);
      return;
    }
    int to = from + (int) length;
    try {
      sink.item(codec.readProto(in.buffer(), from, to, decoding));
    } catch (WireException e) {
      broken(e, protoKey(in.buffer(), from, to));
    }
  }

  private String protoKey(byte[] bytes, int from, int to) {
    try {
      ProtoReader reader = new ProtoReader(bytes, from, to, limits.maxDepth());
      return key(PartialObject.TYPE.readProto(reader, to - from, new Decoding(null), null));
    } catch (WireException e) {
      return "";
    }
  }

  private static long length(ProtoInput in, int tag) throws IOException {
    if ((tag & 7) != ProtoReader.LENGTH) {
      throw new WireException(
          "not a list: field " + (tag >>> 3) + " has wire type " + (tag & 7), -1);
    }
    long length = in.varint();
    if (length < 0 || in.position() + length < 0) {
      throw new WireException("a length is negative", -1);
    }
    return length;
  }

  /// A list that says it is one of another kind must not become ours. Lists of custom kinds may be
  /// called anything, and `List` holds anything.
  private void requireList(String name) {
    Kind<T> kind = codec.kind();
    String expected =
        kind.hasProtobuf() && kind.type() != PartialObject.class && !kind.gvk().isEmpty()
            ? kind.gvk().kind() + "List"
            : "a list";
    boolean fits = expected.equals("a list") ? name.endsWith("List") : name.equals(expected);
    if (!fits && !name.isEmpty() && !name.equals("List")) {
      throw new WireException("expected " + expected + ", found " + name, -1);
    }
  }

  private static String key(PartialObject object) {
    // Not an ObjectKey: what is broken may have a broken name, too.
    String namespace = object.namespace().isEmpty() ? "" : object.namespace() + "/";
    return object.name().isEmpty() ? "" : namespace + object.name();
  }

  private void broken(WireException e, String key) {
    DecodeException error =
        key.isEmpty() ? codec.failure(e.at(index).in("items")) : codec.failure(key, e);
    sink.broken(new ListSink.BrokenItem(index, key, error));
  }
}
