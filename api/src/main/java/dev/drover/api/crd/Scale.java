package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Serves the subresource `/scale`, for `kubectl scale` and autoscalers.
///
/// In Go: `+kubebuilder:subresource:scale`.
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Scale {

  /// Where the wanted replicas are.
  String specReplicas() default ".spec.replicas";

  /// Where the actual replicas are.
  String statusReplicas() default ".status.replicas";

  /// Where a label selector in text form is, such as `.status.selector`; empty for none.
  String selector() default "";
}
