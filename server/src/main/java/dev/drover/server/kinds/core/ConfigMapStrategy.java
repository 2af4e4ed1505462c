package dev.drover.server.kinds.core;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Config maps: keys that can be file names, at most a mebibyte, and no change once immutable.
public final class ConfigMapStrategy implements DataStrategy {
  static final int MAX_SIZE = 1024 * 1024; // of all values together; secrets have the same limit

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator map = FieldValidator.root(object);
    check(map);
    return map.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator map = FieldValidator.root(object);
    needUnchangedIfImmutable(map, FieldValidator.root(old), List.of("data", "binaryData"));
    check(map);
    return map.errors();
  }

  private static void check(FieldValidator map) {
    long size = 0;
    for (String key : map.child("data").keys()) {
      FieldValidator entry = map.child("data").entry(key);
      StringFormats.configKey(key).forEach(complaint -> entry.invalid(key, complaint));
      if (map.child("binaryData").has(key)) {
        entry.invalid(key, "duplicate of key present in binaryData");
      }
      size += StringFormats.length(entry.text());
    }
    for (String key : map.child("binaryData").keys()) {
      FieldValidator entry = map.child("binaryData").entry(key);
      StringFormats.configKey(key).forEach(complaint -> entry.invalid(key, complaint));
      size += SecretStrategy.decodedLength(entry.text());
    }
    if (size > MAX_SIZE) {
      map.as(FieldPath.of("")).tooLong(MAX_SIZE); // about the object as a whole
    }
  }

  /// An object that was immutable stays so, and keeps these fields.
  static void needUnchangedIfImmutable(
      FieldValidator now, FieldValidator was, List<String> fields) {
    if (!was.child("immutable").isTrue()) {
      return;
    }
    String complaint = "field is immutable when `immutable` is set";
    if (!now.child("immutable").isTrue()) {
      now.child("immutable").forbidden(complaint);
    }
    for (String field : fields) {
      if (!Immutability.isSame(now.child(field), was.child(field))) {
        now.child(field).forbidden(complaint);
      }
    }
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
