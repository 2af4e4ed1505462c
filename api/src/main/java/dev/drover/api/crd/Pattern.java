package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The regular expression that a string must contain a match of; anchor it with `^` and `$` to
/// match all of it. It is in the syntax of RE2, which has neither lookaround nor back references.
///
/// In Go: `+kubebuilder:validation:Pattern`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Pattern {

  /// The expression.
  String value();
}
