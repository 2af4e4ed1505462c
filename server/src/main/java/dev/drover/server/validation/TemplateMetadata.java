package dev.drover.server.validation;

/// Validates the metadata of a template, which may have labels and annotations only.
public final class TemplateMetadata {
  private TemplateMetadata() {}

  /// In Go: {@index validation.ValidateTemplateObjectMeta}.
  public static void check(FieldValidator metadata) {
    AnnotationValidation.check(metadata.child("annotations"));
    LabelSelectorValidation.checkLabels(metadata.child("labels"));
    for (String name : metadata.keys()) {
      if (!name.equals("annotations") && !name.equals("labels") && metadata.has(name)) {
        metadata
            .child(name.equals("uid") ? "uID" : name) // as Go makes one from the other
            .forbidden("cannot be set");
      }
    }
  }
}
