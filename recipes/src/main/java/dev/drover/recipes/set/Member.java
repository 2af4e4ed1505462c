package dev.drover.recipes.set;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Scope;
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
    String[] parts = line.split("/", -1);
    return parts.length != 6 || parts[2].isEmpty() || parts[5].isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Member(
                new GroupVersionKind(parts[0], parts[1], parts[2]),
                parts[3],
                ObjectKey.of(parts[4], parts[5])));
  }

  @Override
  public int compareTo(Member other) {
    return line().compareTo(other.line());
  }
}
