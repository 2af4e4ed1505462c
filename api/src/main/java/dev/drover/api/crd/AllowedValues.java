package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The only values that a string or number may have. A Java enum needs none: its constants are the
/// values.
///
/// In Go: `+kubebuilder:validation:Enum`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface AllowedValues {

  /// The values; numbers are written in JSON.
  String[] value();
}
