package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.DecodeLimits;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectList;
import dev.drover.api.PartialObject;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoEnvelope;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns bytes into objects of one kind and back, with nothing in between.
///
/// Immutable; the withers give changed copies. Safe for any number of threads, except that a codec
/// with [SharedParts] belongs to one thread like the table itself.
///
/// ```java
/// Codec<Pod> codec = Pod.KIND.codec().skipping("metadata.managedFields");
/// Pod pod = codec.decode(bytes, Format.JSON);
/// byte[] protobuf = codec.encode(pod, Format.PROTOBUF);
/// ObjectList<Pod> pods = codec.decodeList(list, Format.JSON);
/// ```
///
/// @param <T> the type of the objects
public final class Codec<T extends KubernetesObject> {
  private final Kind<T> kind;
  private final RootType<T> root;
  private final @Nullable Skip skip;
  private final @Nullable SharedParts shared;
  private final DecodeLimits limits;

  private Codec(
      Kind<T> kind,
      RootType<T> root,
      @Nullable Skip skip,
      @Nullable SharedParts shared,
      DecodeLimits limits) {
    this.kind = kind;
    this.root = root;
    this.skip = skip;
    this.shared = shared;
    this.limits = limits;
  }

  /// The codec of a kind; the same as [Kind#codec].
  public static <T extends KubernetesObject> Codec<T> of(Kind<T> kind) {
    return kind.codec();
  }

  /// For [Kind]: the codec of a kind whose objects have this form.
  public static <T extends KubernetesObject> Codec<T> of(Kind<T> kind, RootType<T> root) {
    return new Codec<>(kind, root, null, null, DecodeLimits.DEFAULT);
  }

  /// A codec that steps over these fields (JSON names joined by dots, as in
  /// `metadata.managedFields`): they are not even allocated.
  public Codec<T> skipping(String... paths) {
    return new Codec<>(kind, root, Skip.of(List.of(paths)), shared, limits);
  }

  /// A codec that shares equal parts through this table.
  public Codec<T> sharing(SharedParts parts) {
    return new Codec<>(kind, root, skip, parts, limits);
  }

  /// A codec with other limits.
  public Codec<T> limitedTo(DecodeLimits changed) {
    return new Codec<>(kind, root, skip, shared, changed);
  }

  /// How much the codec reads.
  public DecodeLimits limits() {
    return limits;
  }

  /// The kind of the objects.
  public Kind<T> kind() {
    return kind;
  }

  /// Reads one object.
  ///
  /// @throws DecodeException when the bytes are no object of this kind
  public T decode(byte[] bytes, Format format) {
    Decoding decoding = decoding();
    try {
      if (bytes.length > limits.maxObjectBytes()) {
        throw new WireException(
            "larger than the limit of " + limits.maxObjectBytes() + " bytes", -1);
      }
      return switch (format) {
        case JSON -> {
          JsonReader in = JsonReader.over(bytes, 0, bytes.length, limits.maxDepth());
          yield readJson(in, decoding);
        }
        case PROTOBUF -> readEnvelope(bytes, 0, bytes.length, decoding);
      };
    } catch (WireException e) {
      throw failure(e);
    }
  }

  T readJson(JsonReader in, Decoding decoding) {
    in.requireDepth();
    T object = root.readJson(in, decoding, skip);
    requireKind(decoding.apiVersion(), decoding.kind());
    return object;
  }

  T readEnvelope(byte[] bytes, int from, int to, Decoding decoding) {
    ProtoEnvelope envelope = ProtoEnvelope.read(bytes, from, to);
    requireKind(envelope.apiVersion(), envelope.kind());
    return readProto(bytes, envelope.from(), envelope.to(), decoding);
  }

  T readProto(byte[] bytes, int from, int to, Decoding decoding) {
    ProtoReader in = new ProtoReader(bytes, from, to, limits.maxDepth());
    return root.readProto(in, to - from, decoding, skip);
  }

  /// An object that says it is something else must not become one of ours by accident. Items of
  /// lists say nothing.
  private void requireKind(@Nullable String apiVersion, @Nullable String name) {
    if (name == null
        || name.isEmpty()
        || kind.type() == PartialObject.class
        || kind.gvk().isEmpty()) {
      return;
    }
    GroupVersionKind gvk = kind.gvk();
    boolean sameVersion =
        apiVersion == null || apiVersion.isEmpty() || apiVersion.equals(gvk.apiVersion());
    if (!name.equals(gvk.kind()) || !sameVersion) {
      throw new WireException(
          "expected " + gvk.apiVersion() + " " + gvk.kind() + ", found " + apiVersion + " " + name,
          -1);
    }
  }

  DecodeException failure(WireException e) {
    return decodeFailure(kindName(), e);
  }

  /// A failure that names the object.
  DecodeException failure(String key, WireException e) {
    return decodeFailure(kindName() + " " + key, e);
  }

  private String kindName() {
    return kind.gvk().kind().isEmpty() ? "object" : kind.gvk().kind();
  }

  static DecodeException decodeFailure(String what, WireException e) {
    return new DecodeException("cannot decode " + what + ": " + e.getMessage(), e.path(), e);
  }

  /// Reads a list while it arrives and hands on each item as soon as it is there; nothing but the
  /// current item is held. Returns the list's metadata at the end. The stream is read to the end of
  /// the list, and not closed.
  ///
  /// @throws DecodeException when the bytes are no list of this kind; single bad items go to
  ///   [ListSink#broken]
  /// @throws IOException when the stream fails or ends before the list does
  public ListMeta decodeList(InputStream in, Format format, ListSink<? super T> sink)
      throws IOException {
    try {
      return new ListDecoder<T>(this, limits, sink).decode(in, format);
    } catch (WireException e) {
      throw decodeFailure("list of " + kind.gvk().kind(), e);
    }
  }

  /// Reads a list that is in memory.
  public ObjectList<T> decodeList(byte[] bytes, Format format) {
    List<T> items = new ArrayList<>();
    try {
      ListMeta metadata = decodeList(new ByteArrayInputStream(bytes), format, items::add);
      return new ObjectList<>(metadata, items);
    } catch (EOFException e) {
      throw failure(new WireException("the list is cut off", bytes.length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads the events of a watch as they arrive.
  public WatchReader<T> decodeWatch(InputStream in, Format format) {
    return format == Format.JSON
        ? new WatchReader.OfJson<>(this, in, limits, decoding())
        : new WatchReader.OfProtobuf<>(this, in, limits, decoding());
  }

  Decoding decoding() {
    return new Decoding(shared);
  }

  /// Writes one object.
  public byte[] encode(T object, Format format) {
    switch (format) {
      case JSON -> {
        JsonWriter out = new JsonWriter();
        root.writeJson(out, kind.gvk(), object);
        return out.toByteArray();
      }
      case PROTOBUF -> {
        ProtoWriter out = new ProtoWriter();
        root.writeProto(out, object);
        return enveloped(out).toByteArray();
      }
    }
    throw new IllegalArgumentException("no such format: " + format);
  }

  /// Writes one object in a format that carries all of it: protobuf where the kind has it, which is
  /// less work for both sides, unless JSON brought fields that this library has no name for.
  public Encoded encodeWhole(T object) {
    if (kind.hasProtobuf()) {
      ProtoWriter out = new ProtoWriter();
      root.writeProto(out, object);
      if (out.isComplete()) {
        return new Encoded(enveloped(out).result(Bytes::of), Format.PROTOBUF);
      }
    }
    JsonWriter out = new JsonWriter();
    root.writeJson(out, kind.gvk(), object);
    return new Encoded(out.result(Bytes::of), Format.JSON);
  }

  private ProtoWriter enveloped(ProtoWriter object) {
    GroupVersionKind gvk = kind.gvk();
    return ProtoEnvelope.wrap(object, gvk.isEmpty() ? "" : gvk.apiVersion(), gvk.kind());
  }

  /// An object as bytes.
  ///
  /// @param bytes what goes on the wire
  /// @param format what they are
  public record Encoded(Bytes bytes, Format format) {}

  /// Writes one object as JSON with nothing but what was set, as server-side apply wants it: to
  /// send a field is to own it.
  public byte[] encodeIntent(T object) {
    JsonWriter out = new JsonWriter(true);
    root.writeJson(out, kind.gvk(), object);
    return out.toByteArray();
  }

  /// The JSON merge patch (RFC 7386) that turns `old` into `next`, as a tree for
  /// [dev.drover.api.Patch#merge(Map)]; empty when there is no difference. What did not change is
  /// not even encoded.
  ///
  /// In Go: {@index jsonpatch.CreateMergePatch}.
  public Map<String, @Nullable Object> difference(T old, T next) {
    return root.difference(old, next);
  }
}
