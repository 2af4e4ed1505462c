package dev.drover.server.storage;

import org.jspecify.annotations.Nullable;

/// One write as it happened.
///
/// @param before the version before; null when there was none
/// @param object the version that the write made; for a delete the last state, with the revision of
///   the delete
public record Change(Type type, @Nullable StoredObject before, StoredObject object) {
  /// What happened to the object.
  public enum Type {
    CREATED,
    UPDATED,
    DELETED
  }

  /// When it happened.
  public long revision() {
    return object.revision();
  }

  static Change created(StoredObject object) {
    return new Change(Type.CREATED, null, object);
  }
}
