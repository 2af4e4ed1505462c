package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The most that a number may be.
///
/// In Go: `+kubebuilder:validation:Maximum`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Maximum {

  /// The bound.
  double value();

  /// Whether the number must be less than the bound.
  boolean exclusive() default false;
}
