package dev.drover.cel;

import dev.drover.cel.schema.DeclType;
import dev.drover.cel.types.CelType;
import java.util.LinkedHashMap;
import java.util.Map;

/// The declared type of a variable whose values are used without conversion: maps, lists, texts,
/// numbers.
///
/// ```java
/// CelDeclaration kind = CelDeclaration.object("kubernetes.GroupVersionKind",
///     Map.of("group", CelDeclaration.STRING, "kind", CelDeclaration.STRING));
/// CelEnvironment environment = CelEnvironment.of().with("kind", kind);
/// ```
///
/// The checker goes by the declaration, evaluation by the values: a text that is declared as a
/// timestamp stays a text, as in Kubernetes.
///
/// In Go: `apiservercel.DeclType` with values of `runtime.DefaultUnstructuredConverter`.
public final class CelDeclaration {
  /// Any value.
  public static final CelDeclaration DYN = simple(CelType.DYN);

  /// A text.
  public static final CelDeclaration STRING = simple(CelType.STRING);

  /// A truth value.
  public static final CelDeclaration BOOL = simple(CelType.BOOL);

  /// A whole number.
  public static final CelDeclaration INT = simple(CelType.INT);

  /// A time.
  public static final CelDeclaration TIMESTAMP = simple(CelType.TIMESTAMP);

  private final DeclType type;

  private CelDeclaration(DeclType type) {
    this.type = type;
  }

  private static CelDeclaration simple(CelType type) {
    return new CelDeclaration(DeclType.of(type));
  }

  /// A list of elements of one type.
  public static CelDeclaration list(CelDeclaration element) {
    return new CelDeclaration(DeclType.of(CelType.list(element.type.type())));
  }

  /// A map from texts to values of one type.
  public static CelDeclaration map(CelDeclaration value) {
    return new CelDeclaration(DeclType.of(CelType.map(CelType.STRING, value.type.type())));
  }

  /// An object with fields.
  ///
  /// @param name as messages have it
  public static CelDeclaration object(String name, Map<String, CelDeclaration> fields) {
    Map<String, DeclType> types = new LinkedHashMap<>();
    fields.forEach((field, of) -> types.put(field, of.type));
    return new CelDeclaration(DeclType.declared(name, types));
  }

  /// The type of a tree with a schema, for expressions that are checked and not evaluated: values
  /// would not be converted.
  ///
  /// @param name as messages have it; what is inside is called `name.spec` and so on
  public static CelDeclaration of(CelSchema schema, String name) {
    return new CelDeclaration(schema.type().named(name));
  }

  static CelDeclaration of(DeclType type) {
    return new CelDeclaration(type);
  }

  static CelDeclaration of(CelType type) {
    return new CelDeclaration(DeclType.of(type));
  }

  DeclType type() {
    return type;
  }
}
