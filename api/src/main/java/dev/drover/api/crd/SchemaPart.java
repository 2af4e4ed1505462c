package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Keywords of the schema as JSON, for what no other annotation says. They replace what the Java
/// type and the other annotations wrote; null removes a keyword.
///
/// ```java
/// record Source(
///     @SchemaPart("{\"oneOf\": [{\"required\": [\"git\"]}, {\"required\": [\"image\"]}]}") Origin origin,
///     @SchemaPart("{\"format\": null}") long size) {}
/// ```
///
/// In Go: `+kubebuilder:validation:Schemaless`, `+kubebuilder:validation:OneOf`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface SchemaPart {

  /// A JSON object.
  String value();
}
