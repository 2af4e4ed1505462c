package dev.drover.server.rest;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Status;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.server.core.Call;
import dev.drover.server.core.HtmlEscapes;
import dev.drover.server.core.Resource;
import dev.drover.server.http.MediaType;
import dev.drover.server.http.Negotiation;
import dev.drover.server.storage.StoredObject;
import dev.drover.server.storage.WatchFilter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes the events of watches.
final class WatchEvents {
  private static final GroupVersionKind STATUS = new GroupVersionKind("", "v1", "Status");

  private final ObjectBytes bytes;
  private final Tables tables;

  WatchEvents(ObjectBytes bytes, Tables tables) {
    this.bytes = bytes;
    this.tables = tables;
  }

  Encoder encoder(Call call, Resource resource, Negotiation.Choice choice) {
    boolean isTable = choice.as().filter(kind -> kind.kind().equals("Table")).isPresent();
    return new Encoder(
        resource,
        choice.media() == MediaType.PROTOBUF,
        choice.as(),
        isTable ? Optional.of(Tables.includedPart(call)) : Optional.empty());
  }

  /// Writes the events of one watch.
  final class Encoder {
    private final Resource resource;
    private final Format format;
    private final Optional<GroupVersionKind> transform;
    private final Optional<String> tablePart; // of each object that goes with its row
    private boolean hasHeaders; // a watch describes its columns once

    private Encoder(
        Resource resource,
        boolean isProtobuf,
        Optional<GroupVersionKind> transform,
        Optional<String> tablePart) {
      this.tablePart = tablePart;
      this.resource = resource;
      this.format = isProtobuf ? Format.PROTOBUF : Format.JSON;
      this.transform = transform;
    }

    byte[] event(WatchFilter.Event event) {
      StoredObject stored = event.object();
      if (tablePart.isPresent()) {
        return message(
            event.type().name(), encode(resource.storage().fromStored().apply(stored.tree())));
      }
      return message(
          event.type().name(),
          transform
              .map(kind -> kind.withKind("PartialObjectMetadata"))
              .map(kind -> bytes.metadata(resource, kind, format, stored))
              .orElseGet(() -> bytes.whole(resource, format, stored)));
    }

    /// Says how far the watch has come, in the shape of an object that is empty otherwise.
    byte[] bookmark(long revision, boolean endsInitialEvents) {
      TreeNode object = TreeNode.empty();
      object.set("apiVersion", resource.gvk().apiVersion()).set("kind", resource.gvk().kind());
      TreeNode metadata = object.orCreate("metadata");
      metadata.set("resourceVersion", Long.toString(revision));
      if (endsInitialEvents) {
        metadata.orCreate("annotations").set("k8s.io/initial-events-end", "true");
      }
      Map<String, @Nullable Object> tree =
          resource.isCustom()
              ? object.map()
              : TypedForm.ofTree(object.map(), resource.structure()).tree();
      return message("BOOKMARK", encode(tree));
    }

    byte[] error(Status status) {
      Status complete = status.with(s -> s.metadata(status.metadata())); // shown even when empty
      return message("ERROR", Bytes.of(escaped(Status.TYPE.encode(complete, STATUS, format))));
    }

    private byte[] escaped(byte[] encoded) {
      return format == Format.JSON ? HtmlEscapes.escape(encoded) : encoded;
    }

    private Bytes encode(Map<String, @Nullable Object> tree) {
      return bytes.encode(transformed(tree), format);
    }

    private Map<String, @Nullable Object> transformed(Map<String, @Nullable Object> tree) {
      if (transform.isEmpty()) {
        return tree;
      }
      GroupVersionKind kind = transform.get();
      if (tablePart.isEmpty()) {
        return Output.metadataOnly(kind.withKind("PartialObjectMetadata"), tree);
      }
      boolean isFirst = !hasHeaders;
      hasHeaders = true;
      return tables.table(
          resource, kind, Output.version(tree), List.of(tree), tablePart.get(), isFirst);
    }

    private byte[] message(String type, Bytes object) {
      return format == Format.JSON ? json(type, object) : protobuf(type, object);
    }
  }

  private static byte[] json(String type, Bytes object) {
    byte[] beginning =
        ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(beginning.length + object.length() + 2)
        .put(beginning)
        .put(object.asByteBuffer())
        .put((byte) '}')
        .put((byte) '\n')
        .array();
  }

  /// `{type = 1, object = 2 {raw = 1}}`, without the magic that the object itself has.
  private static byte[] protobuf(String type, Bytes object) {
    byte[] word = type.getBytes(StandardCharsets.US_ASCII);
    int raw = 1 + lengthOf(object.length()) + object.length();
    ByteBuffer event =
        ByteBuffer.allocate(1 + lengthOf(word.length) + word.length + 1 + lengthOf(raw) + raw);
    begin(event, 1, word.length).put(word);
    begin(event, 2, raw);
    begin(event, 1, object.length()).put(object.asByteBuffer());
    return event.array();
  }

  private static ByteBuffer begin(ByteBuffer out, int field, int length) {
    out.put((byte) (field << 3 | 2));
    int rest = length;
    while (rest >= 0x80) {
      out.put((byte) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    return out.put((byte) rest);
  }

  /// How many bytes a length takes.
  private static int lengthOf(int length) {
    return Math.max(1, (38 - Integer.numberOfLeadingZeros(length)) / 7);
  }
}
