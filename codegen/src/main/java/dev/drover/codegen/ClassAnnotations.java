package dev.drover.codegen;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.TypeAnnotation;
import java.lang.classfile.TypeAnnotation.TargetInfo;
import java.lang.classfile.TypeAnnotation.TypePathComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/// The annotations that a class file keeps for the run time, from what the compiler knows.
final class ClassAnnotations {
  private final ClassTypes types;

  ClassAnnotations(ClassTypes types) {
    this.types = types;
  }

  List<Annotation> of(AnnotatedConstruct place) {
    return place.getAnnotationMirrors().stream()
        .filter(ClassAnnotations::isKept)
        .map(this::annotation)
        .toList();
  }

  /// Those of a type and of its arguments, as a field or a record component has them.
  List<TypeAnnotation> ofType(TypeMirror type) {
    List<TypeAnnotation> all = new ArrayList<>();
    collect(type, List.of(), all);
    return all;
  }

  private void collect(TypeMirror type, List<TypePathComponent> path, List<TypeAnnotation> all) {
    of(type).forEach(one -> all.add(TypeAnnotation.of(TargetInfo.ofField(), path, one)));
    if (type instanceof DeclaredType declared) {
      for (int i = 0; i < declared.getTypeArguments().size(); i++) {
        TypePathComponent argument = TypePathComponent.of(TypePathComponent.Kind.TYPE_ARGUMENT, i);
        collect(declared.getTypeArguments().get(i), with(path, argument), all);
      }
    } else if (type instanceof ArrayType array) {
      collect(array.getComponentType(), with(path, TypePathComponent.ARRAY), all);
    }
  }

  private static List<TypePathComponent> with(List<TypePathComponent> path, TypePathComponent one) {
    List<TypePathComponent> longer = new ArrayList<>(path);
    longer.add(one);
    return List.copyOf(longer);
  }

  private static boolean isKept(AnnotationMirror annotation) {
    return JavaModel.find(
            List.of(annotation.getAnnotationType().asElement()), "java.lang.annotation.Retention")
        .map(JavaModel::attributes)
        .map(values -> values.get("value"))
        .filter(VariableElement.class::isInstance)
        .filter(policy -> ((VariableElement) policy).getSimpleName().contentEquals("RUNTIME"))
        .isPresent();
  }

  /// The value that an element of an annotation has where nothing is written.
  Optional<AnnotationValue> defaultOf(ExecutableElement element) {
    return Optional.ofNullable(element.getDefaultValue())
        .map(value -> value(element.getReturnType(), value.getValue()));
  }

  private Annotation annotation(AnnotationMirror annotation) {
    List<AnnotationElement> elements = new ArrayList<>();
    annotation
        .getElementValues()
        .forEach(
            (name, value) ->
                elements.add(
                    AnnotationElement.of(
                        name.getSimpleName().toString(),
                        value(name.getReturnType(), value.getValue()))));
    return Annotation.of(
        types.descriptor((TypeElement) annotation.getAnnotationType().asElement()), elements);
  }

  /// @param type that the annotation declares: a single value may stand for an array
  private AnnotationValue value(TypeMirror type, Object value) {
    return switch (value) {
      case List<?> list -> {
        TypeMirror item = type instanceof ArrayType array ? array.getComponentType() : type;
        yield AnnotationValue.ofArray(
            list.stream()
                .map(
                    one -> value(item, ((javax.lang.model.element.AnnotationValue) one).getValue()))
                .toList());
      }
      case TypeMirror named -> AnnotationValue.ofClass(types.descriptor(named));
      case VariableElement constant ->
          AnnotationValue.ofEnum(
              types.descriptor(constant.asType()), constant.getSimpleName().toString());
      case AnnotationMirror nested -> AnnotationValue.ofAnnotation(annotation(nested));
      default -> AnnotationValue.of(value);
    };
  }
}
