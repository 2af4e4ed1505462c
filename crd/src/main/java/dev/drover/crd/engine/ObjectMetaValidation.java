package dev.drover.crd.engine;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Validates metadata of objects of any kind, also of embedded objects.
///
/// In Go: `validation.ValidateObjectMeta`.
///
/// @param at where the metadata stands
public record ObjectMetaValidation(TreeNode metadata, FieldPath at) {
  public static final String ORPHAN = "orphan";
  public static final String FOREGROUND = "foregroundDeletion";

  private static final int ANNOTATION_BYTES = 256 << 10;
  private static final int SUBRESOURCE_LENGTH = 256;

  /// What keeps any object from being stored, whatever its kind says of names.
  public List<FieldError> pathErrors(boolean namespaced) {
    List<FieldError> errors = new ArrayList<>();
    String prefix = metadata.text("generateName");
    for (String complaint : GoNames.pathPrefix(prefix)) {
      errors.add(FieldError.invalid(at.child("generateName"), prefix, complaint));
    }
    errors.addAll(nameErrors(GoNames::pathSegment));
    errors.addAll(errors(namespaced));
    return errors;
  }

  /// What is wrong with the name by a rule for names.
  public List<FieldError> nameErrors(Function<String, List<String>> rule) {
    String name = metadata.text("name");
    if (name.isEmpty()) {
      return List.of(FieldError.required(at.child("name"), "name or generateName is required"));
    }
    return rule.apply(name).stream()
        .map(complaint -> FieldError.invalid(at.child("name"), name, complaint))
        .toList();
  }

  /// What is wrong apart from the name.
  public List<FieldError> errors(boolean namespaced) {
    List<FieldError> errors = new ArrayList<>();
    String namespace = metadata.text("namespace");
    if (!namespaced) {
      if (!namespace.isEmpty()) {
        errors.add(FieldError.forbidden(at.child("namespace"), "not allowed on this type"));
      }
    } else if (namespace.isEmpty()) {
      errors.add(FieldError.required(at.child("namespace"), ""));
    } else {
      for (String complaint : Names.dnsLabel(namespace)) {
        errors.add(FieldError.invalid(at.child("namespace"), namespace, complaint));
      }
    }
    long generation = metadata.number("generation", 0);
    if (generation < 0) {
      errors.add(
          FieldError.invalid(
              at.child("generation"), generation, "must be greater than or equal to 0"));
    }
    errors.addAll(labelErrors());
    errors.addAll(annotationErrors());
    errors.addAll(ownerErrors());
    errors.addAll(finalizerErrors());
    errors.addAll(managedFieldErrors());
    return errors;
  }

  public List<FieldError> labelErrors() {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = at.child("labels");
    new TreeMap<>(metadata.textMap("labels"))
        .forEach(
            (key, value) -> {
              for (String complaint : Names.qualifiedName(key)) {
                errors.add(FieldError.invalid(path, key, complaint));
              }
              for (String complaint : Names.labelValue(value)) {
                errors.add(FieldError.invalid(path, value, complaint));
              }
            });
    return errors;
  }

  public List<FieldError> annotationErrors() {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = at.child("annotations");
    Map<String, String> annotations = new TreeMap<>(metadata.textMap("annotations"));
    long size = 0;
    for (Map.Entry<String, String> annotation : annotations.entrySet()) {
      String key = annotation.getKey();
      for (String complaint : Names.qualifiedName(key.toLowerCase(Locale.ROOT))) {
        errors.add(FieldError.invalid(path, key, complaint));
      }
      size += GoNames.length(key) + GoNames.length(annotation.getValue());
    }
    if (size > ANNOTATION_BYTES) {
      errors.add(FieldError.tooLong(path, ANNOTATION_BYTES));
    }
    return errors;
  }

  public List<FieldError> ownerErrors() {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = at.child("ownerReferences");
    String controller = "";
    for (TreeNode owner : metadata.items("ownerReferences")) {
      String apiVersion = owner.text("apiVersion");
      String kind = owner.text("kind");
      boolean isReadable = apiVersion.chars().filter(c -> c == '/').count() <= 1;
      if (apiVersion.isEmpty() || apiVersion.endsWith("/") || !isReadable) {
        errors.add(
            FieldError.invalid(path.child("apiVersion"), apiVersion, "version must not be empty"));
      }
      for (String field : List.of("kind", "name", "uid")) {
        if (owner.text(field).isEmpty()) {
          errors.add(FieldError.invalid(path.child(field), "", "must not be empty"));
        }
      }
      if (apiVersion.equals("v1") && kind.equals("Event")) {
        errors.add(
            FieldError.invalid(
                path, owner.map(), "/v1, Kind=Event is disallowed from being an owner"));
      }
      if (owner.isTrue("controller")) {
        String named = kind + "/" + owner.text("name");
        if (controller.isEmpty()) {
          controller = named;
        } else {
          errors.add(
              FieldError.invalid(
                  path,
                  metadata.list("ownerReferences"),
                  "Only one reference can have Controller set to true. Found \"true\" in"
                      + " references for "
                      + controller
                      + " and "
                      + named));
        }
      }
    }
    return errors;
  }

  private List<FieldError> finalizerErrors() {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = at.child("finalizers");
    List<String> finalizers = metadata.texts("finalizers");
    for (String finalizer : finalizers) {
      for (String complaint : Names.qualifiedName(finalizer)) {
        errors.add(FieldError.invalid(path, finalizer, complaint));
      }
    }
    if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
      errors.add(
          FieldError.invalid(
              path,
              finalizers,
              "finalizer " + ORPHAN + " and " + FOREGROUND + " cannot be both set"));
    }
    return errors;
  }

  public List<FieldError> managedFieldErrors() {
    List<FieldError> errors = new ArrayList<>();
    List<TreeNode> entries = metadata.items("managedFields");
    for (int i = 0; i < entries.size(); i++) {
      TreeNode entry = entries.get(i);
      FieldPath path = at.child("managedFields").index(i);
      String operation = entry.text("operation");
      if (!operation.equals("Apply") && !operation.equals("Update")) {
        errors.add(
            FieldError.invalid(path.child("operation"), operation, "must be `Apply` or `Update`"));
      }
      String type = entry.text("fieldsType");
      if (!type.isEmpty() && !type.equals("FieldsV1")) {
        errors.add(FieldError.invalid(path.child("fieldsType"), type, "must be `FieldsV1`"));
      }
      errors.addAll(FieldManagerNames.errors(entry.text("manager"), path.child("manager")));
      if (GoNames.length(entry.text("subresource")) > SUBRESOURCE_LENGTH) {
        errors.add(FieldError.tooLong(path.child("subresource"), SUBRESOURCE_LENGTH));
      }
    }
    return errors;
  }
}
