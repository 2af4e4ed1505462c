package dev.drover.codegen;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;

/// Writes the interface with `with…` methods for a record that implements it.
final class WithMethods {
  private WithMethods() {}

  static void write(TypeElement type, ProcessingEnvironment environment) throws IOException {
    String name = JavaModel.nameAfter(type, "With");
    if (type.getKind() != ElementKind.RECORD || !implementsMissing(type, name)) {
      return;
    }
    if (JavaModel.isPrivate(type)) {
      environment
          .getMessager()
          .printMessage(
              Diagnostic.Kind.ERROR,
              "%s is private, so %s cannot return it: leave out 'private' or the interface"
                  .formatted(type.getSimpleName(), name),
              type);
      return;
    }
    String packageName =
        environment.getElementUtils().getPackageOf(type).getQualifiedName().toString();
    String qualified = packageName.isEmpty() ? name : packageName + "." + name;
    try (Writer out =
        environment.getFiler().createSourceFile(qualified, new Element[] {type}).openWriter()) {
      out.write(source(type, packageName, name));
    }
  }

  /// Whether it names an interface of this name that does not exist yet.
  private static boolean implementsMissing(TypeElement type, String name) {
    return type.getInterfaces().stream()
        .anyMatch(it -> it.getKind() == TypeKind.ERROR && it.toString().endsWith(name));
  }

  private static String source(TypeElement type, String packageName, String name) {
    String record = type.getQualifiedName().toString();
    List<? extends RecordComponentElement> components = type.getRecordComponents();
    StringBuilder out = new StringBuilder();
    if (!packageName.isEmpty()) {
      out.append("package ").append(packageName).append(";\n\n");
    }
    out.append("/// Copies of a {@link ").append(record).append("} with one component changed.\n");
    out.append(JavaModel.isPublic(type) ? "public " : "")
        .append("interface ")
        .append(name)
        .append(" {\n");
    for (RecordComponentElement component : components) {
      out.append("  /// The component of the record.\n  ")
          .append(typeName(component.asType()))
          .append(' ')
          .append(component.getSimpleName())
          .append("();\n\n");
    }
    for (RecordComponentElement component : components) {
      String changed = component.getSimpleName().toString();
      out.append("  /// A copy with another {@code ")
          .append(changed)
          .append("}.\n  default ")
          .append(record)
          .append(" with")
          .append(changed.substring(0, 1).toUpperCase(Locale.ROOT))
          .append(changed.substring(1))
          .append('(')
          .append(typeName(component.asType()))
          .append(" changed) {\n    return new ")
          .append(record)
          .append('(')
          .append(
              components.stream()
                  .map(RecordComponentElement::getSimpleName)
                  .map(it -> it.contentEquals(changed) ? "changed" : it + "()")
                  .collect(Collectors.joining(", ")))
          .append(");\n  }\n\n");
    }
    return out.append("}\n").toString();
  }

  /// The type as source code, with its annotations: `java.util.List<@Size(max = 3) String>`.
  private static String typeName(TypeMirror type) {
    return type.toString();
  }
}
