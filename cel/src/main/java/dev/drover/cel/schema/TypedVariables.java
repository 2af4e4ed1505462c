package dev.drover.cel.schema;

import dev.drover.cel.checker.Range;
import dev.drover.cel.checker.SizeOracle;
import dev.drover.cel.checker.TypeProvider;
import dev.drover.cel.parser.ReservedWords;
import dev.drover.cel.types.CelType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Variables with the types that their schemas give them.
public final class TypedVariables implements TypeProvider, SizeOracle {
  private static final String ROOT = "selfType";
  private static final String OBJECT = "Object";
  private static final String PATCH = "JSONPatch";
  private final Map<String, CelType> types = new HashMap<>();
  private final Map<String, DeclType> roots = new HashMap<>();
  private final Map<String, DeclType> objects = new HashMap<>();
  private boolean makesPatches;

  /// The type with names for its objects.
  public static DeclType named(DeclType type) {
    return type.named(ROOT);
  }

  public void add(String name, DeclType type, boolean optional) {
    types.put(name, optional ? CelType.optional(type.type()) : type.type());
    roots.put(name, type);
    type.collect(objects);
  }

  public Map<String, CelType> types() {
    return types;
  }

  /// Lets expressions make objects of patches: `Object`, `Object.spec` and so on, and `JSONPatch`.
  public void addPatchTypes() {
    makesPatches = true;
  }

  @Override
  public boolean isMade(String type) {
    return makesPatches
        && (type.equals(PATCH) || type.equals(OBJECT) || type.startsWith(OBJECT + "."));
  }

  @Override
  public boolean isKnown(String type) {
    return objects.containsKey(type) || isMade(type);
  }

  @Override
  public @Nullable CelType field(String type, String field) {
    if (isMade(type)) {
      return type.equals(PATCH) ? fieldOfPatch(field) : CelType.DYN;
    }
    DeclType object = objects.get(type);
    if (object == null || object.fields() == null) {
      return null;
    }
    DeclType found = object.fields().get(field);
    if (found == null && ReservedWords.contains(field)) {
      found = object.fields().get("__" + field + "__");
    }
    return found == null ? null : found.type();
  }

  private static @Nullable CelType fieldOfPatch(String field) {
    return switch (field) {
      case "op", "path", "from" -> CelType.STRING;
      case "value" -> CelType.DYN;
      default -> null;
    };
  }

  /// As Kubernetes does, every path starts at the type of `self`.
  @Override
  public @Nullable Range sizeAt(List<String> path) {
    DeclType at = roots.getOrDefault(path.getFirst(), roots.get("self"));
    for (String step : path.subList(1, path.size())) {
      if (at == null) {
        return null;
      }
      at =
          switch (step) {
            case "@items", "@values" -> at.element();
            case "@keys" -> at.key();
            default -> at.fields() == null ? null : at.fields().get(step);
          };
    }
    return at == null ? null : new Range(0, at.maxElements());
  }
}
