package dev.drover.recipes.set;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Scope;
import java.util.List;
import java.util.Optional;

/// One line of an inventory: an object that the set has, or is about to have.
///
/// @param gvk its kind, in the version in which it was last applied
/// @param plural of the kind
record Member(GroupVersionKind gvk, String plural, ObjectKey key) implements Comparable<Member> {
  ObjectRef ref() {
    return new ObjectRef(gvk, key);
  }

  Kind<DynamicObject> kind() {
    return Kind.dynamic(gvk, plural, key.namespace().isEmpty() ? Scope.CLUSTER : Scope.NAMESPACED);
  }

  /// `group/version/Kind/plural/namespace/name`; no part has a slash.
  String line() {
    return String.join(
        "/", gvk.group(), gvk.version(), gvk.kind(), plural, key.namespace(), key.name());
  }

  static Optional<Member> parse(String line) {
    List<String> parts = List.of(line.split("/", -1));
    return parts.size() != 6 || parts.get(2).isEmpty() || parts.get(5).isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Member(
                new GroupVersionKind(parts.get(0), parts.get(1), parts.get(2)),
                parts.get(3),
                ObjectKey.of(parts.get(4), parts.get(5))));
  }

  @Override
  public int compareTo(Member other) {
    return line().compareTo(other.line());
  }
}
