package dev.drover.server.strategy;

/// The checks that a kind applies to the metadata of a changed object, in addition to those of all
/// objects. A mistake that two checks find is reported twice.
///
/// In Go: the functions of the same purpose that `ValidateUpdate` of a strategy calls, or does not.
public enum MetadataCheck {
  /// What may not change has not.
  ///
  /// In Go: {@index validation.ValidateObjectMetaUpdate}.
  AS_CHANGE,

  /// It would do for a new object.
  ///
  /// In Go: {@index validation.ValidateObjectMeta}.
  AS_NEW
}
