package dev.drover.server.strategy;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.List;

/// The rules of a write through one path: the fields that it may change, and the validation of the
/// result.
///
/// An object has several such paths: its own, `/status`, and for some kinds others such as
/// `/ephemeralcontainers` or `/approval`.
///
/// ```java
/// UpdateStrategy.STATUS
///     .preparing((object, old, now) -> restoreSpec(object, old))
///     .validating((object, old) -> check(object, old));
/// ```
///
/// In Go: `rest.RESTUpdateStrategy`, as far as it differs between subresources.
///
/// @param preparation restores what may not be changed through this path
/// @param early errors that are reported before those of metadata
/// @param validation errors that are reported after those of metadata
/// @param metadataChecks how metadata is checked, in this order
/// @param warnings about a change that was accepted
/// @param recordsOwners whether the writer becomes an owner in `managedFields`
/// @param countsAsGeneration whether a change can raise `metadata.generation`
public record UpdateStrategy(
    Preparation preparation,
    Validation early,
    Validation validation,
    List<MetadataCheck> metadataChecks,
    Warnings warnings,
    boolean recordsOwners,
    boolean countsAsGeneration) {

  /// Restores fields of `object` that the path does not write.
  @FunctionalInterface
  public interface Preparation {
    /// Changes the object in place.
    ///
    /// @param now the time of the write, as objects carry it
    void prepare(TreeNode object, TreeNode old, String now);
  }

  /// Validates a change.
  @FunctionalInterface
  public interface Validation {
    /// The errors of a change, in the order in which they are reported.
    List<FieldError> errors(TreeNode object, TreeNode old);
  }

  /// Warns about a change.
  @FunctionalInterface
  public interface Warnings {
    /// The texts of the warnings.
    List<String> of(TreeNode object, TreeNode old);
  }

  public UpdateStrategy {
    metadataChecks = List.copyOf(metadataChecks);
  }

  /// Writes everything without validation: for the server's own changes.
  public static final UpdateStrategy UNCHECKED =
      new UpdateStrategy(
          (_, _, _) -> {},
          (_, _) -> List.of(),
          (_, _) -> List.of(),
          List.of(),
          (_, _) -> List.of(),
          true,
          false);

  /// Writes through a subresource: the same without restoring anything, with the usual metadata
  /// check.
  public static final UpdateStrategy SUBRESOURCE =
      UNCHECKED.checkingMetadata(MetadataCheck.AS_CHANGE);

  /// Writes through `/status` of most kinds: everything but `status` is restored.
  public static final UpdateStrategy STATUS =
      SUBRESOURCE.preparing((object, old, _) -> restoreAllButStatus(object, old));

  /// Writes through the object's own path.
  public static UpdateStrategy main(Strategy strategy) {
    MetadataChecks metadata = strategy.metadataChecks();
    return new UpdateStrategy(
        strategy::prepareForUpdate,
        metadata.early()::errors,
        strategy::validateUpdate,
        metadata.ofUpdate(),
        strategy::warnings,
        true,
        true);
  }

  /// Restores everything but `status` and `metadata`.
  public static void restoreAllButStatus(TreeNode object, TreeNode old) {
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

  /// Prepares a change, then leaves it to the caller to check it.
  public void prepare(TreeNode object, TreeNode old, String now) {
    preparation.prepare(object, old, now);
  }

  /// The errors of a prepared change, without those of metadata.
  public List<FieldError> validate(TreeNode object, TreeNode old) {
    return validation.errors(object, old);
  }

  /// The same with another preparation.
  public UpdateStrategy preparing(Preparation other) {
    return new UpdateStrategy(
        other, early, validation, metadataChecks, warnings, recordsOwners, countsAsGeneration);
  }

  /// The same with another validation after that of metadata.
  public UpdateStrategy validating(Validation other) {
    return new UpdateStrategy(
        preparation, early, other, metadataChecks, warnings, recordsOwners, countsAsGeneration);
  }

  /// The same with another validation before that of metadata.
  public UpdateStrategy validatingEarly(Validation other) {
    return new UpdateStrategy(
        preparation,
        other,
        validation,
        metadataChecks,
        warnings,
        recordsOwners,
        countsAsGeneration);
  }

  /// The same with other checks of metadata.
  public UpdateStrategy checkingMetadata(MetadataCheck... checks) {
    return new UpdateStrategy(
        preparation,
        early,
        validation,
        List.of(checks),
        warnings,
        recordsOwners,
        countsAsGeneration);
  }

  /// The same with other warnings.
  public UpdateStrategy warning(Warnings other) {
    return new UpdateStrategy(
        preparation, early, validation, metadataChecks, other, recordsOwners, countsAsGeneration);
  }

  /// The same for a write of the server itself: it owns no fields.
  public UpdateStrategy withoutOwners() {
    return new UpdateStrategy(
        preparation, early, validation, metadataChecks, warnings, false, countsAsGeneration);
  }

  /// The same for a path whose changes raise the generation.
  public UpdateStrategy countingGeneration() {
    return new UpdateStrategy(
        preparation, early, validation, metadataChecks, warnings, recordsOwners, true);
  }
}
