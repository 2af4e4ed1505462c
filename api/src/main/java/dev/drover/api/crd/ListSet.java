package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Makes a list a set: each value occurs once, and server-side apply merges the values of several
/// writers. Items that are objects need [dev.drover.api.ListKeys] instead.
///
/// In Go: `+listType=set`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ListSet {}
