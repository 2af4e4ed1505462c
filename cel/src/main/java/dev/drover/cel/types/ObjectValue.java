package dev.drover.cel.types;

import java.util.Map;

/// An object that an expression made by naming its fields: part of a patch.
public record ObjectValue(String typeName, Map<String, Object> fields) implements LibraryValue {
  @Override
  public Object isEqualTo(Object other) {
    return other instanceof ObjectValue object
        && typeName.equals(object.typeName)
        && CelMap.of(fields).isEqualTo(CelMap.of(object.fields)).equals(true);
  }
}
