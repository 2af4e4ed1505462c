package dev.drover.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/// The source of the codec of one record. It says of each component what `RecordShape` of
/// `dev.drover.api` finds out by reflection.
final class CodecSource {
  private static final String API = "dev.drover.api.";
  private static final String CODEC = API + "codec.";
  private static final String TYPE = CODEC + "ComponentType.";

  private static final Map<String, String> PLAIN =
      Map.ofEntries(
          Map.entry("java.lang.String", "TEXT"),
          Map.entry("int", "INT32"),
          Map.entry("java.lang.Integer", "INT32"),
          Map.entry("long", "INT64"),
          Map.entry("java.lang.Long", "INT64"),
          Map.entry("boolean", "BOOL"),
          Map.entry("java.lang.Boolean", "BOOL"),
          Map.entry("double", "DOUBLE"),
          Map.entry("java.lang.Double", "DOUBLE"),
          Map.entry("java.time.Instant", "TIME"),
          Map.entry("java.time.Duration", "DURATION"),
          Map.entry(API + "Quantity", "QUANTITY"),
          Map.entry(API + "IntOrString", "INT_OR_STRING"),
          Map.entry(API + "Bytes", "BYTES"),
          Map.entry(API + "RawExtension", "RAW"),
          Map.entry("java.lang.Object", "TREE"));

  private static final List<String> BOXES =
      List.of("java.lang.Integer", "java.lang.Long", "java.lang.Boolean", "java.lang.Double");

  private final TypeElement record;
  private final String binaryName;
  private final Predicate<TypeElement> isSource;
  private final Elements elements;
  private final Types types;
  private String text = "";

  private CodecSource(
      TypeElement record,
      String binaryName,
      Predicate<TypeElement> isSource,
      ProcessingEnvironment environment) {
    this.record = record;
    this.binaryName = binaryName;
    this.isSource = isSource;
    this.elements = environment.getElementUtils();
    this.types = environment.getTypeUtils();
  }

  /// The codec of a record; null if a component has a type that generated code cannot name.
  ///
  /// @param isSource whether a type is compiled now: of others a later version may be present at
  ///   run time, so they are read then
  static @Nullable CodecSource of(
      TypeElement record,
      String binaryName,
      Predicate<TypeElement> isSource,
      ProcessingEnvironment environment) {
    CodecSource source = new CodecSource(record, binaryName, isSource, environment);
    List<String> components = new ArrayList<>();
    for (RecordComponentElement component : record.getRecordComponents()) {
      Optional<String> described = source.component(component);
      if (described.isEmpty()) {
        return null;
      }
      components.add(described.get());
    }
    source.text = source.write(components);
    return source;
  }

  String text() {
    return text;
  }

  /// As `RecordCodec.nameFor` gives it.
  String qualifiedName() {
    String packageName = packageName();
    return packageName.isEmpty() ? simpleName() : packageName + "." + simpleName();
  }

  private String packageName() {
    return elements.getPackageOf(record).getQualifiedName().toString();
  }

  private String simpleName() {
    String whole = nameFor(binaryName);
    return whole.substring(whole.lastIndexOf('.') + 1);
  }

  /// The name of the codec of a record with this binary name.
  static String nameFor(String binaryName) {
    int simple = binaryName.lastIndexOf('.') + 1;
    return binaryName.substring(0, simple)
        + binaryName.substring(simple).replace("_", "__").replace('$', '_')
        + "_Codec";
  }

  private Optional<String> component(RecordComponentElement component) {
    TypeMirror type = component.asType();
    boolean optional = JavaModel.name(type).equals("java.util.Optional");
    List<? extends TypeMirror> wrapped = arguments(type);
    if (optional && wrapped.size() != 1) {
      return Optional.empty();
    }
    TypeMirror inner = optional ? wrapped.getFirst() : type;
    boolean container = !arguments(inner).isEmpty();
    List<AnnotatedConstruct> places = JavaModel.places(component);
    List<AnnotatedConstruct> all = new ArrayList<>(places);
    all.add(type);
    all.add(inner);
    boolean isBox = BOXES.contains(JavaModel.name(type));
    StringBuilder suffix = new StringBuilder();
    if (optional) {
      suffix.append(".optional()");
    } else if (isBox || (!container && isNullable(component, type))) {
      suffix.append(".nullable()");
    }
    boolean isMetadata = JavaModel.name(type).equals(API + "ObjectMeta");
    if (isMetadata || (container && !isRequired(all))) {
      suffix.append(".omittedIfEmpty()");
    }
    List<String> keys = keys(component);
    if (!keys.isEmpty()) {
      suffix.append(".keyedBy(").append(literals(keys)).append(")");
    }
    String javaName = component.getSimpleName().toString();
    String jsonName = JavaModel.jsonName(javaName, places);
    return type(inner)
        .map(
            it ->
                "%sRecordCodec.Component.of(%s, %s, %s)%s"
                    .formatted(CODEC, literal(javaName), literal(jsonName), it, suffix));
  }

  private static boolean isNullable(RecordComponentElement component, TypeMirror type) {
    List<AnnotatedConstruct> places = new ArrayList<>(List.of(component, type));
    if (component.getAccessor() != null) {
      places.add(component.getAccessor());
    }
    return places.stream()
        .flatMap(place -> place.getAnnotationMirrors().stream())
        .anyMatch(it -> JavaModel.isCalled(JavaModel.name(it.getAnnotationType()), "Nullable"));
  }

  /// As `AnnotatedPlace.isRequired` of `dev.drover.api`.
  private static boolean isRequired(List<AnnotatedConstruct> places) {
    return places.stream()
        .flatMap(place -> place.getAnnotationMirrors().stream())
        .map(it -> JavaModel.name(it.getAnnotationType()))
        .anyMatch(
            name -> {
              String simple = name.substring(name.lastIndexOf('.') + 1);
              boolean isBean =
                  name.startsWith("jakarta.validation.constraints.")
                      || name.startsWith("javax.validation.constraints.");
              return name.equals(API + "crd.Required")
                  || (isBean && List.of("NotNull", "NotEmpty", "NotBlank").contains(simple))
                  || (name.startsWith("io.fabric8.") && simple.equals("Required"));
            });
  }

  private static List<String> keys(RecordComponentElement component) {
    List<String> keys = new ArrayList<>();
    Optional<AnnotationMirror> annotation = JavaModel.find(List.of(component), API + "ListKeys");
    if (annotation.isPresent()
        && JavaModel.attributes(annotation.get()).get("value") instanceof List<?> values) {
      for (Object value : values) {
        keys.add(String.valueOf(((AnnotationValue) value).getValue()));
      }
    }
    return keys;
  }

  private static List<? extends TypeMirror> arguments(TypeMirror type) {
    return type instanceof DeclaredType declared ? declared.getTypeArguments() : List.of();
  }

  /// The `ComponentType` of a type, as source; empty for one without a JSON form.
  private Optional<String> type(TypeMirror type) {
    String name = JavaModel.name(type);
    List<? extends TypeMirror> arguments = arguments(type);
    if (type.getKind().isPrimitive()) {
      String primitive = type.getKind().toString().toLowerCase(Locale.ROOT);
      return Optional.ofNullable(PLAIN.get(primitive)).map(TYPE::concat);
    } else if (name.equals("java.util.List") && arguments.size() == 1) {
      return type(arguments.getFirst()).map(item -> TYPE + "list(" + item + ")");
    } else if (name.equals("java.util.Map")
        && arguments.size() == 2
        && JavaModel.name(arguments.getFirst()).equals("java.lang.String")) {
      return type(arguments.get(1)).map(value -> TYPE + "map(" + value + ")");
    }
    boolean isClass = type.getKind() == TypeKind.DECLARED && arguments.isEmpty();
    if (!isClass || !(((DeclaredType) type).asElement() instanceof TypeElement element)) {
      return Optional.empty();
    }
    return PLAIN.containsKey(name) ? Optional.of(TYPE + PLAIN.get(name)) : named(element);
  }

  private Optional<String> named(TypeElement type) {
    if (!JavaModel.isNameable(type, elements)) {
      return Optional.empty();
    }
    String literal = type.getQualifiedName() + ".class";
    if (type.getKind() == ElementKind.ENUM) {
      return Optional.of(
          isSource.test(type) ? constants(type) : TYPE + "constants(" + literal + ")");
    } else if (type.getKind() == ElementKind.RECORD) {
      return Optional.of(TYPE + "record(" + literal + ")");
    } else if (type.getKind() == ElementKind.INTERFACE
        && type.getModifiers().contains(Modifier.SEALED)) {
      return isSource.test(type) ? union(type) : Optional.of(TYPE + "union(" + literal + ")");
    }
    TypeElement struct = elements.getTypeElement(CODEC + "Struct");
    return struct != null && types.isSubtype(type.asType(), struct.asType())
        ? Optional.of(TYPE + "struct(" + type.getQualifiedName() + ".TYPE)")
        : Optional.empty();
  }

  private static String constants(TypeElement type) {
    String names =
        type.getEnclosedElements().stream()
            .filter(it -> it.getKind() == ElementKind.ENUM_CONSTANT)
            .map(it -> JavaModel.jsonName(it.getSimpleName().toString(), List.of(it)))
            .map(name -> ", " + literal(name))
            .collect(Collectors.joining());
    return TYPE + "constants(" + type.getQualifiedName() + ".values()" + names + ")";
  }

  private Optional<String> union(TypeElement type) {
    String discriminator =
        JavaModel.find(List.of(type), API + "crd.Union")
            .map(it -> JavaModel.attributes(it).get("discriminator"))
            .map(String::valueOf)
            .orElse("");
    StringBuilder variants = new StringBuilder();
    for (TypeMirror permitted : type.getPermittedSubclasses()) {
      Element variant = ((DeclaredType) permitted).asElement();
      if (variant.getKind() != ElementKind.RECORD
          || !JavaModel.isNameable((TypeElement) variant, elements)) {
        return Optional.empty();
      }
      variants
          .append(", ")
          .append(TYPE)
          .append("variant(")
          .append(literal(variantName(variant, discriminator.isEmpty())))
          .append(", ")
          .append(JavaModel.name(permitted))
          .append(".class)");
    }
    return Optional.of(
        "%sunion(%s.class, %s%s)"
            .formatted(TYPE, type.getQualifiedName(), literal(discriminator), variants));
  }

  private static String variantName(Element record, boolean isKey) {
    String simple = record.getSimpleName().toString();
    return JavaModel.find(List.of(record), API + "Name")
        .map(it -> String.valueOf(JavaModel.attributes(it).get("value")))
        .orElse(
            isKey ? simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1) : simple);
  }

  private String write(List<String> components) {
    String name = record.getQualifiedName().toString();
    String visible = JavaModel.isPublic(record) ? "public " : "";
    StringBuilder out = new StringBuilder();
    if (!packageName().isEmpty()) {
      out.append("package ").append(packageName()).append(";\n\n");
    }
    out.append("/// Reads and writes a {@link ").append(name).append("} without reflection.\n");
    out.append(generated());
    out.append(JavaModel.SUPPRESSED);
    out.append(visible).append("final class ").append(simpleName());
    out.append(" extends ").append(CODEC).append("RecordCodec<").append(name).append("> {\n");
    out.append("  /// For the library.\n");
    out.append("  ").append(visible).append(simpleName()).append("() {}\n\n");
    out.append("  @java.lang.Override\n");
    out.append("  protected java.util.List<").append(CODEC).append("RecordCodec.Component>");
    out.append(" components() {\n    return java.util.List.of(");
    out.append(components.stream().map(it -> "\n        " + it).collect(Collectors.joining(",")));
    out.append(");\n  }\n\n");
    out.append("  @java.lang.Override\n  protected ").append(name);
    out.append(" create(java.lang.Object[] values) {\n");
    out.append("    return new ").append(name).append("(").append(casts()).append(");\n  }\n\n");
    out.append("  @java.lang.Override\n  protected java.lang.Object get(").append(name);
    out.append(" value, int component) {\n");
    int slot = 0;
    for (RecordComponentElement component : record.getRecordComponents()) {
      out.append(slot == 0 ? "    switch (component) {\n" : "");
      out.append("      case ").append(slot++).append(":\n        return value.");
      out.append(component.getSimpleName()).append("();\n");
    }
    out.append(slot == 0 ? "" : "      default:\n    }\n");
    out.append("    throw new java.lang.IndexOutOfBoundsException(component);\n");
    return out.append("  }\n}\n").toString();
  }

  private String casts() {
    List<String> casts = new ArrayList<>();
    for (RecordComponentElement component : record.getRecordComponents()) {
      casts.add(
          "\n        (%s) values[%d]"
              .formatted(JavaModel.source(component.asType()), casts.size()));
    }
    return String.join(",", casts);
  }

  /// The annotation, unless the module of the record does not read that of the annotation.
  private String generated() {
    String annotation = "javax.annotation.processing.Generated";
    return elements.getTypeElement(elements.getModuleOf(record), annotation) == null
        ? ""
        : "@%s(\"%s\")\n".formatted(annotation, KindProcessor.class.getName());
  }

  private static String literals(List<String> texts) {
    return texts.stream().map(CodecSource::literal).collect(Collectors.joining(", "));
  }

  /// A literal. The compiler replaces Unicode escapes before it reads literals, so control
  /// characters are octal, and the backslash of a text is always doubled.
  static String literal(String text) {
    return text.chars()
        .mapToObj(
            c -> {
              if (c == '"' || c == '\\') {
                return "\\" + (char) c;
              }
              String format = c < ' ' ? "\\%03o" : c > '~' ? "\\u%04x" : "%c";
              return format.formatted(c);
            })
        .collect(Collectors.joining("", "\"", "\""));
  }
}
