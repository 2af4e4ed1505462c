package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// How many characters a string, items a list, or entries a map may have.
///
/// ```java
/// record Spec(@Size(min = 1, max = 63) String host, @Size(max = 8) List<@Size(max = 253) String> aliases) {}
/// ```
///
/// In Go: `+kubebuilder:validation:MinLength`, `MaxItems`, `MinProperties` and their opposites.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Size {

  /// The least; 0 for no bound.
  long min() default 0;

  /// The most; by default there is no bound.
  long max() default Long.MAX_VALUE;
}
