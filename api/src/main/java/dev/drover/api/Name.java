package dev.drover.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The JSON name of a record component, an enum constant or a record of a union, where it cannot be
/// its own name.
///
/// A keyword of Java needs none: of `class_` the underscore is left out.
///
/// ```java
/// record Probe(@Name("$ref") String reference, String class_) {}     // {"$ref": ..., "class": ...}
/// ```
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Name {
  /// The name in JSON.
  String value();
}
