package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Makes a field usable in field selectors, `kubectl get shops --field-selector spec.color=red`. On
/// a component of type string, boolean or integer, or on the record of the kind with the path.
///
/// In Go: `+kubebuilder:selectablefield`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(SelectableFields.class)
public @interface SelectableField {

  /// Where the value is, such as `.spec.color`; only on a record.
  String value() default "";
}
