package dev.drover.api;

import dev.drover.api.codec.TreeType;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A change to an object, in one of the four forms that the API server understands.
///
/// ```java
/// Patch.merge("""
///     {"spec": {"replicas": 3}}""")
/// Patch.json().replace("/spec/replicas", 3).build()
/// ```
///
/// Bodies are not checked here: the API server does that. What they say is hidden in `toString`,
/// because it may be a secret. Field manager, force and dry run belong to the request and not to
/// the patch.
///
/// May grow with Kubernetes: a `switch` outside this library needs a `default` branch.
///
/// In Go: {@index client.Patch}, {@index types.PatchType}.
public sealed interface Patch {

  /// The media type that tells the server which form this is.
  String contentType();

  /// What is sent: JSON.
  Bytes body();

  /// Begins a list of operations, applied in order and all or none.
  ///
  /// In Go: {@index client.RawPatch}.
  static JsonPatchBuilder json() {
    return new JsonPatchBuilder();
  }

  /// A list of operations that is already written.
  static Patch json(String operations) {
    return new JsonPatch(Bytes.ofUtf8(operations));
  }

  /// Fields to replace; `null` removes a field, and a list is replaced as a whole.
  ///
  /// In Go: {@index client.MergeFrom}.
  static Patch merge(String json) {
    return new MergePatch(Bytes.ofUtf8(json));
  }

  /// Fields to replace, as maps, lists, strings, numbers, booleans and nulls; `null` removes a
  /// field.
  static Patch merge(Map<String, ? extends @Nullable Object> fields) {
    return new MergePatch(Bytes.wrap(tree(fields)));
  }

  /// Fields to merge, where lists are merged by their keys. For built-in kinds only; custom kinds
  /// have no such lists.
  ///
  /// In Go: {@index client.StrategicMergeFrom}.
  static Patch strategicMerge(String json) {
    return new StrategicMergePatch(Bytes.ofUtf8(json));
  }

  /// Fields to merge, as maps, lists, strings, numbers, booleans and nulls, where lists are merged
  /// by their keys.
  static Patch strategicMerge(Map<String, ? extends @Nullable Object> fields) {
    return new StrategicMergePatch(Bytes.wrap(tree(fields)));
  }

  /// The fields that the caller wants to own, with `apiVersion`, `kind` and `metadata.name`:
  /// server-side apply.
  ///
  /// In Go: {@index client.Apply}.
  static Patch apply(String json) {
    return new Apply(Bytes.ofUtf8(json));
  }

  /// The fields that the caller wants to own, as maps, lists, strings, numbers, booleans and nulls.
  static Patch apply(Map<String, ? extends @Nullable Object> fields) {
    return new Apply(Bytes.wrap(tree(fields)));
  }

  // Through the copy, whose maps are sorted: the same fields give the same bytes in every run.
  private static byte[] tree(Map<String, ? extends @Nullable Object> fields) {
    return TreeType.bytes(TreeType.copy(fields));
  }

  /// Operations by RFC 6902.
  ///
  /// In Go: {@index types.JSONPatchType}.
  ///
  /// @param body a JSON array of operations
  record JsonPatch(Bytes body) implements Patch {
    /// There is a body.
    public JsonPatch {
      Objects.requireNonNull(body, "body");
    }

    @Override
    public String contentType() {
      return "application/json-patch+json";
    }
  }

  /// Fields to replace by RFC 7386.
  ///
  /// In Go: {@index types.MergePatchType}.
  ///
  /// @param body a JSON object of the fields to change
  record MergePatch(Bytes body) implements Patch {
    /// There is a body.
    public MergePatch {
      Objects.requireNonNull(body, "body");
    }

    @Override
    public String contentType() {
      return "application/merge-patch+json";
    }
  }

  /// Fields to merge by Kubernetes' own rules.
  ///
  /// In Go: {@index types.StrategicMergePatchType}.
  ///
  /// @param body a JSON object of the fields to change
  record StrategicMergePatch(Bytes body) implements Patch {
    /// There is a body.
    public StrategicMergePatch {
      Objects.requireNonNull(body, "body");
    }

    @Override
    public String contentType() {
      return "application/strategic-merge-patch+json";
    }
  }

  /// Fields to own: server-side apply.
  ///
  /// In Go: {@index types.ApplyPatchType}.
  ///
  /// @param body a JSON (and therefore YAML) object of all fields that the caller wants to own
  record Apply(Bytes body) implements Patch {
    /// There is a body.
    public Apply {
      Objects.requireNonNull(body, "body");
    }

    @Override
    public String contentType() {
      return "application/apply-patch+yaml";
    }
  }
}
