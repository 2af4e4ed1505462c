package dev.drover.server.strategy;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is special about the writes of one kind: defaults, preparation, validation, warnings.
///
/// The methods with a body per write are few; everything that most kinds share is a *facet*, a
/// value with a default that a kind replaces as a whole ([Naming], [Generation], [Deletion], ...).
/// A strategy that wraps another forwards the facets, so that a new one is never forgotten.
///
/// An object reaches these methods well-typed and without unknown fields, with `metadata` already
/// set by the server. Methods change `object` in place and never `old`. Everything is a function of
/// its arguments: a strategy holds no state.
///
/// In Go: the `SetDefaults_*` functions and `rest.RESTCreateStrategy` / `RESTUpdateStrategy`.
public interface Strategy {
  /// For kinds without anything special.
  Strategy PLAIN = new Strategy() {};

  /// Sets the defaults of the version, in every object that a client sends, whatever the verb.
  default void setDefaults(TreeNode object) {}

  /// Clears what clients may not set in a new object (usually `status`).
  default void prepareForCreate(TreeNode object) {}

  /// Restores what clients may not change through the object's own path (usually `status`).
  ///
  /// @param now the time of the write, as objects carry it
  default void prepareForUpdate(TreeNode object, TreeNode old, String now) {}

  /// Validates a new object. Metadata is checked elsewhere, see [#metadataChecks].
  default List<FieldError> validate(TreeNode object) {
    return List.of();
  }

  /// Validates a changed object, including everything that [#validate] checks.
  default List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return validate(object);
  }

  /// Warnings about an object that was accepted.
  ///
  /// @param old null for a new object
  default List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return List.of();
  }

  /// Writes through `/status`.
  default UpdateStrategy status() {
    return UpdateStrategy.STATUS;
  }

  /// Valid names, and whether the server generates them.
  default Naming naming() {
    return Naming.SUBDOMAIN;
  }

  /// When `metadata.generation` is raised.
  default Generation generation() {
    return Generation.OF_CONTENT;
  }

  /// Whether updates create, and whether they need a resourceVersion.
  default UpdatePolicy updatePolicy() {
    return UpdatePolicy.DEFAULT;
  }

  /// How metadata is checked, and when in relation to the rest of the object.
  default MetadataChecks metadataChecks() {
    return MetadataChecks.DEFAULT;
  }

  /// How objects are deleted.
  default Deletion deletion() {
    return Deletion.DEFAULT;
  }

  /// The field selectors of lists and watches.
  default SelectableFields selectableFields() {
    return SelectableFields.NONE;
  }

  /// What depends on other stored objects.
  default CrossObjectRules crossObjectRules() {
    return CrossObjectRules.NONE;
  }
}
