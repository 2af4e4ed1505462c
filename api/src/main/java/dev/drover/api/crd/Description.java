package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a field or a type means, for `kubectl explain` and for readers of the definition.
///
/// ```java
/// record Spec(@Description("How many replicas run.") int replicas) {}
/// ```
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Description {

  /// The text.
  String value();
}
