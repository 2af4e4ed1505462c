package dev.drover.server.core;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import java.util.List;

/// What a write through one path may change in an object that is there, and what must then hold.
///
/// An object has several such paths: its own, `/status`, and for some kinds others such as
/// `/ephemeralcontainers` or `/approval`. A path with its own rules is served by registering them,
/// see [Subresources].
///
/// In Go: `rest.RESTUpdateStrategy` as far as it differs between subresources.
public interface UpdateRules {
  /// Puts back to what it was whatever may not be changed here.
  void prepare(TreeNode object, TreeNode old);

  /// The same with the time of the change, for kinds that write it down.
  ///
  /// @param now the time as objects carry it
  default void prepare(TreeNode object, TreeNode old, String now) {
    prepare(object, old);
  }

  /// What is wrong with the change and said before anything about metadata.
  default List<FieldError> validateFirst(TreeNode object, TreeNode old) {
    return List.of();
  }

  /// What is wrong with the change.
  List<FieldError> validate(TreeNode object, TreeNode old);

  /// How metadata is checked before [#validate], in this order.
  default List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE);
  }

  /// What is worth a warning in a change that was accepted.
  default List<String> warnings(TreeNode object, TreeNode old) {
    return List.of();
  }

  /// Whether those who write through this path come to own fields at all.
  default boolean hasOwners() {
    return true;
  }

  /// Whether a change of the object outside `metadata` and `status` can raise the generation.
  default boolean countsAsGeneration() {
    return true;
  }

  /// The same rules for a write of the server itself: nobody comes to own anything.
  static UpdateRules withoutOwners(UpdateRules rules) {
    return new UpdateRules() {
      @Override
      public void prepare(TreeNode object, TreeNode old) {
        rules.prepare(object, old);
      }

      @Override
      public void prepare(TreeNode object, TreeNode old, String now) {
        rules.prepare(object, old, now);
      }

      @Override
      public List<FieldError> validate(TreeNode object, TreeNode old) {
        return rules.validate(object, old);
      }

      @Override
      public List<MetadataCheck> metadataChecks() {
        return rules.metadataChecks();
      }

      @Override
      public boolean hasOwners() {
        return false;
      }

      @Override
      public boolean countsAsGeneration() {
        return rules.countsAsGeneration();
      }
    };
  }

  /// Through the object's own path.
  static UpdateRules main(Strategy strategy) {
    return new UpdateRules() {
      @Override
      public void prepare(TreeNode object, TreeNode old) {
        strategy.prepareForUpdate(object, old);
      }

      @Override
      public void prepare(TreeNode object, TreeNode old, String now) {
        strategy.prepareForUpdate(object, old, now);
      }

      @Override
      public List<FieldError> validateFirst(TreeNode object, TreeNode old) {
        return strategy.validateFirst(object, old);
      }

      @Override
      public List<FieldError> validate(TreeNode object, TreeNode old) {
        return strategy.validateUpdate(object, old);
      }

      @Override
      public List<MetadataCheck> metadataChecks() {
        return strategy.metadataChecks();
      }

      @Override
      public List<String> warnings(TreeNode object, TreeNode old) {
        return strategy.warnings(object, old);
      }
    };
  }

  /// Through `/status`.
  static UpdateRules status(Strategy strategy) {
    return new UpdateRules() {
      @Override
      public void prepare(TreeNode object, TreeNode old) {
        strategy.prepareForStatusUpdate(object, old);
      }

      @Override
      public void prepare(TreeNode object, TreeNode old, String now) {
        strategy.prepareForStatusUpdate(object, old, now);
      }

      @Override
      public List<FieldError> validate(TreeNode object, TreeNode old) {
        return strategy.validateStatusUpdate(object, old);
      }

      @Override
      public List<MetadataCheck> metadataChecks() {
        return strategy.statusMetadataChecks();
      }

      @Override
      public List<String> warnings(TreeNode object, TreeNode old) {
        return strategy.statusWarnings(object);
      }

      @Override
      public boolean countsAsGeneration() {
        return false;
      }
    };
  }
}
