package dev.drover.api.codec;

import java.lang.annotation.Annotation;
import java.lang.annotation.Repeatable;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A place in the source that can have annotations: a component, a type argument, a record.
///
/// @param where for messages, such as `com.example.Shop$Spec.tills`
/// @param annotations all that apply, repeated ones one by one
/// @param type with the annotations of its arguments; null where there is none
record AnnotatedPlace(String where, List<Annotation> annotations, @Nullable AnnotatedType type) {
  /// A place that no source describes.
  static AnnotatedPlace none(String where) {
    return new AnnotatedPlace(where, List.of(), null);
  }

  /// A component: an annotation may have come to rest on the component, its field, its accessor or
  /// its type, as its targets say.
  static AnnotatedPlace of(RecordComponent component) {
    Class<?> record = component.getDeclaringRecord();
    AnnotatedType type = component.getAnnotatedType();
    Set<Annotation> found = new LinkedHashSet<>();
    add(found, component);
    add(found, component.getAccessor());
    try {
      add(found, record.getDeclaredField(component.getName()));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(component + " has no field", e);
    }
    add(found, type);
    AnnotatedType inner = type;
    if (component.getType() == Optional.class
        && type instanceof AnnotatedParameterizedType generic) {
      inner = generic.getAnnotatedActualTypeArguments()[0];
      add(found, inner);
    }
    return new AnnotatedPlace(
        record.getName() + "." + component.getName(), List.copyOf(found), inner);
  }

  /// A record or sealed interface.
  static AnnotatedPlace of(Class<?> type) {
    Set<Annotation> found = new LinkedHashSet<>();
    add(found, type);
    return new AnnotatedPlace(type.getName(), List.copyOf(found), null);
  }

  private static void add(Set<Annotation> found, AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      found.addAll(parts(annotation));
    }
  }

  /// The annotations in the container of a repeatable one, or the annotation itself.
  private static List<Annotation> parts(Annotation annotation) {
    if (!(ForeignAnnotation.read(annotation, "value") instanceof Annotation[] repeated)) {
      return List.of(annotation);
    }
    List<Annotation> parts = new ArrayList<>();
    for (Annotation part : repeated) {
      Repeatable repeatable = part.annotationType().getAnnotation(Repeatable.class);
      if (repeatable != null && repeatable.value() == annotation.annotationType()) {
        parts.add(part);
      }
    }
    return parts;
  }

  /// The type argument of a list or map.
  AnnotatedPlace argument(int i, String suffix) {
    if (type instanceof AnnotatedParameterizedType generic) {
      AnnotatedType argument = generic.getAnnotatedActualTypeArguments()[i];
      Set<Annotation> found = new LinkedHashSet<>();
      add(found, argument);
      return new AnnotatedPlace(where + suffix, List.copyOf(found), argument);
    }
    return none(where + suffix);
  }

  <A extends Annotation> Optional<A> find(Class<A> annotationType) {
    return annotations.stream()
        .filter(annotationType::isInstance)
        .map(annotationType::cast)
        .findFirst();
  }

  <A extends Annotation> List<A> all(Class<A> annotationType) {
    return annotations.stream()
        .filter(annotationType::isInstance)
        .map(annotationType::cast)
        .toList();
  }

  boolean has(Class<? extends Annotation> annotationType) {
    return find(annotationType).isPresent();
  }

  /// The annotations of other libraries that are understood.
  List<ForeignAnnotation> foreign() {
    return annotations.stream()
        .map(ForeignAnnotation::new)
        .filter(annotation -> !annotation.name().isEmpty())
        .toList();
  }

  /// Whether the field must be there although its Java type would make it optional.
  boolean isRequired() {
    return has(dev.drover.api.crd.Required.class)
        || foreign().stream()
            .anyMatch(
                annotation ->
                    switch (annotation.name()) {
                      case "jakarta:NotNull",
                          "jakarta:NotEmpty",
                          "jakarta:NotBlank",
                          "fabric8:Required" ->
                          true;
                      default -> false;
                    });
  }

  IllegalArgumentException wrong(String problem) {
    return new IllegalArgumentException(where + ": " + problem);
  }
}
