package dev.drover.recipes.set;

/// Which owner references the members of a set get, where they are legal: in the namespace of the
/// owner, or everywhere if the owner is cluster-scoped. Members elsewhere have none; the inventory
/// of the set finds them.
public enum OwnerReferences {
  /// The owner is the controller of the members: the default.
  CONTROLLER,
  /// The owner is a plain owner of the members.
  PLAIN,
  /// Members have no reference; only the set deletes them.
  NONE
}
