package dev.drover.api.codec;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.ObjectMeta;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads and writes objects of which only the JSON is known.
final class DynamicRoot extends RootType<DynamicObject> {
  private final GroupVersionKind expected; // for list items, which do not say what they are
  private final TreeFactory factory;

  DynamicRoot(GroupVersionKind expected, TreeFactory factory) {
    this.expected = expected;
    this.factory = factory;
  }

  @Override
  public Map<String, Object> schema() {
    return Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
  }

  @Override
  DynamicObject readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    decoding.expectRoot();
    decoding.takeRoot();
    ObjectMeta metadata = ObjectMeta.TYPE.empty();
    List<@Nullable Object> pairs = new ArrayList<>();
    in.beginObject();
    for (boolean first = true; in.nextName(first); first = false) {
      String name = in.name();
      Skip below = skip == null ? null : skip.child(name);
      try {
        if (below != null && below.isLeaf()) {
          in.skip();
        } else if (name.equals("apiVersion") || name.equals("kind")) {
          decoding.typeMeta(name, in.tryNull() ? "" : in.string());
        } else if (name.equals("metadata")) {
          metadata = in.tryNull() ? metadata : ObjectMeta.TYPE.readJson(in, decoding, below);
        } else {
          pairs.add(name);
          pairs.add(in.tryNull() ? null : TreeType.INSTANCE.readJson(in, decoding, below));
        }
      } catch (WireException e) {
        throw e.in(name);
      }
    }
    return factory.create(gvk(decoding), metadata, ArrayMap.ofTree(pairs.toArray()));
  }

  /// What the object says it is; what it does not say it is by where it was found.
  private GroupVersionKind gvk(Decoding decoding) {
    String apiVersion = Objects.requireNonNullElse(decoding.apiVersion(), "");
    String kind = Objects.requireNonNullElse(decoding.kind(), "");
    String wholeVersion = apiVersion.isEmpty() ? expected.apiVersion() : apiVersion;
    String wholeKind = kind.isEmpty() ? expected.kind() : kind;
    if (wholeKind.equals(expected.kind()) && wholeVersion.equals(expected.apiVersion())) {
      return expected;
    }
    try {
      return GroupVersionKind.parse(wholeVersion, wholeKind);
    } catch (IllegalArgumentException e) {
      throw new WireException(String.valueOf(e.getMessage()), -1).in("apiVersion");
    }
  }

  @Override
  void writeJson(JsonWriter out, GroupVersionKind gvk, DynamicObject object) {
    out.beginObject();
    if (!object.gvk().apiVersion().isEmpty()) {
      out.name("apiVersion").string(object.gvk().apiVersion());
    }
    if (!object.gvk().kind().isEmpty()) {
      out.name("kind").string(object.gvk().kind());
    }
    out.name("metadata");
    ObjectMeta.TYPE.writeJson(out, object.metadata());
    for (Map.Entry<String, @Nullable Object> entry : object.fields().entrySet()) {
      out.name(entry.getKey());
      TreeType.write(out, entry.getValue());
    }
    out.endObject();
  }

  @Override
  Map<String, @Nullable Object> difference(DynamicObject old, DynamicObject next) {
    Map<String, @Nullable Object> patch = Difference.between(old.tree(), next.tree());
    return ArrayMap.ofFields(next.gvk().kind(), copy(patch));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // a copy of an object is an object
  private static ArrayMap<@Nullable Object> copy(Map<String, @Nullable Object> patch) {
    return (ArrayMap<@Nullable Object>) TreeType.copy(patch);
  }

  @Override
  public DynamicObject create(GroupVersionKind gvk, ObjectMeta metadata) {
    return factory.create(gvk, metadata, ArrayMap.empty());
  }

  @Override
  public DynamicObject with(DynamicObject object, String field, Object value) {
    return field.equals("metadata")
        ? object.withMetadata((ObjectMeta) value)
        : object.with(value, field);
  }
}
