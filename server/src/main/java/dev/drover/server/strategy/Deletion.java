package dev.drover.server.strategy;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// How objects of a kind are deleted.
///
/// ```java
/// Deletion.DEFAULT.returningObject().gracefully((pod, requested) -> OptionalLong.of(30));
/// ```
///
/// In Go: `RESTGracefulDeleteStrategy`, `GarbageCollectionDeleteStrategy` and `Delete` of the
/// registries that have their own.
///
/// @param gracePeriod the time that an object gets to shut down
/// @param start marks an object in a way of its own on the first request to delete it
/// @param dependents what happens to owned objects, unless the request says so
/// @param warnings for requests that do not say what happens to owned objects
/// @param veto the reason why the object of this name cannot be deleted
/// @param returnsObject whether the response is the object, and not a `Status`
public record Deletion(
    GracePeriod gracePeriod,
    Start start,
    Dependents dependents,
    List<String> warnings,
    Function<String, Optional<String>> veto,
    boolean returnsObject) {
  /// Objects are removed at once, and a `Status` is returned.
  public static final Deletion DEFAULT =
      new Deletion(
          (_, _) -> OptionalLong.empty(),
          (_, _) -> false,
          Dependents.DELETE,
          List.of(),
          _ -> Optional.empty(),
          false);

  /// Objects are removed at once and returned.
  public static final Deletion RETURNS_OBJECT = DEFAULT.returningObject();

  /// The time that an object gets to shut down.
  @FunctionalInterface
  public interface GracePeriod {
    /// The seconds; empty for objects that are removed at once.
    ///
    /// @param requested what the deleting client asked for
    OptionalLong seconds(TreeNode object, OptionalLong requested);
  }

  /// The first request to delete an object.
  @FunctionalInterface
  public interface Start {
    /// Marks the object, for example with a finalizer.
    ///
    /// @param now the time of the request, as objects carry it
    /// @return whether it did; else the rules of all kinds apply
    boolean mark(TreeNode object, String now);
  }

  /// What happens to owned objects when their owner is deleted.
  public enum Dependents {
    /// They are deleted in turn.
    DELETE,
    /// They stay and lose their owner.
    ORPHAN,
    /// The kind never owns objects: finalizers of the garbage collector are never set.
    NONE
  }

  public Deletion {
    warnings = List.copyOf(warnings);
  }

  /// The same with a grace period.
  public Deletion gracefully(GracePeriod other) {
    return new Deletion(other, start, dependents, warnings, veto, returnsObject);
  }

  /// The same with a start of its own.
  public Deletion startingWith(Start other) {
    return new Deletion(gracePeriod, other, dependents, warnings, veto, returnsObject);
  }

  /// The same with another default for owned objects.
  ///
  /// @param texts warnings for requests that leave it to the default
  public Deletion dependents(Dependents other, String... texts) {
    return new Deletion(gracePeriod, start, other, List.of(texts), veto, returnsObject);
  }

  /// The same without the objects for which the function has a reason to keep them.
  public Deletion unless(Function<String, Optional<String>> reason) {
    return new Deletion(gracePeriod, start, dependents, warnings, reason, returnsObject);
  }

  /// The same with the object as the response.
  public Deletion returningObject() {
    return new Deletion(gracePeriod, start, dependents, warnings, veto, true);
  }
}
