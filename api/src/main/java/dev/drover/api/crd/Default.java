package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The value that the server sets where an object has none. A component with a default is not
/// required.
///
/// ```java
/// record Spec(@Default("3") int replicas, @Default("vanilla") String flavour) {}
/// ```
///
/// In Go: `+kubebuilder:default`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Default {

  /// The value: the text itself for a string, JSON for everything else, such as `3`, `["a"]` or
  /// `{"min": 1}`.
  String value();
}
