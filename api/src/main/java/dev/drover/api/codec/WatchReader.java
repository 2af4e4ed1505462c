package dev.drover.api.codec;

import dev.drover.api.DecodeLimits;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.Scope;
import dev.drover.api.Status;
import dev.drover.api.WatchEvent;
import dev.drover.api.wire.JsonInput;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.ProtoEnvelope;
import dev.drover.api.wire.ProtoInput;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads the events of a watch as they arrive.
///
/// ```java
/// WatchReader<Pod> events = Pod.KIND.codec().decodeWatch(in, Format.JSON);
/// for (var event = events.next(); event != null; event = events.next()) {
///   handle(event);
/// }
/// ```
///
/// In Go: {@index watch.Interface}.
///
/// One thread. An event that cannot be read is a [dev.drover.api.DecodeException]; the next call
/// reads the event after it. An event without an end (the stream stops inside it, its brackets do
/// not match) is an [IOException], and no further event can be read.
///
/// @param <T> the type of the objects
public abstract sealed class WatchReader<T extends KubernetesObject> {
  private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";
  private static final Codec<PartialObject> BOOKMARK =
      Codec.of(Kind.dynamic(GroupVersionKind.EMPTY, "", Scope.NAMESPACED).metadataOnly());

  private final Codec<T> codec;
  private final Decoding decoding;

  private WatchReader(Codec<T> codec, Decoding decoding) {
    this.codec = codec;
    this.decoding = decoding;
  }

  /// Waits for the next event; null at the end of the stream.
  public final @Nullable WatchEvent<T> next() throws IOException {
    try {
      return read();
    } catch (WireException e) {
      throw codec.failure(e);
    }
  }

  abstract @Nullable WatchEvent<T> read() throws IOException;

  /// Whether the next event has arrived whole, so that [#next] does not wait for it.
  public abstract boolean hasArrived();

  private static WireException lostUnlessSteppedOver(WireException e) throws IOException {
    if (e.isSteppedOver()) {
      return e;
    }
    throw new IOException("the watch cannot be followed any further: " + e.getMessage(), e);
  }

  private static WatchEvent.Bookmark<?> bookmark(PartialObject object) {
    ObjectMeta metadata = object.metadata();
    return new WatchEvent.Bookmark<>(
        metadata.resourceVersion(), "true".equals(metadata.annotations().get(INITIAL_EVENTS_END)));
  }

  /// One JSON object per event: `{"type": ..., "object": ...}`.
  static final class OfJson<T extends KubernetesObject> extends WatchReader<T> {
    private final JsonInput in;

    OfJson(Codec<T> codec, InputStream in, DecodeLimits limits, Decoding decoding) {
      super(codec, decoding);
      int depthOfEvent = limits.maxDepth() + 1; // the object is one level down
      this.in = new JsonInput(in, limits.maxObjectBytes(), depthOfEvent);
    }

    @Override
    @Nullable WatchEvent<T> read() throws IOException {
      if (in.peek() < 0) {
        return null;
      }
      JsonReader event = whole();
      String type = "";
      long object = -1;
      event.beginObject();
      for (boolean first = true; event.nextName(first); first = false) {
        switch (event.name()) {
          case "type" -> type = event.string();
          case "object" -> {
            event.peek();
            object = event.mark();
            event.skip();
          }
          default -> event.skip();
        }
      }
      if (object < 0) {
        throw new WireException("a watch event has no object", -1);
      }
      event.reset(object);
      return event(type, event);
    }

    @Override
    public boolean hasArrived() {
      return in.hasValue();
    }

    private JsonReader whole() throws IOException {
      try {
        return in.valueOfAnyDepth();
      } catch (WireException e) {
        throw lostUnlessSteppedOver(e);
      }
    }

    private WatchEvent<T> event(String type, JsonReader object) {
      Codec<T> codec = super.codec;
      return switch (type) {
        case "ADDED" -> new WatchEvent.Added<>(codec.readJson(object, super.decoding));
        case "MODIFIED" -> new WatchEvent.Modified<>(codec.readJson(object, super.decoding));
        case "DELETED" -> new WatchEvent.Deleted<>(codec.readJson(object, super.decoding));
        case "BOOKMARK" -> cast(bookmark(BOOKMARK.readJson(object, new Decoding(null))));
        case "ERROR" -> new WatchEvent.Failed<>(status(object));
        default -> throw new WireException("unknown type of watch event '" + type + "'", -1);
      };
    }

    private static Status status(JsonReader object) {
      object.requireDepth();
      Decoding decoding = new Decoding(null);
      decoding.expectRoot();
      return Status.TYPE.readJson(object, decoding, null);
    }
  }

  /// A length of four bytes, then a message {type = 1, object = 2 {raw = 1}} whose raw bytes are an
  /// object in its envelope.
  static final class OfProtobuf<T extends KubernetesObject> extends WatchReader<T> {
    private final ProtoInput in;

    OfProtobuf(Codec<T> codec, InputStream in, DecodeLimits limits, Decoding decoding) {
      super(codec, decoding);
      this.in = new ProtoInput(in, limits.maxObjectBytes());
    }

    @Override
    @Nullable WatchEvent<T> read() throws IOException {
      if (in.atEnd()) {
        return null;
      }
      long length = (long) in.read() << 24 | in.read() << 16 | in.read() << 8 | in.read();
      int from = whole(length);
      ProtoReader event = new ProtoReader(in.buffer(), from, from + (int) length, 8);
      String type = "";
      int objectFrom = -1;
      int objectTo = -1;
      while (!event.atEnd()) {
        int tag = event.tag();
        event.require(tag, ProtoReader.LENGTH);
        int size = event.length();
        if (tag >>> 3 == 1) {
          type = event.string(size);
        } else if (tag >>> 3 == 2) {
          int outer = event.push(size);
          event.require(event.tag(), ProtoReader.LENGTH);
          int rawSize = event.length();
          objectFrom = event.position();
          objectTo = objectFrom + rawSize;
          event.pop(outer);
        } else {
          event.position(event.position() + size);
        }
      }
      if (objectFrom < 0) {
        throw new WireException("a watch event has no object", -1);
      }
      return event(type, in.buffer(), objectFrom, objectTo);
    }

    @Override
    public boolean hasArrived() {
      return in.hasFramedMessage();
    }

    private int whole(long length) throws IOException {
      try {
        return in.take(length);
      } catch (WireException e) {
        throw lostUnlessSteppedOver(e);
      }
    }

    private WatchEvent<T> event(String type, byte[] bytes, int from, int to) {
      Codec<T> codec = super.codec;
      Decoding decoding = super.decoding;
      return switch (type) {
        case "ADDED" -> new WatchEvent.Added<>(codec.readEnvelope(bytes, from, to, decoding));
        case "MODIFIED" -> new WatchEvent.Modified<>(codec.readEnvelope(bytes, from, to, decoding));
        case "DELETED" -> new WatchEvent.Deleted<>(codec.readEnvelope(bytes, from, to, decoding));
        case "BOOKMARK" ->
            cast(bookmark(BOOKMARK.readEnvelope(bytes, from, to, new Decoding(null))));
        case "ERROR" -> {
          ProtoEnvelope envelope = ProtoEnvelope.read(bytes, from, to);
          ProtoReader reader = new ProtoReader(bytes, envelope.from(), envelope.to(), 64);
          int length = envelope.to() - envelope.from();
          yield new WatchEvent.Failed<>(
              Status.TYPE.readProto(reader, length, new Decoding(null), null));
        }
        default -> throw new WireException("unknown type of watch event '" + type + "'", -1);
      };
    }
  }

  @SuppressWarnings("unchecked") // holds no object
  private static <T> WatchEvent<T> cast(WatchEvent<?> bookmark) {
    return (WatchEvent<T>) bookmark;
  }
}
