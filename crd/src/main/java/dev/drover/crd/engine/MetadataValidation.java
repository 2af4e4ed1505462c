package dev.drover.crd.engine;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Validates the `metadata` of objects of any kind.
///
/// In Go: `validation.ValidateObjectMeta` and `ValidateObjectMetaUpdate`.
public final class MetadataValidation {
  public static final String ORPHAN = ObjectMetaValidation.ORPHAN;
  public static final String FOREGROUND = ObjectMetaValidation.FOREGROUND;
  public static final String UNQUALIFIED =
      "name is neither a standard finalizer name nor is it fully qualified";

  private static final FieldPath PATH = FieldPath.of("metadata");

  private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", ORPHAN, FOREGROUND);

  private MetadataValidation() {}

  /// What is wrong with an object whose name has been generated if it had to be.
  ///
  /// @param name says what is wrong with a name
  public static List<FieldError> errors(
      TreeNode metadata, boolean namespaced, Function<String, List<String>> name) {
    List<FieldError> errors = new ArrayList<>();
    ObjectMetaValidation common = new ObjectMetaValidation(metadata, PATH);
    String prefix = metadata.text("generateName");
    if (!prefix.isEmpty()) {
      for (String complaint : name.apply(maskTrailingDash(prefix))) {
        errors.add(FieldError.invalid(PATH.child("generateName"), prefix, complaint));
      }
    }
    errors.addAll(common.nameErrors(name));
    errors.addAll(common.errors(namespaced));
    return errors;
  }

  /// What keeps any object from being stored, whatever its kind says of names.
  public static List<FieldError> pathErrors(TreeNode metadata, boolean namespaced) {
    return new ObjectMetaValidation(metadata, PATH).pathErrors(namespaced);
  }

  /// What follows a prefix may make its last dash fine.
  private static String maskTrailingDash(String prefix) {
    return prefix.length() > 1 && prefix.endsWith("-")
        ? prefix.substring(0, prefix.length() - 2) + "a"
        : prefix;
  }

  public static boolean isBuiltInFinalizer(String finalizer) {
    return finalizer.indexOf('/') >= 0 || STANDARD_FINALIZERS.contains(finalizer);
  }

  /// What is wrong with a change.
  public static List<FieldError> updateErrors(TreeNode metadata, TreeNode old) {
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
    ObjectMetaValidation common = new ObjectMetaValidation(metadata, PATH);
    errors.addAll(common.labelErrors());
    errors.addAll(common.annotationErrors());
    errors.addAll(common.ownerErrors());
    errors.addAll(common.managedFieldErrors());
    return errors;
  }

  /// Texts that are absent are empty ones to Go.
  private static @Nullable Object absentIs(@Nullable Object value, String field) {
    boolean isText = field.equals("name") || field.equals("namespace") || field.equals("uid");
    return value == null && isText ? "" : value;
  }
}
