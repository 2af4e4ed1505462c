package dev.drover.server.rest;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.TreeCodec;
import dev.drover.server.core.HtmlEscapes;
import dev.drover.server.core.JsonFields;
import dev.drover.server.core.Resource;
import dev.drover.server.http.MediaType;
import dev.drover.server.storage.StoredObject;
import dev.drover.server.strategy.StorageVersion;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Stored objects in the forms of the wire. Each version of an object is encoded once for each
/// form, and lists, watches and single reads share the bytes.
final class ObjectBytes {
  private static final Bytes NULL = Bytes.ofUtf8("null");
  private static final ByteBuffer LINE_BREAK = ByteBuffer.wrap(new byte[] {'\n'});

  private final TreeCodec codec;

  // Those of empty objects; the versions of PartialObjectMetadata are few.
  private final Map<GroupVersionKind, ProtobufEnvelope> envelopes = new ConcurrentHashMap<>();

  ObjectBytes(TreeCodec codec) {
    this.codec = codec;
  }

  /// The name of a form; the version of custom objects changes with their schema.
  private record Form(StorageVersion version, Format format, Optional<GroupVersionKind> metadata) {}

  /// The name of the form that items of a typed list have.
  private record ItemForm(StorageVersion version) {}

  /// Whether the bytes of an object are the same each time: a conversion webhook is called again
  /// for every request.
  static boolean areLasting(Resource resource) {
    return !resource.isCustom() || resource.storage().kind().equals(resource.gvk());
  }

  /// The whole object, with `apiVersion` and `kind`; protobuf with its envelope.
  Bytes whole(Resource resource, Format format, StoredObject object) {
    StorageVersion version = resource.storage();
    if (version.isServedAsStored() && format == Format.JSON) {
      return object.json();
    }
    return object.encoded(
        new Form(version, format, Optional.empty()),
        stored ->
            version.isServedAsStored()
                ? Bytes.of(codec.jsonToProtobuf(stored.json().toByteArray()))
                : encode(version.fromStored().apply(stored.tree()), format));
  }

  /// The whole object as a body: JSON ends in a line break.
  List<ByteBuffer> body(Resource resource, MediaType media, StoredObject object) {
    return media == MediaType.PROTOBUF
        ? List.of(whole(resource, Format.PROTOBUF, object).asByteBuffer())
        : List.of(whole(resource, Format.JSON, object).asByteBuffer(), LINE_BREAK.duplicate());
  }

  /// Its metadata as an object.
  ///
  /// @param kind of that object: a version of `PartialObjectMetadata`
  Bytes metadata(Resource resource, GroupVersionKind kind, Format format, StoredObject object) {
    boolean isCopied = resource.storage().isServedAsStored() && !Output.hidesAnnotations(resource);
    if (isCopied) {
      Optional<Bytes> copy =
          format == Format.JSON
              ? Optional.of(metadataOnly(kind, object)) // hardly more than a copy
              : metadataOfWhole(resource, kind, object);
      if (copy.isPresent()) {
        return copy.get();
      }
    }
    return object.encoded(
        new Form(resource.storage(), format, Optional.of(kind)),
        stored ->
            isCopied
                ? Bytes.of(codec.jsonToProtobuf(metadataOnly(kind, stored).toByteArray()))
                : encode(
                    Output.metadataOnly(kind, resource.storage().fromStored().apply(stored.tree())),
                    format));
  }

  /// The metadata of an object that was encoded as a whole, in protobuf.
  private Optional<Bytes> metadataOfWhole(
      Resource resource, GroupVersionKind kind, StoredObject object) {
    return object
        .encodedBefore(new Form(resource.storage(), Format.PROTOBUF, Optional.empty()))
        .flatMap(whole -> ProtobufEnvelope.of(whole).metadata())
        .map(metadata -> envelope(kind).with(metadata));
  }

  private ProtobufEnvelope envelope(GroupVersionKind kind) {
    return envelopes.computeIfAbsent(
        kind,
        _ ->
            ProtobufEnvelope.of(
                Bytes.of(
                    codec.encode(
                        Map.of("apiVersion", kind.apiVersion(), "kind", kind.kind()),
                        Format.PROTOBUF))));
  }

  /// JSON with the field `metadata` of a stored object.
  private static Bytes metadataOnly(GroupVersionKind kind, StoredObject object) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String beginning =
        "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":"
            .formatted(kind.kind(), kind.apiVersion());
    out.writeBytes(beginning.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(JsonFields.find(object.json(), "metadata").orElse(NULL).toByteArray());
    out.write('}');
    return Bytes.of(out.toByteArray());
  }

  /// The JSON of the whole object without `apiVersion` and `kind`.
  private Bytes withoutKind(Resource resource, StoredObject object) {
    return object.encoded(
        new ItemForm(resource.storage()),
        stored ->
            encode(
                Output.withoutKind(resource.storage().fromStored().apply(stored.tree())),
                Format.JSON));
  }

  /// The list of these objects, as bytes.
  ///
  /// @param empty the list without items
  /// @param metadata the kind of the items if they are metadata only
  List<ByteBuffer> list(
      Resource resource,
      Format format,
      Map<String, @Nullable Object> empty,
      Optional<GroupVersionKind> metadata,
      List<StoredObject> objects) {
    Bytes head = encode(empty, format);
    List<Bytes> items =
        objects.stream()
            .map(
                object ->
                    metadata
                        .map(kind -> metadata(resource, kind, format, object))
                        .orElseGet(() -> whole(resource, format, object)))
            .toList();
    if (format == Format.PROTOBUF) {
      return ListBody.protobuf(head, items);
    }
    if (resource.isCustom() || metadata.isPresent()) {
      return ListBody.json(head, items.stream().map(ListBody::withoutBrace).toList());
    }
    ListBody.ItemKind kind = ListBody.ItemKind.of(resource.gvk());
    List<ByteBuffer> parts = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      StoredObject object = objects.get(i);
      parts.add(
          kind.rest(items.get(i))
              .orElseGet(() -> ListBody.withoutBrace(withoutKind(resource, object))));
    }
    return ListBody.json(head, parts);
  }

  Bytes encode(Map<String, @Nullable Object> tree, Format format) {
    return format == Format.JSON
        ? HtmlEscapes.escape(RawExtension.ofTree(tree).raw())
        : Bytes.of(codec.encode(tree, Format.PROTOBUF));
  }
}
