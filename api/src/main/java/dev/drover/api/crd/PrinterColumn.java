package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A column of the table that `kubectl get` shows. On a component the path and the type follow from
/// the component; on the record of the kind, `jsonPath` says where the value is.
///
/// ```java
/// @PrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = "date")
/// record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject {}
/// record Spec(@PrinterColumn int tills) {}
/// ```
///
/// In Go: `+kubebuilder:printcolumn`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(PrinterColumns.class)
public @interface PrinterColumn {

  /// The heading; by default the name of the component with a capital.
  String name() default "";

  /// Where the value is; only on a record.
  String jsonPath() default "";

  /// `integer`, `number`, `string`, `boolean` or `date`; by default that of the component, or
  /// `string`.
  String type() default "";

  /// A hint for display, such as `password`.
  String format() default "";

  /// What the column shows.
  String description() default "";

  /// 0 for a column that is always shown; others show in wide tables.
  int priority() default 0;
}
