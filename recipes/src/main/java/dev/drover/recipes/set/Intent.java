package dev.drover.recipes.set;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Patch;
import dev.drover.api.RawExtension;
import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// An object as it is applied: as described, with the marks of its set and the hash of all that.
///
/// @param described without metadata that only the server sets, and without the hash
/// @param hash of the description
/// @param json the description, of which the hash is
record Intent<T extends KubernetesObject>(Kind<T> kind, T described, String hash, Bytes json) {
  /// Versions are revisions of the store, which begin at 1 and do not get here.
  private static final String NO_OBJECT = String.valueOf(Long.MAX_VALUE);

  /// @param object as described
  /// @param metadata its namespace, owners and the marks of its set
  static <T extends KubernetesObject> Intent<T> of(Kind<T> kind, T object, ObjectMeta metadata) {
    T described = kind.withMetadata(withData(kind, object), metadata);
    byte[] json = Codec.of(kind).encodeIntent(described);
    return new Intent<>(kind, described, Digests.hex(json), Bytes.of(json));
  }

  /// Takes out what only the server sets.
  static void withoutServerFields(ObjectMeta.Builder metadata) {
    metadata
        .managedFields(List.of())
        .resourceVersion("")
        .uid("")
        .creationTimestamp(null)
        .deletionTimestamp(null)
        .deletionGracePeriodSeconds(null)
        .generateName("")
        .selfLink("")
        .generation(0);
  }

  /// What is applied.
  T object() {
    return kind.withMetadata(
        described, described.metadata().withAnnotation(SetIdentity.APPLIED, hash));
  }

  /// `stringData` is for writing only: the server stores `data`, and only that can be owned.
  @SuppressWarnings("unchecked") // an object of the same class
  private static <T extends KubernetesObject> T withData(Kind<T> kind, T object) {
    if (!kind.gvk().groupKind().equals(Secret.KIND.gvk().groupKind())) {
      return object;
    }
    return switch (object) {
      case Secret secret when !secret.stringData().isEmpty() ->
          (T)
              secret.with(
                  s -> {
                    secret.stringData().forEach((name, text) -> s.data(name, Bytes.ofUtf8(text)));
                    s.stringData(Map.of());
                  });
      case DynamicObject dynamic when !dynamic.map("stringData").isEmpty() -> (T) withData(dynamic);
      default -> object;
    };
  }

  private static DynamicObject withData(DynamicObject secret) {
    TreeMap<String, Object> data = new TreeMap<>();
    secret.map("data").forEach((name, value) -> data.put(name, String.valueOf(value)));
    secret.map("stringData").forEach((name, text) -> data.put(name, base64(String.valueOf(text))));
    return secret.with(data, "data").without("stringData");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  ObjectRef ref() {
    return new ObjectRef(kind.gvk(), described.key());
  }

  Member member() {
    return new Member(kind.gvk(), kind.plural(), described.key());
  }

  /// The request that changes the object with this uid to what is described: the server refuses to
  /// create one, or to change a namesake that came later.
  Patch change(String uid) {
    return apply(m -> m.uid(uid));
  }

  /// The request that creates the object as described. Its version is one that no object has, so
  /// the server refuses it with a conflict if there is such an object: an object that came
  /// meanwhile is not taken over.
  Patch creation() {
    return apply(m -> m.resourceVersion(NO_OBJECT));
  }

  private Patch apply(Consumer<ObjectMeta.Builder> precondition) {
    T object = object();
    T body = kind.withMetadata(object, object.metadata().with(precondition));
    return new Patch.Apply(Bytes.of(Codec.of(kind).encodeIntent(body)));
  }

  /// The tree of the description.
  private Map<?, ?> tree() {
    return new RawExtension(json).tree() instanceof Map<?, ?> tree ? tree : Map.of();
  }

  /// Whether a live object is what was applied, see [OwnedFields].
  boolean isApplied(KubernetesObject live, String manager) {
    if (!hash.equals(live.metadata().annotations().get(SetIdentity.APPLIED))) {
      return false;
    }
    // A cache may leave the managed fields out; then values must do.
    return live.metadata().managedFields().isEmpty()
        ? differences(live).isEmpty()
        : OwnedFields.hasAll(live, manager, kind.gvk().apiVersion(), tree());
  }

  List<String> differences(KubernetesObject live) {
    return FieldChanges.between(tree(), DynamicObject.of(live).tree());
  }
}
