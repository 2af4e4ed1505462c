package dev.drover.server.builtin;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.util.List;

/// Config maps: keys that can be file names, at most a mebibyte, and no change once immutable.
final class ConfigMapStrategy implements DataStrategy {
  static final int MAX_SIZE = 1024 * 1024; // of all values together; secrets have the same limit

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place map = Place.root(object);
    check(map);
    return map.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place map = Place.root(object);
    needUnchangedIfImmutable(map, Place.root(old), List.of("data", "binaryData"));
    check(map);
    return map.errors();
  }

  private static void check(Place map) {
    long size = 0;
    for (String key : map.child("data").keys()) {
      Place entry = map.child("data").entry(key);
      Formats.configKey(key).forEach(complaint -> entry.invalid(key, complaint));
      if (map.child("binaryData").has(key)) {
        entry.invalid(key, "duplicate of key present in binaryData");
      }
      size += Formats.length(entry.text());
    }
    for (String key : map.child("binaryData").keys()) {
      Place entry = map.child("binaryData").entry(key);
      Formats.configKey(key).forEach(complaint -> entry.invalid(key, complaint));
      size += SecretStrategy.decodedLength(entry.text());
    }
    if (size > MAX_SIZE) {
      map.as(FieldPath.of("")).tooLong(MAX_SIZE); // about the object as a whole
    }
  }

  /// An object that was immutable stays so, and keeps these fields.
  static void needUnchangedIfImmutable(Place now, Place was, List<String> fields) {
    if (!was.child("immutable").isTrue()) {
      return;
    }
    String complaint = "field is immutable when `immutable` is set";
    if (!now.child("immutable").isTrue()) {
      now.child("immutable").forbidden(complaint);
    }
    for (String field : fields) {
      if (!Changes.isSame(now.child(field), was.child(field))) {
        now.child(field).forbidden(complaint);
      }
    }
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
