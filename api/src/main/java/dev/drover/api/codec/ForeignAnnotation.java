package dev.drover.api.codec;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An annotation of another library, read by name: this library does not depend on it.
record ForeignAnnotation(Annotation annotation) {
  private static final String JAKARTA = "jakarta.validation.constraints.";
  private static final String JAVAX = "javax.validation.constraints.";
  private static final String FABRIC8 = "io.fabric8.";
  private static final String JACKSON = "com.fasterxml.jackson.annotation.";

  /// What the annotation is called, such as `jakarta:Size` or `fabric8:Default`; empty for one of
  /// an unknown library.
  String name() {
    String full = annotation.annotationType().getName();
    String simple = annotation.annotationType().getSimpleName();
    if (full.startsWith(JAKARTA) || full.startsWith(JAVAX)) {
      return "jakarta:" + simple;
    } else if (full.startsWith(FABRIC8)) {
      return "fabric8:" + simple;
    } else if (full.startsWith(JACKSON)) {
      return "jackson:" + simple;
    }
    return "";
  }

  /// The value of an attribute; null where the annotation has none of that name.
  @Nullable Object attribute(String attribute) {
    return read(annotation, attribute);
  }

  /// The value of an attribute of any annotation; null where it has none of that name, or it is one
  /// that its module hides.
  static @Nullable Object read(Annotation annotation, String attribute) {
    try {
      Method method = annotation.annotationType().getMethod(attribute);
      return method.trySetAccessible() ? method.invoke(annotation) : null;
    } catch (NoSuchMethodException e) {
      return null; // a marker, or another version of that library
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot read " + annotation, e);
    }
  }

  String text(String attribute) {
    Object value = attribute(attribute);
    return value == null ? "" : value.toString();
  }

  double real(String attribute) {
    return switch (attribute(attribute)) {
      case Number number -> number.doubleValue();
      case String text -> Double.parseDouble(text);
      case null, default -> 0;
    };
  }

  /// A whole number that is a bound; empty where it is the default of the attribute, which is none.
  Optional<Long> bound(String attribute) {
    Object value = attribute(attribute);
    try {
      Object none = annotation.annotationType().getMethod(attribute).getDefaultValue();
      return value instanceof Number number && !value.equals(none)
          ? Optional.of(number.longValue())
          : Optional.empty();
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  boolean isFalse(String attribute) {
    return Boolean.FALSE.equals(attribute(attribute));
  }

  boolean isTrue(String attribute) {
    return Boolean.TRUE.equals(attribute(attribute));
  }

  int number(String attribute) {
    return attribute(attribute) instanceof Number number ? number.intValue() : 0;
  }
}
