package dev.drover.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Makes a record a kind of its own.
///
/// ```java
/// @CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
/// record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
///     implements KubernetesObject, HasStatus<Icecream.Status> { ... }
/// ```
///
/// Names that are left out follow from the record's simple name.
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface CustomResource {
  /// The API group, a DNS name.
  String group();

  /// The version, such as `v1` or `v1alpha1`.
  String version();

  /// The kind; by default the simple name of the record.
  String kind() default "";

  /// The name of the resource in URLs; by default the English plural of the kind in lower case.
  String plural() default "";

  /// The name of one object; by default the kind in lower case.
  String singular() default "";

  /// Abbreviations that kubectl accepts.
  String[] shortNames() default {};

  /// Groups of resources this one belongs to, such as `all`.
  String[] categories() default {};

  /// Whether objects live in a namespace.
  Scope scope() default Scope.NAMESPACED;

  /// Whether the server offers this version.
  boolean served() default true;

  /// Whether objects are stored in this version. Of the records of one kind, one per version,
  /// exactly one is.
  boolean storage() default true;

  /// Whether clients get a warning that this version is deprecated.
  boolean deprecated() default false;

  /// The text of that warning; by default the server writes one that names the newest version.
  String deprecationWarning() default "";
}
