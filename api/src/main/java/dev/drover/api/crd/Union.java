package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// How a sealed interface of records looks in JSON. Without a discriminator an object has exactly
/// one key, which says what it is; with one, a field says what the others are.
///
/// ```java
/// @Union sealed interface Source permits Git, Image {}           // {"git": {"url": "..."}}
/// @Union(discriminator = "type") sealed interface Step ...       // {"type": "Run", "command": "..."}
/// ```
///
/// A record is called by its simple name, in a key with a small first letter; [dev.drover.api.Name]
/// says otherwise.
///
/// In Go: `+union`, `+unionDiscriminator`.
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Union {

  /// The field that says which record it is; empty for a union by key.
  String discriminator() default "";
}
