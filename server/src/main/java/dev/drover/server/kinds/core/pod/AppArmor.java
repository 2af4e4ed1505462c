package dev.drover.server.kinds.core.pod;

import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// AppArmor profiles: the field, and the deprecated annotations that still count.
final class AppArmor {
  static final String ANNOTATION_PREFIX = "container.apparmor.security.beta.kubernetes.io/";

  private static final String LOCALHOST_PREFIX = "localhost/";
  private static final int LONGEST_PROFILE = 4095;

  private AppArmor() {}

  /// Writes the profiles of annotations into the containers that have none.
  static void annotationsToFields(TreeNode pod) {
    TreeNode spec = pod.at("spec");
    if (spec.at("os").text("name").equals("windows")) {
      return;
    }
    Map<String, String> annotations = pod.at("metadata").textMap("annotations");
    Map<String, @Nullable Object> podProfile =
        spec.at("securityContext").at("appArmorProfile").map();
    for (TreeNode container : Containers.all(spec)) {
      String annotation = annotations.get(ANNOTATION_PREFIX + container.text("name"));
      if (annotation == null || container.at("securityContext").has("appArmorProfile")) {
        continue;
      }
      profileOf(annotation)
          .filter(profile -> !profile.equals(podProfile))
          .ifPresent(
              profile -> container.orCreate("securityContext").set("appArmorProfile", profile));
    }
  }

  /// What is worth a warning in a new pod whose annotations became fields, or could not.
  static List<String> warnings(TreeNode pod) {
    TreeNode spec = pod.at("spec");
    List<String> warnings = new ArrayList<>();
    if (spec.at("os").text("name").equals("windows")) {
      return warnings;
    }
    Map<String, String> annotations = pod.at("metadata").textMap("annotations");
    Map<String, @Nullable Object> podProfile =
        spec.at("securityContext").at("appArmorProfile").map();
    for (String list : Containers.LISTS) {
      for (TreeNode container : spec.items(list)) {
        String key = ANNOTATION_PREFIX + container.text("name");
        String annotation = annotations.get(key);
        if (annotation == null || isSentByClient(pod, list, container.text("name"))) {
          continue;
        }
        boolean isOfPod = profileOf(annotation).filter(podProfile::equals).isPresent();
        if (!isOfPod) {
          warnings.add(
              "metadata.annotations["
                  + key
                  + "]: deprecated since v1.30; use the \"appArmorProfile\" field instead");
        }
      }
    }
    return warnings;
  }

  /// Whether a client set the field: then it has an owner.
  private static boolean isSentByClient(TreeNode pod, String list, String container) {
    return pod.at("metadata").items("managedFields").stream()
        .map(entry -> entry.at("fieldsV1").at("f:spec").at("f:" + list))
        .map(owned -> owned.at("k:{\"name\":" + GoText.quote(container) + "}"))
        .anyMatch(owned -> owned.at("f:securityContext").has("f:appArmorProfile"));
  }

  /// The field's value for that of an annotation, if it is a valid one.
  static Optional<Map<String, Object>> profileOf(String annotation) {
    if (annotation.equals("unconfined")) {
      return Optional.of(Map.of("type", "Unconfined"));
    }
    if (annotation.equals("runtime/default")) {
      return Optional.of(Map.of("type", "RuntimeDefault"));
    }
    if (!annotation.startsWith(LOCALHOST_PREFIX)) {
      return Optional.empty();
    }
    String name = annotation.substring(LOCALHOST_PREFIX.length());
    boolean isValid = !name.isBlank() && name.equals(name.strip()) && isShort(name);
    return isValid
        ? Optional.of(Map.of("type", "Localhost", "localhostProfile", name))
        : Optional.empty();
  }

  private static boolean isShort(String name) {
    return StringFormats.length(name) <= LONGEST_PROFILE;
  }

  static void check(FieldValidator profile) {
    FieldValidator name = profile.child("localhostProfile");
    switch (profile.child("type").text()) {
      case "Localhost" -> checkLocalhost(name);
      case "RuntimeDefault", "Unconfined" ->
          name.ifPresent(n -> n.invalidTyped("can only be set when AppArmor type is Localhost"));
      case "" -> profile.child("type").required("type is required when appArmorProfile is set");
      default ->
          profile.child("type").notSupported(List.of("Localhost", "RuntimeDefault", "Unconfined"));
    }
  }

  private static void checkLocalhost(FieldValidator name) {
    String text = name.text();
    if (!text.equals(text.strip())) {
      name.invalid("must not be padded with whitespace");
    } else if (text.isEmpty()) {
      name.required("must be set when AppArmor type is Localhost");
    }
    if (!isShort(text)) {
      name.tooLong(LONGEST_PROFILE);
    }
  }

  static void checkAnnotations(FieldValidator annotations, TreeNode spec) {
    annotations
        .entries()
        .forEach(
            (key, annotation) -> {
              if (key.startsWith(ANNOTATION_PREFIX)) {
                checkAnnotation(annotation, key.substring(ANNOTATION_PREFIX.length()), spec);
              }
            });
  }

  private static void checkAnnotation(FieldValidator annotation, String container, TreeNode spec) {
    if (Containers.all(spec).stream().noneMatch(c -> c.text("name").equals(container))) {
      annotation.invalid(container, "container not found");
    }
    String profile = annotation.text();
    if (!List.of("", "runtime/default", "unconfined").contains(profile)
        && !profile.startsWith(LOCALHOST_PREFIX)) {
      annotation.invalid("invalid AppArmor profile name: " + GoText.quote(profile));
    }
  }

  /// Fields and annotations of a new pod must say the same.
  static void checkMatches(FieldValidator spec, TreeNode metadata) {
    if (spec.child("os", "name").text().equals("windows")) {
      return;
    }
    TreeNode annotations = metadata.at("annotations");
    TreeNode ofPod = spec.child("securityContext", "appArmorProfile").node();
    boolean podHasOne = spec.child("securityContext").has("appArmorProfile");
    for (FieldValidator container : Containers.places(spec)) {
      FieldValidator own = container.child("securityContext", "appArmorProfile");
      String key = ANNOTATION_PREFIX + container.child("name").text();
      if ((own.isPresent() || podHasOne) && annotations.has(key)) {
        checkMatch(own, own.isPresent() ? own.node() : ofPod, annotations.text(key));
      }
    }
  }

  private static void checkMatch(FieldValidator place, TreeNode profile, String annotation) {
    String type = profile.text("type");
    boolean isSameType =
        switch (type) {
          case "Unconfined" -> annotation.equals("unconfined");
          case "RuntimeDefault" -> annotation.equals("runtime/default");
          case "Localhost" -> annotation.startsWith(LOCALHOST_PREFIX);
          default -> true;
        };
    if (!isSameType) {
      place.child("type").forbidden("apparmor type in annotation and field must match");
    } else if (type.equals("Localhost")
        && !annotation.equals(LOCALHOST_PREFIX + profile.text("localhostProfile"))) {
      place
          .child("localhostProfile")
          .forbidden("apparmor profile in annotation and field must match");
    }
  }
}
