package dev.drover.server.admission.match;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.TypedForm.Empties;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A write in the version of the resource that a webhook or a policy asks for.
///
/// ```
///   attempt.object ──▶ current ──▶ of version X ──▶ patched ──▶ current … ──▶ attempt.object
/// ```
///
/// For one write, and the one thread that serves it.
///
/// In Go: `admission.VersionedAttributes`.
public final class RequestView {
  private final Attempt attempt;
  private final Catalog catalog;
  private final Map<GroupVersionResource, Map<String, @Nullable Object>> old = new HashMap<>();
  private final Map<GroupVersionResource, Map<String, @Nullable Object>> shown = new HashMap<>();

  public RequestView(Attempt attempt, Catalog catalog) {
    this.attempt = attempt;
    this.catalog = catalog;
  }

  public Attempt attempt() {
    return attempt;
  }

  /// The object as the request has it so far; null for deletes.
  @Nullable TreeNode current() {
    return attempt.object();
  }

  /// The other versions of the resource, of other groups too, that have the same subresource.
  List<Resource> equivalents() {
    Resource asked = attempt.resource();
    return catalog.snapshot().resources().stream()
        .filter(other -> other.storage().name().equals(asked.storage().name()))
        .filter(other -> !other.gvr().equals(asked.gvr()))
        .filter(
            other ->
                attempt.subresource().isEmpty()
                    || other.subresource(attempt.subresource()).isPresent())
        .toList();
  }

  /// The kind of the object in a version of the resource.
  public GroupVersionKind kind(Resource version) {
    return version.subresource(attempt.subresource()).map(Subresource::kind).orElse(version.gvk());
  }

  /// The object in a version of the resource; null for deletes.
  public @Nullable Map<String, @Nullable Object> object(Resource version) {
    TreeNode object = attempt.object();
    if (object == null) {
      return null;
    }
    Map<String, @Nullable Object> known = shown.get(version.gvr());
    if (known == null) {
      known = in(version, object.map());
      shown.put(version.gvr(), known);
    }
    return known;
  }

  /// The object before, in a version of the resource; null for creates.
  public @Nullable Map<String, @Nullable Object> old(Resource version) {
    TreeNode object = attempt.old();
    if (object == null) {
      return null;
    }
    Map<String, @Nullable Object> known = old.get(version.gvr());
    if (known == null) {
      known = in(version, object.map());
      old.put(version.gvr(), known);
    }
    return known;
  }

  private Map<String, @Nullable Object> in(Resource version, Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> canonical = canonical(object, attempt.resource());
    return isOfResource() && !version.gvr().equals(attempt.resource().gvr())
        ? canonical(converted(canonical, attempt.resource(), version), version)
        : canonical;
  }

  /// Whether the object is one of the resource, and not, for example, a `Scale`.
  private boolean isOfResource() {
    return attempt.kind().equals(attempt.resource().gvk());
  }

  /// As Go writes it.
  private Map<String, @Nullable Object> canonical(
      Map<String, @Nullable Object> object, Resource resource) {
    if (resource.isCustom() || !isOfResource()) {
      return object;
    }
    Map<String, @Nullable Object> tree =
        TypedForm.ofTree(object, resource.structure(), Empties.SHOWN).tree();
    return TreeNode.copyOf(tree)
        .set("apiVersion", resource.gvk().apiVersion())
        .set("kind", resource.gvk().kind())
        .map();
  }

  private static Map<String, @Nullable Object> converted(
      Map<String, @Nullable Object> object, Resource from, Resource to) {
    return to.custom().isPresent()
        ? to.custom().get().converted().apply(object)
        : to.storage().fromStored().apply(from.storage().toStored().apply(object));
  }

  /// Replaces the object of the request by a changed one.
  ///
  /// @param version of the resource, in which the changed object is
  /// @return whether anything is different now
  /// @throws ApiError when it is no object of the kind
  public boolean change(Resource version, Map<String, @Nullable Object> changed) {
    TreeNode object = Objects.requireNonNull(attempt.object(), "only what is written can change");
    Map<String, @Nullable Object> before = Objects.requireNonNull(object(version));
    Map<String, @Nullable Object> after = typed(version, changed);
    boolean isChanged = !after.equals(before);
    boolean isSame = version.gvr().equals(attempt.resource().gvr()) || !isOfResource();
    Map<String, @Nullable Object> result =
        isSame ? after : converted(after, version, attempt.resource());
    object.map().clear();
    object.map().putAll(TreeNode.copyOf(result).map());
    shown.clear();
    return isChanged;
  }

  private Map<String, @Nullable Object> typed(
      Resource version, Map<String, @Nullable Object> changed) {
    TreeNode object;
    try {
      object =
          TreeNode.copyOf(
              version.custom().isPresent()
                  ? version.custom().get().schema().readTree(changed).tree()
                  : isOfResource()
                      ? TypedForm.ofTree(changed, version.structure(), Empties.SHOWN).tree()
                      : changed);
    } catch (UnreadableException e) {
      throw ApiError.internal(String.valueOf(e.getMessage()));
    }
    if (isOfResource()) {
      object.set("apiVersion", version.gvk().apiVersion());
      object.set("kind", version.gvk().kind());
      version.strategy().setDefaults(object);
    }
    return object.map();
  }
}
