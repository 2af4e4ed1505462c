package dev.drover.server.core;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of one kind: what its objects get when they are written, and what is wrong with them.
///
/// An object reaches these methods well-typed and without unknown fields, with `metadata` in order
/// (names, uid, times and generation are not the strategy's matter unless it says so). Methods
/// change `object` in place; `old` is never changed. Everything is a pure function of its
/// arguments: a strategy holds no state of its own.
///
/// In Go: the `SetDefaults_*` functions and `rest.RESTCreateStrategy` / `RESTUpdateStrategy`.
public interface Strategy {
  /// For kinds without rules of their own.
  Strategy PLAIN = new Strategy() {};

  /// Defaults of the version; for every object that a client sends, whatever the verb.
  default void setDefaults(TreeNode object) {}

  /// Before an object is created: clears what clients may not set (usually `status`).
  default void prepareForCreate(TreeNode object) {}

  /// Before an object is replaced through its main path: what clients may not change there goes
  /// back to what it was (usually `status`).
  default void prepareForUpdate(TreeNode object, TreeNode old) {}

  /// The same with the time of the change, for kinds that write it down.
  ///
  /// @param now the time as objects carry it
  default void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    prepareForUpdate(object, old);
  }

  /// Takes what must be unique among all objects, such as the address of a service. Runs at the
  /// moment of the write, while nothing else is written; for a dry run too, which takes nothing.
  ///
  /// @param old null for a new object
  default void allocate(TreeNode object, @Nullable TreeNode old, StoredObjects others) {}

  /// What is wrong with a new object. Metadata common to all kinds is checked elsewhere.
  default List<FieldError> validate(TreeNode object) {
    return List.of();
  }

  /// What is wrong with an object and said before anything about its metadata.
  ///
  /// @param old null for a new object
  default List<FieldError> validateFirst(TreeNode object, @Nullable TreeNode old) {
    return List.of();
  }

  /// What is wrong with an object given what else there is, and said before everything else; for
  /// every path through which the object is written.
  ///
  /// @param old null for a new object
  default List<FieldError> validateAmong(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    return List.of();
  }

  /// Whether the metadata of a new object must follow the rules for all objects. The names of kinds
  /// that do not care may be anything that fits into a path.
  default boolean checksNewMetadata() {
    return true;
  }

  /// What is wrong with a change; includes what is wrong with the object itself.
  default List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return validate(object);
  }

  /// How metadata is checked before [#validateUpdate], in this order.
  default List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE);
  }

  /// What is worth a warning in an object that was accepted.
  default List<String> warnings(TreeNode object) {
    return List.of();
  }

  /// What is worth a warning in a change that was accepted.
  ///
  /// @param old null for a new object
  default List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return warnings(object);
  }

  /// What is worth a warning in a change of `status` that was accepted.
  default List<String> statusWarnings(TreeNode object) {
    return List.of();
  }

  /// The rules for writes through `/status`; by default everything but `status` goes back to what
  /// it was.
  default void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    Object status = object.get("status");
    object.map().keySet().removeIf(name -> !name.equals("metadata"));
    old.map()
        .forEach(
            (name, value) -> {
              if (!name.equals("metadata")) {
                object.set(name, value);
              }
            });
    if (status == null) {
      object.remove("status");
    } else {
      object.set("status", status);
    }
    object.set("apiVersion", old.get("apiVersion"));
    object.set("kind", old.get("kind"));
  }

  /// The same with the time of the change, for kinds that write it down.
  ///
  /// @param now the time as objects carry it
  default void prepareForStatusUpdate(TreeNode object, TreeNode old, String now) {
    prepareForStatusUpdate(object, old);
  }

  /// What is wrong with a change of `status`.
  default List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    return List.of();
  }

  /// How metadata is checked before [#validateStatusUpdate], in this order.
  default List<MetadataCheck> statusMetadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE);
  }

  /// What is wrong with a name; Kubernetes' texts as in [Names].
  default List<String> validateName(String name) {
    return Names.dnsSubdomain(name);
  }

  /// The same for kinds whose names must go with what the object says.
  default List<String> validateName(String name, TreeNode object) {
    return validateName(name);
  }

  /// Whether the server makes a name of `generateName`; else the prefix is the name.
  default boolean generatesNames() {
    return true;
  }

  /// Whether a new object lacks defaults in storage, where only reading adds them: the first update
  /// writes them, and with them a new version, even if it changes nothing else.
  default boolean lacksStoredDefaults(TreeNode object) {
    return false;
  }

  /// Whether changes of this object raise `metadata.generation`: everything but `metadata` and
  /// `status` counts, for kinds that have one at all.
  default boolean hasGeneration() {
    return true;
  }

  /// Whether this change of the object raises `metadata.generation`; asked only of kinds that have
  /// one.
  default boolean raisesGeneration(TreeNode object, TreeNode old) {
    return !withoutMetadataAndStatus(object).equals(withoutMetadataAndStatus(old));
  }

  private static Map<String, @Nullable Object> withoutMetadataAndStatus(TreeNode object) {
    Map<String, @Nullable Object> rest = new HashMap<>(object.map());
    rest.keySet().removeAll(Set.of("apiVersion", "kind", "metadata", "status"));
    return rest;
  }

  /// Whether an update of an object that does not exist creates it.
  default boolean createsOnUpdate() {
    return false;
  }

  /// Whether an update without a resourceVersion is taken as "whatever is there".
  default boolean allowsUnconditionalUpdate() {
    return true;
  }

  /// How many seconds an object has to end after it was asked to, for kinds that end gracefully;
  /// empty for the others, which are gone at once.
  ///
  /// @param requested what the deleting client asked for
  default OptionalLong gracePeriod(TreeNode object, OptionalLong requested) {
    return OptionalLong.empty();
  }

  /// Marks an object in a way of its own when somebody asks for the first time to delete it.
  ///
  /// @param object gets what it needs to stay for now: `deletionTimestamp` and finalizers
  /// @param now the time as objects carry it
  /// @return whether it did; else the rules for all objects apply
  default boolean startsDeletion(TreeNode object, String now) {
    return false;
  }

  /// What becomes of the objects that an object owns, unless the deleting client says so.
  default Dependents dependents() {
    return Dependents.DELETE;
  }

  /// What is worth a warning to a client that deletes without saying what becomes of owned objects.
  default List<String> warningsOfUnclearDeletion() {
    return List.of();
  }

  /// What becomes of owned objects when their owner is deleted.
  enum Dependents {
    /// They are deleted in turn.
    DELETE,
    /// They stay, and lose their owner.
    ORPHAN,
    /// There can be none: finalizers of the garbage collector are never set.
    NONE
  }

  /// Why nobody may delete the object of this name by itself; empty if they may.
  default Optional<String> refusesDeletion(String name) {
    return Optional.empty();
  }

  /// Whether a deletion is answered with the object, and not with a `Status`.
  default boolean returnsDeletedObject() {
    return false;
  }

  /// The fields by which lists of this kind can be selected, beside `metadata.name` and
  /// `metadata.namespace`: name and value in this object.
  default Map<String, String> selectableFields(TreeNode object) {
    return Map.of();
  }
}
