package dev.drover.testkit.trial;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// The kind that the controllers of these tests reconcile.
@CustomResource(group = "trials.drover.dev", version = "v1")
record Page(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Page.Status> {
  record Spec(String text, @Nullable Integer copies, @Nullable String target) {}

  record Status(@Nullable String phase, @Nullable Integer ready) {}

  static Page of(String name, String text) {
    return of(name, text, 1);
  }

  static Page of(String name, String text, int copies) {
    return new Page(ObjectMeta.builder().name(name).build(), new Spec(text, copies, null), null);
  }

  Page withText(String text) {
    return new Page(metadata, new Spec(text, spec.copies, spec.target), status);
  }

  Page withCopies(int copies) {
    return new Page(metadata, new Spec(spec.text, copies, spec.target), status);
  }

  Page withTarget(String target) {
    return new Page(metadata, new Spec(spec.text, spec.copies, target), status);
  }

  boolean isBeingDeleted() {
    return metadata.deletionTimestamp() != null;
  }
}
