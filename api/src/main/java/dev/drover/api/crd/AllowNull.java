package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Allows JSON's `null` where a value can be. Without it, the server drops a `null` that has a
/// default, and refuses any other. (JSpecify's `@Nullable` says that the field may be missing.)
///
/// In Go: `+nullable`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface AllowNull {}
