package dev.drover.server.rest;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import dev.drover.server.http.PathSegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is wrong with the `metadata` of an object, of whatever kind.
///
/// In Go: `validation.ValidateObjectMeta` and `ValidateObjectMetaUpdate`.
final class MetadataRules {
  static final String ORPHAN = "orphan";
  static final String FOREGROUND = "foregroundDeletion";
  static final String UNQUALIFIED =
      "name is neither a standard finalizer name nor is it fully qualified";

  private static final FieldPath PATH = FieldPath.of("metadata");
  private static final int ANNOTATION_BYTES = 256 << 10;
  private static final int SUBRESOURCE_LENGTH = 256;

  /// The parts of kube-apiserver that serve these do not look at finalizers. Groups whose rules do
  /// not look at finalizers beyond what holds for every object.
  private static final Set<String> EXTENSIONS =
      Set.of(
          "admissionregistration.k8s.io",
          "apiextensions.k8s.io",
          "apiregistration.k8s.io",
          "coordination.k8s.io",
          "node.k8s.io");

  private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", ORPHAN, FOREGROUND);

  private MetadataRules() {}

  /// What is wrong with an object whose name has been generated if it had to be.
  ///
  /// @param name says what is wrong with a name
  static List<FieldError> errors(
      TreeNode metadata, boolean namespaced, Function<String, List<String>> name) {
    List<FieldError> errors = new ArrayList<>();
    String prefix = metadata.text("generateName");
    if (!prefix.isEmpty()) {
      for (String complaint : name.apply(maskTrailingDash(prefix))) {
        errors.add(FieldError.invalid(PATH.child("generateName"), prefix, complaint));
      }
    }
    errors.addAll(nameErrors(metadata.text("name"), name));
    errors.addAll(commonErrors(metadata, namespaced));
    return errors;
  }

  /// What keeps any object from being stored, whatever its kind says of names.
  static List<FieldError> pathErrors(TreeNode metadata, boolean namespaced) {
    List<FieldError> errors = new ArrayList<>();
    String prefix = metadata.text("generateName");
    for (String complaint : PathSegment.prefixComplaints(prefix)) {
      errors.add(FieldError.invalid(PATH.child("generateName"), prefix, complaint));
    }
    errors.addAll(nameErrors(metadata.text("name"), PathSegment::complaints));
    errors.addAll(commonErrors(metadata, namespaced));
    return errors;
  }

  private static List<FieldError> nameErrors(String name, Function<String, List<String>> rule) {
    if (name.isEmpty()) {
      return List.of(FieldError.required(PATH.child("name"), "name or generateName is required"));
    }
    return rule.apply(name).stream()
        .map(complaint -> FieldError.invalid(PATH.child("name"), name, complaint))
        .toList();
  }

  /// What follows a prefix may make its last dash fine.
  private static String maskTrailingDash(String prefix) {
    return prefix.length() > 1 && prefix.endsWith("-")
        ? prefix.substring(0, prefix.length() - 2) + "a"
        : prefix;
  }

  private static List<FieldError> commonErrors(TreeNode metadata, boolean namespaced) {
    List<FieldError> errors = new ArrayList<>();
    String namespace = metadata.text("namespace");
    if (!namespaced) {
      if (!namespace.isEmpty()) {
        errors.add(FieldError.forbidden(PATH.child("namespace"), "not allowed on this type"));
      }
    } else if (namespace.isEmpty()) {
      errors.add(FieldError.required(PATH.child("namespace"), ""));
    } else {
      for (String complaint : Names.dnsLabel(namespace)) {
        errors.add(FieldError.invalid(PATH.child("namespace"), namespace, complaint));
      }
    }
    long generation = metadata.number("generation", 0);
    if (generation < 0) {
      errors.add(
          FieldError.invalid(
              PATH.child("generation"), generation, "must be greater than or equal to 0"));
    }
    errors.addAll(labelErrors(metadata));
    errors.addAll(annotationErrors(metadata));
    errors.addAll(ownerErrors(metadata));
    errors.addAll(finalizerErrors(metadata));
    errors.addAll(managedFieldErrors(metadata));
    return errors;
  }

  private static List<FieldError> labelErrors(TreeNode metadata) {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = PATH.child("labels");
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

  private static List<FieldError> annotationErrors(TreeNode metadata) {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = PATH.child("annotations");
    Map<String, String> annotations = new TreeMap<>(metadata.textMap("annotations"));
    long size = 0;
    for (Map.Entry<String, String> annotation : annotations.entrySet()) {
      String key = annotation.getKey();
      for (String complaint : Names.qualifiedName(key.toLowerCase(Locale.ROOT))) {
        errors.add(FieldError.invalid(path, key, complaint));
      }
      size += utf8Length(key) + utf8Length(annotation.getValue());
    }
    if (size > ANNOTATION_BYTES) {
      errors.add(FieldError.tooLong(path, ANNOTATION_BYTES));
    }
    return errors;
  }

  private static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<FieldError> ownerErrors(TreeNode metadata) {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = PATH.child("ownerReferences");
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

  private static List<FieldError> finalizerErrors(TreeNode metadata) {
    List<FieldError> errors = new ArrayList<>();
    FieldPath path = PATH.child("finalizers");
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

  static boolean isBuiltInFinalizer(String finalizer) {
    return finalizer.indexOf('/') >= 0 || STANDARD_FINALIZERS.contains(finalizer);
  }

  /// Finalizers of built-in kinds are standard ones, or have a domain.
  static List<FieldError> builtInFinalizerErrors(Resource resource, TreeNode metadata) {
    if (resource.isCustom() || EXTENSIONS.contains(resource.gvr().group())) {
      return List.of();
    }
    List<FieldError> errors = new ArrayList<>();
    List<String> finalizers = metadata.texts("finalizers");
    for (int i = 0; i < finalizers.size(); i++) {
      String finalizer = finalizers.get(i);
      if (!isBuiltInFinalizer(finalizer)) {
        errors.add(FieldError.invalid(PATH.child("finalizers").index(i), finalizer, UNQUALIFIED));
      }
    }
    return errors;
  }

  private static List<FieldError> managedFieldErrors(TreeNode metadata) {
    List<FieldError> errors = new ArrayList<>();
    List<TreeNode> entries = metadata.items("managedFields");
    for (int i = 0; i < entries.size(); i++) {
      TreeNode entry = entries.get(i);
      FieldPath path = PATH.child("managedFields").index(i);
      String operation = entry.text("operation");
      if (!operation.equals("Apply") && !operation.equals("Update")) {
        errors.add(
            FieldError.invalid(path.child("operation"), operation, "must be `Apply` or `Update`"));
      }
      String type = entry.text("fieldsType");
      if (!type.isEmpty() && !type.equals("FieldsV1")) {
        errors.add(FieldError.invalid(path.child("fieldsType"), type, "must be `FieldsV1`"));
      }
      errors.addAll(WriteOptions.managerErrors(entry.text("manager"), path.child("manager")));
      if (utf8Length(entry.text("subresource")) > SUBRESOURCE_LENGTH) {
        errors.add(FieldError.tooLong(path.child("subresource"), SUBRESOURCE_LENGTH));
      }
    }
    return errors;
  }

  /// What is wrong with a change.
  static List<FieldError> updateErrors(TreeNode metadata, TreeNode old) {
    List<FieldError> errors = new ArrayList<>();
    if (old.has("deletionTimestamp")) {
      Set<String> added = new TreeSet<>(metadata.texts("finalizers"));
      old.texts("finalizers").forEach(added::remove);
      if (!added.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                PATH.child("finalizers"),
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers []string{"
                    + added.stream().map(f -> '"' + f + '"').collect(Collectors.joining(", "))
                    + "}"));
      }
    }
    if (metadata.text("resourceVersion").isEmpty()) {
      errors.add(
          FieldError.invalid(PATH.child("resourceVersion"), "", "must be specified for an update"));
    }
    long generation = metadata.number("generation", 0);
    if (generation < old.number("generation", 0)) {
      errors.add(
          FieldError.invalid(PATH.child("generation"), generation, "must not be decremented"));
    }
    for (String field :
        List.of(
            "name",
            "namespace",
            "uid",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds")) {
      Object value = metadata.get(field);
      if (!Objects.equals(value, old.get(field))) {
        errors.add(
            FieldError.invalid(PATH.child(field), absentIs(value, field), "field is immutable"));
      }
    }
    errors.addAll(labelErrors(metadata));
    errors.addAll(annotationErrors(metadata));
    errors.addAll(ownerErrors(metadata));
    errors.addAll(managedFieldErrors(metadata));
    return errors;
  }

  /// Texts that are absent are empty ones to Go.
  private static @Nullable Object absentIs(@Nullable Object value, String field) {
    boolean isText = field.equals("name") || field.equals("namespace") || field.equals("uid");
    return value == null && isText ? "" : value;
  }
}
