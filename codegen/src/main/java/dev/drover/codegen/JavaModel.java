package dev.drover.codegen;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;

/// What the compiler knows of types, elements and annotations, in the terms in which `RecordShape`
/// of `dev.drover.api` reads them from a class.
final class JavaModel {
  /// Generated code warns of nothing: its user cannot change it.
  static final String SUPPRESSED =
      """
      @java.lang.SuppressWarnings({
        "all", "cast", "deprecation", "exports", "rawtypes", "removal", "unchecked"
      })
      """;

  private JavaModel() {}

  /// The name of a type without arguments and annotations.
  static String name(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement named
        ? named.getQualifiedName().toString()
        : type.toString();
  }

  /// A type as source code, with its arguments and without annotations.
  static String source(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)) {
      return type.getKind().toString().toLowerCase(Locale.ROOT);
    }
    String arguments =
        declared.getTypeArguments().stream()
            .map(JavaModel::source)
            .collect(Collectors.joining(", "));
    return arguments.isEmpty() ? name(type) : name(type) + "<" + arguments + ">";
  }

  /// `ShopSpecWith` for `Shop.Spec` and `With`.
  static String nameAfter(TypeElement type, String suffix) {
    StringBuilder name = new StringBuilder(suffix);
    for (Element at = type; at instanceof TypeElement; at = at.getEnclosingElement()) {
      name.insert(0, at.getSimpleName());
    }
    return name.toString();
  }

  /// Whether another file can name a type. It cannot name private ones and those in a compact
  /// source file, and the compiler warns of one beside the type after which its file is called.
  static boolean isNameable(TypeElement type, Elements elements) {
    if (isPrivate(type)) {
      return false;
    }
    TypeElement outermost = outermost(type);
    if (isImplicit(outermost)) {
      return false;
    }
    try {
      JavaFileObject file = elements.getFileObjectOf(outermost);
      return file == null
          || file.getKind() != JavaFileObject.Kind.SOURCE
          || file.isNameCompatible(
              outermost.getSimpleName().toString(), JavaFileObject.Kind.SOURCE);
    } catch (UnsupportedOperationException e) {
      return true; // another compiler
    }
  }

  /// Whether a type is read from its source, which may be a generated one, and not from a class.
  static boolean isSource(TypeElement type, Elements elements) {
    try {
      JavaFileObject file = elements.getFileObjectOf(type);
      return file != null && file.getKind() == JavaFileObject.Kind.SOURCE;
    } catch (UnsupportedOperationException e) {
      return true; // another compiler
    }
  }

  /// Whether a class looks as the compiler declares it around a compact source file: no API says
  /// it.
  private static boolean isImplicit(TypeElement outermost) {
    return outermost.getKind() == ElementKind.CLASS
        && outermost.getEnclosingElement() instanceof PackageElement around
        && around.isUnnamed()
        && outermost.getModifiers().contains(Modifier.FINAL)
        && !outermost.getModifiers().contains(Modifier.PUBLIC)
        && ElementFilter.methodsIn(outermost.getEnclosedElements()).stream()
            .anyMatch(method -> method.getSimpleName().contentEquals("main"));
  }

  /// Whether a type, or one around it, is private.
  static boolean isPrivate(TypeElement type) {
    for (Element at = type; at instanceof TypeElement; at = at.getEnclosingElement()) {
      if (at.getModifiers().contains(Modifier.PRIVATE)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a type and those around it are public.
  static boolean isPublic(TypeElement type) {
    for (Element at = type; at instanceof TypeElement; at = at.getEnclosingElement()) {
      if (!at.getModifiers().contains(Modifier.PUBLIC)) {
        return false;
      }
    }
    return true;
  }

  static TypeElement outermost(Element element) {
    Element at = element;
    while (at.getEnclosingElement() instanceof TypeElement) {
      at = at.getEnclosingElement();
    }
    return (TypeElement) at;
  }

  /// A type and the types inside of it; none if it is no type.
  static List<TypeElement> nested(Element element) {
    List<TypeElement> types = new ArrayList<>();
    if (element instanceof TypeElement type) {
      types.add(type);
      type.getEnclosedElements().forEach(inner -> types.addAll(nested(inner)));
    }
    return types;
  }

  static boolean has(Element element, String annotation) {
    return find(List.of(element), annotation).isPresent();
  }

  static Optional<AnnotationMirror> find(
      List<? extends AnnotatedConstruct> places, String annotation) {
    return places.stream()
        .flatMap(place -> place.getAnnotationMirrors().stream())
        .filter(it -> name(it.getAnnotationType()).equals(annotation))
        .map(AnnotationMirror.class::cast)
        .findFirst();
  }

  /// The attributes of an annotation as it is written.
  static Map<String, Object> attributes(AnnotationMirror annotation) {
    Map<String, Object> values = new LinkedHashMap<>();
    annotation
        .getElementValues()
        .forEach((name, value) -> values.put(name.getSimpleName().toString(), value.getValue()));
    return values;
  }

  /// The elements of a component that can have its annotations: itself, its accessor, its field.
  static List<AnnotatedConstruct> places(RecordComponentElement component) {
    List<AnnotatedConstruct> places = new ArrayList<>();
    places.add(component);
    if (component.getAccessor() != null) {
      places.add(component.getAccessor());
    }
    Element record = Objects.requireNonNull(component.getEnclosingElement());
    for (VariableElement field : ElementFilter.fieldsIn(record.getEnclosedElements())) {
      if (field.getSimpleName().equals(component.getSimpleName())) {
        places.add(field);
      }
    }
    return places;
  }

  /// `@Name`, Jackson's `@JsonProperty`, or the name in Java less the underscore that spared a
  /// keyword.
  static String jsonName(String own, List<? extends AnnotatedConstruct> places) {
    for (AnnotatedConstruct place : places) {
      for (AnnotationMirror annotation : place.getAnnotationMirrors()) {
        String called = name(annotation.getAnnotationType());
        Object value = attributes(annotation).get("value");
        if (called.equals("dev.drover.api.Name")) {
          return String.valueOf(value);
        } else if (isCalled(called, "JsonProperty")) {
          return value instanceof String text && !text.isEmpty() ? text : own;
        }
      }
    }
    return own.endsWith("_") ? own.substring(0, own.length() - 1) : own;
  }

  /// Whether an annotation has this simple name.
  static boolean isCalled(String qualified, String simple) {
    return qualified.equals(simple) || qualified.endsWith("." + simple);
  }
}
