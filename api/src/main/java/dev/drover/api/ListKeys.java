package dev.drover.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The fields that tell the items of a list apart, so that server-side apply merges two writers'
/// items instead of reporting a conflict (`x-kubernetes-list-map-keys` in the definition).
///
/// A list of [Condition]s needs none: its key is `type`. Lists inside types of the model have the
/// keys that Kubernetes gives them.
///
/// ```java
/// record ShopSpec(@ListKeys("name") List<Counter> counters) {}
/// record Counter(String name, int tills) {}
/// ```
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ListKeys {
  /// The JSON names of the fields.
  String[] value();
}
