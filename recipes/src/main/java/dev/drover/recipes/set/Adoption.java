package dev.drover.recipes.set;

import dev.drover.api.KubernetesObject;
import java.util.function.Predicate;

/// Decides which existing objects a set may take over: those that exist under the name of a member
/// and do not belong to the set. Without a rule that allows it, such an object is an error.
///
/// ```java
/// DesiredSet.of(client, "shop").with(o -> o.adopt(Adoption.unowned()));
/// ```
@FunctionalInterface
public interface Adoption {
  /// Whether the set may take over this object, as it is on the cluster.
  boolean allows(KubernetesObject existing);

  /// Nothing is taken over.
  static Adoption none() {
    return _ -> false;
  }

  /// Objects that no controller and no other set has.
  static Adoption unowned() {
    return existing ->
        existing.metadata().controller().isEmpty()
            && !existing.metadata().labels().containsKey(SetIdentity.SET);
  }

  /// Objects that are so.
  static Adoption when(Predicate<? super KubernetesObject> rule) {
    return rule::test;
  }
}
