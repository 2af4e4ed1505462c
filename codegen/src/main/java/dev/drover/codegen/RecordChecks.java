package dev.drover.codegen;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;

/// Reports mistakes in records at the element, with what to write instead. What it does not know it
/// leaves to `Crd.of`.
final class RecordChecks {
  private static final String API = "dev.drover.api.";
  private static final String CRD = API + "crd.";

  /// What Java developers try first, and what has a form in JSON.
  private static final List<String[]> INSTEAD =
      List.of(
          new String[] {"java.util.Date", "java.time.Instant"},
          new String[] {"java.time.LocalDateTime", "java.time.Instant"},
          new String[] {"java.time.ZonedDateTime", "java.time.Instant"},
          new String[] {"java.time.OffsetDateTime", "java.time.Instant"},
          new String[] {"java.util.Set", "List with @ListSet"},
          new String[] {"java.util.Collection", "List"},
          new String[] {"java.util.ArrayList", "List"},
          new String[] {"java.util.HashMap", "Map"},
          new String[] {"java.util.TreeMap", "Map"},
          new String[] {"java.math.BigDecimal", "dev.drover.api.Quantity or double"},
          new String[] {"java.math.BigInteger", "long or String"},
          new String[] {"java.lang.Float", "Double"},
          new String[] {"java.lang.Short", "Integer"},
          new String[] {"java.lang.Byte", "Integer"},
          new String[] {"java.lang.Character", "String"},
          new String[] {"java.net.URI", "String with @StringFormat(\"uri\")"},
          new String[] {"java.util.UUID", "String with @StringFormat(\"uuid\")"});

  private static final Pattern NOT_IN_RE2 =
      Pattern.compile("\\(\\?(?:[=!]|<[=!]|>)|(?<!\\\\)(?:\\\\\\\\)*\\\\[1-9]");

  private static final Set<String> FOR_NUMBERS =
      Set.of(CRD + "Minimum", CRD + "Maximum", CRD + "MultipleOf");
  private static final Set<String> FOR_TEXT = Set.of(CRD + "Pattern", CRD + "StringFormat");

  private final ProcessingEnvironment environment;

  RecordChecks(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  void check(TypeElement type) {
    if (JavaModel.has(type, API + "CustomResource")) {
      kind(type);
    }
    if (type.getKind() == ElementKind.RECORD && isPart(type)) {
      type.getRecordComponents().forEach(this::component);
    }
    if (JavaModel.has(type, CRD + "Union") && !type.getModifiers().contains(Modifier.SEALED)) {
      error(type, "a union is a sealed interface of records: write 'sealed interface'");
    }
  }

  private void kind(TypeElement type) {
    if (type.getKind() != ElementKind.RECORD) {
      error(
          type,
          "a kind is a record, so that caches need no copies: write record %s(ObjectMeta metadata, ...)"
              .formatted(type.getSimpleName()));
      return;
    }
    boolean isObject =
        type.getInterfaces().stream()
            .anyMatch(it -> JavaModel.name(it).equals(API + "KubernetesObject"));
    if (!isObject) {
      error(type, "a kind implements KubernetesObject: write 'implements KubernetesObject'");
    }
    boolean hasMetadata =
        type.getRecordComponents().stream()
            .anyMatch(
                it ->
                    it.getSimpleName().contentEquals("metadata")
                        && JavaModel.name(it.asType()).equals(API + "ObjectMeta"));
    if (!hasMetadata) {
      error(type, "an object has metadata: write the component 'ObjectMeta metadata'");
    }
  }

  /// Whether a record is a kind, or is written inside of one.
  private static boolean isPart(TypeElement type) {
    for (Element at = type; at instanceof TypeElement; at = at.getEnclosingElement()) {
      if (JavaModel.has(at, API + "CustomResource")) {
        return true;
      }
    }
    return false;
  }

  private void component(RecordComponentElement component) {
    type(component, component.asType());
    annotations(component, List.of(component), component.asType());
  }

  private void type(RecordComponentElement component, TypeMirror type) {
    if (type instanceof ArrayType array) {
      boolean isBytes = array.getComponentType().getKind() == TypeKind.BYTE;
      error(
          component,
          "an array has no JSON form here: write " + (isBytes ? "dev.drover.api.Bytes" : "List"));
      return;
    }
    switch (type.getKind()) {
      case FLOAT -> error(component, "float has no JSON form here: write double");
      case SHORT, BYTE, CHAR ->
          error(component, type.getKind() + " has no JSON form here: write int or String");
      default -> {}
    }
    String name = JavaModel.name(type);
    for (String[] pair : INSTEAD) {
      if (name.equals(pair[0])) {
        error(component, "%s has no JSON form here: write %s".formatted(pair[0], pair[1]));
      }
    }
    if (type instanceof DeclaredType declared) {
      List<? extends TypeMirror> arguments = declared.getTypeArguments();
      boolean isContainer = name.equals("java.util.List") || name.equals("java.util.Map");
      if (isContainer && arguments.isEmpty()) {
        error(component, name + " needs its type arguments, such as List<String>");
      }
      if (name.equals("java.util.Map") && arguments.size() == 2) {
        if (!JavaModel.name(arguments.getFirst()).equals("java.lang.String")) {
          error(component, "the keys of a map are names in JSON: write Map<String, ...>");
        }
      }
      arguments.forEach(argument -> type(component, argument));
    }
  }

  /// Checks the annotations of a component, of what is in its Optional, and of items and entries.
  ///
  /// @param places what has annotations, besides the type
  private void annotations(
      RecordComponentElement component, List<AnnotatedConstruct> places, TypeMirror type) {
    List<AnnotatedConstruct> all = new ArrayList<>(places);
    all.add(type);
    List<? extends TypeMirror> arguments =
        type instanceof DeclaredType declared ? declared.getTypeArguments() : List.of();
    if (JavaModel.name(type).equals("java.util.Optional") && arguments.size() == 1) {
      annotations(component, all, arguments.getFirst());
      return;
    }
    arguments.forEach(argument -> annotations(component, List.of(), argument));
    String name = JavaModel.name(type);
    boolean isText = name.equals("java.lang.String");
    boolean isNumber =
        switch (type.getKind()) {
          case INT, LONG, DOUBLE -> true;
          default ->
              Set.of("java.lang.Integer", "java.lang.Long", "java.lang.Double").contains(name);
        };
    boolean isPlain = isText || isNumber || type.getKind() == TypeKind.BOOLEAN;
    boolean isContainer = name.equals("java.util.List") || name.equals("java.util.Map");
    Map<String, AnnotationMirror> annotations = new LinkedHashMap<>(); // on component and type
    for (AnnotatedConstruct place : all) {
      place.getAnnotationMirrors().forEach(it -> annotations.put(it.toString(), it));
    }
    for (AnnotationMirror annotation : annotations.values()) {
      String called = annotation.getAnnotationType().toString();
      String simple = "@" + called.substring(called.lastIndexOf('.') + 1);
      if (FOR_NUMBERS.contains(called) && (isText || isContainer)) {
        error(component, simple + " is for numbers; text, lists and maps have @Size");
      } else if (FOR_TEXT.contains(called) && (isNumber || isContainer)) {
        error(component, simple + " is for text");
      } else if (called.equals(CRD + "Size") && isNumber) {
        error(component, "@Size is for text, lists and maps; numbers have @Minimum and @Maximum");
      } else if (called.equals(CRD + "ListSet") && (isPlain || name.equals("java.util.Map"))) {
        error(component, "@ListSet is for lists");
      } else if (called.equals(API + "ListKeys") && (isPlain || name.equals("java.util.Map"))) {
        error(component, "@ListKeys is for lists of records");
      } else if (called.equals(CRD + "Pattern")) {
        pattern(component, value(annotation));
      }
    }
  }

  private void pattern(RecordComponentElement component, String pattern) {
    Matcher unknown = NOT_IN_RE2.matcher(pattern);
    if (unknown.find()) {
      error(
          component,
          "@Pattern has '%s', which Kubernetes' regular expressions (RE2) do not know: write a @Rule with several matches() instead"
              .formatted(unknown.group()));
    }
  }

  private static String value(AnnotationMirror annotation) {
    return annotation.getElementValues().entrySet().stream()
        .filter(entry -> entry.getKey().getSimpleName().contentEquals("value"))
        .map(entry -> entry.getValue())
        .map(AnnotationValue::getValue)
        .map(String::valueOf)
        .findFirst()
        .orElse("");
  }

  private void error(Element element, String message) {
    environment.getMessager().printMessage(Diagnostic.Kind.ERROR, message, element);
  }
}
