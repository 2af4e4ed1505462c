package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a number must be a multiple of.
///
/// In Go: `+kubebuilder:validation:MultipleOf`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface MultipleOf {

  /// The divisor, greater than 0.
  double value();
}
