package dev.drover.recipes.set;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Preconditions;
import dev.drover.api.Scope;
import dev.drover.client.ReadWriter;
import dev.drover.client.Reader;
import dev.drover.model.core.v1.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The members of a set as the cluster remembers them, in a ConfigMap.
///
/// A member is written here before it is created and removed after it is gone, so the inventory has
/// every object that the set may have, whenever the process dies.
///
/// @param stored the ConfigMap; empty if there is none
/// @param members by what they are, whatever the version
/// @param isDamaged whether another client changed the lines, by the hash that goes with them
record Inventory(
    Optional<DynamicObject> stored, Map<ObjectRef.Id, Member> members, boolean isDamaged) {
  /// In dynamic form, so that a cache of all inventories and nothing else does not get in the way
  /// of a cache of the user's ConfigMaps.
  static final Kind<DynamicObject> KIND =
      Kind.dynamic(new GroupVersionKind("", "v1", "ConfigMap"), "configmaps", Scope.NAMESPACED);

  private static final String OBJECTS = "objects";

  static Inventory none() {
    return new Inventory(Optional.empty(), Map.of(), false);
  }

  static Inventory of(KubernetesObject configMap) {
    DynamicObject stored = DynamicObject.of(configMap);
    String text = stored.text("data", OBJECTS).orElse("");
    Map<ObjectRef.Id, Member> members = new LinkedHashMap<>();
    text.lines()
        .flatMap(line -> Member.parse(line).stream())
        .forEach(member -> members.put(member.ref().id(), member));
    return new Inventory(Optional.of(stored), members, !isAsWritten(stored.metadata(), text));
  }

  /// Whether nothing but a set wrote these lines.
  private static boolean isAsWritten(ObjectMeta metadata, String text) {
    return hash(text).equals(metadata.annotations().get(SetIdentity.OBJECTS));
  }

  private static String hash(String text) {
    return Digests.hex(text.getBytes(StandardCharsets.UTF_8));
  }

  static Inventory read(Reader from, ObjectKey key, boolean live) {
    Optional<DynamicObject> found =
        live ? from.live().find(KIND, key) : from.findCachedOrLive(KIND, key);
    return found.filter(map -> !map.metadata().isDeleting()).map(Inventory::of).orElse(none());
  }

  boolean has(Collection<Member> others) {
    return others.stream().allMatch(member -> members.containsKey(member.ref().id()));
  }

  /// @param others by what they are
  boolean isExactly(Map<ObjectRef.Id, Member> others) {
    return !isDamaged && others.equals(members);
  }

  /// Stores other members; creates or deletes the ConfigMap where needed.
  ///
  /// @throws dev.drover.client.ApiException.Conflict if it changed since it was read
  /// @throws dev.drover.client.ApiException.AlreadyExists if another process created it
  Inventory write(ReadWriter to, ObjectKey key, SetIdentity set, Collection<Member> others) {
    if (others.isEmpty()) {
      stored.ifPresent(map -> delete(to, map));
      return none();
    }
    String lines =
        new TreeSet<>(others).stream().map(Member::line).collect(Collectors.joining("\n"));
    if (stored.isEmpty()) {
      return of(to.create(described(ConfigMap.named(key.namespace(), key.name()), set, lines)));
    }
    return of(to.edit(stored.get().as(ConfigMap.KIND), map -> described(map, set, lines)));
  }

  private static ConfigMap described(ConfigMap map, SetIdentity set, String lines) {
    return map.with(
        m -> {
          m.data(OBJECTS, lines)
              .label(SetIdentity.INVENTORY, set.family())
              .annotation(SetIdentity.SET_ID, set.id())
              .annotation(SetIdentity.OBJECTS, hash(lines));
          set.owner().ifPresent(o -> m.annotation(SetIdentity.OWNER, o.toString()));
        });
  }

  private static void delete(ReadWriter to, DynamicObject map) {
    var _ =
        to.delete(
            map,
            DeleteOptions.builder()
                .preconditions(
                    Preconditions.builder()
                        .uid(map.metadata().uid())
                        .resourceVersion(map.metadata().resourceVersion())
                        .build())
                .build());
  }
}
