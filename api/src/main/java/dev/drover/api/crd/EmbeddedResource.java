package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a whole Kubernetes object inside of another one: the server checks its `apiVersion`,
/// `kind` and `metadata`. For a [dev.drover.api.RawExtension], a `Map` or a class of the model.
///
/// In Go: `+kubebuilder:validation:EmbeddedResource`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface EmbeddedResource {}
