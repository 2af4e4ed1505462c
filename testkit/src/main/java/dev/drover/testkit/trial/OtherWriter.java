package dev.drover.testkit.trial;

/// The concurrent writer of [Effect#OTHER_WRITER], which sets an annotation on an object.
final class OtherWriter {
  static final String ANNOTATION = "trial.drover.dev/other-writer";

  private OtherWriter() {}

  /// Whether a write that came right after it removed the annotation: the controller cannot have
  /// read it, so it wrote over something that it never saw.
  static boolean isOverwritten(ClusterAccess cluster, TimelineEntry.Called called) {
    return !called.call().verb().startsWith("delete")
        && called.status() == 200
        && cluster
            .find(called.call().objectPath())
            .filter(tree -> Json.text(tree, "metadata", "uid").equals(called.uid()))
            .filter(
                tree ->
                    Json.text(tree, "metadata", "deletionTimestamp").isEmpty()
                        && !Json.object(Json.object(tree, "metadata"), "annotations")
                            .containsKey(ANNOTATION))
            .isPresent();
  }
}
