package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The format of a string, such as `uri`, `ipv4`, `cidr`, `uuid`, `hostname` or `email`. The server
/// does not check formats that it does not know.
///
/// In Go: `+kubebuilder:validation:Format`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface StringFormat {

  /// The name of the format.
  String value();
}
