package dev.drover.cel.schema;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An object or a map of a tree. Fields that the schema does not know cannot be read.
///
/// In Go: `common.unstructuredMap`.
record SchemaMap(Map<?, ?> tree, SchemaNode schema) implements CelMap {
  private @Nullable SchemaNode schemaOf(String name) {
    return isObject() || schema.isEmbedded()
        ? schema.property(name)
        : schema.child("additionalProperties");
  }

  private boolean isObject() {
    return schema.properties() != null;
  }

  @Override
  public int size() {
    return tree.size();
  }

  @Override
  public @Nullable Object find(Object key) {
    if (!(key instanceof String name)) {
      return CelError.noSuchOverload(key);
    }
    String property = isObject() ? Escaping.unescape(name) : name;
    if (property == null || !tree.containsKey(property)) {
      return null;
    }
    Object value = tree.get(property);
    SchemaNode of = schemaOf(property);
    if (of == null || (isObject() && value == null)) {
      return null;
    }
    return SchemaValues.of(value, of);
  }

  @Override
  public Collection<?> keys() {
    List<String> keys = new ArrayList<>();
    for (Object key : tree.keySet()) {
      String name = (String) key;
      if (schemaOf(name) != null) {
        String identifier = isObject() ? Escaping.escape(name) : name;
        keys.add(identifier == null ? name : identifier);
      }
    }
    return keys;
  }

  @Override
  public Object isEqualTo(Object other) {
    if (!(other instanceof CelMap map)) {
      return CelError.noSuchOverload(other);
    }
    if (size() != map.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : tree.entrySet()) {
      String name = (String) entry.getKey();
      Object same =
          schemaOf(name) == null ? sameUnknown(name, entry.getValue(), map) : sameKnown(name, map);
      if (!same.equals(true)) {
        return same;
      }
    }
    return true;
  }

  private Object sameKnown(String name, CelMap other) {
    Object mine = find(name);
    Object theirs = other.find(name);
    if (mine == null || theirs == null) {
      return mine == theirs;
    }
    return Values.equal(mine, theirs);
  }

  private static Object sameUnknown(String name, @Nullable Object value, CelMap other) {
    if (!(other instanceof SchemaMap(Map<?, ?> theirs, SchemaNode _))) {
      return CelError.noSuchOverload();
    }
    return !theirs.containsKey(name) || Objects.equals(value, theirs.get(name));
  }
}
