package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import dev.drover.server.validation.InternalForm;
import java.util.List;

/// Seccomp profiles: the field, and the deprecated annotations, which must not contradict it.
final class Seccomp {
  static final String POD_ANNOTATION = "seccomp.security.alpha.kubernetes.io/pod";
  static final String CONTAINER_ANNOTATIONS = "container.seccomp.security.alpha.kubernetes.io/";

  private static final List<String> TYPES = List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final String LOCALHOST = "localhost/";

  private Seccomp() {}

  static void check(FieldValidator profile) {
    FieldValidator type = profile.child("type");
    if (type.needText("type is required when seccompProfile is set")) {
      type.needOneOf(TYPES);
    }
    FieldValidator name = profile.child("localhostProfile");
    if (!type.text().equals("Localhost")) {
      if (name.isPresent()) {
        name.invalid(
            InternalForm.of("core/v1.SeccompProfile", profile.node()),
            "can only be set when seccomp type is Localhost");
      }
    } else if (name.isPresent()) {
      FilePaths.checkDescending(name);
    } else {
      name.required("must be set when seccomp type is Localhost");
    }
  }

  static void checkAnnotations(FieldValidator annotations) {
    for (String key : annotations.keys()) {
      if (key.equals(POD_ANNOTATION) || key.startsWith(CONTAINER_ANNOTATIONS)) {
        checkAnnotation(annotations.child(key));
      }
    }
  }

  private static void checkAnnotation(FieldValidator annotation) {
    String profile = annotation.text();
    if (List.of("runtime/default", "docker/default", "unconfined").contains(profile)) {
      return;
    }
    if (profile.startsWith(LOCALHOST)) {
      FieldValidator name =
          FieldValidator.of(profile.substring(LOCALHOST.length()), annotation.path());
      FilePaths.checkDescending(name);
      annotation.report(name.errors());
    } else {
      annotation.invalid("must be a valid seccomp profile");
    }
  }

  /// Fields and annotations must say the same.
  static void checkMatches(FieldValidator spec, TreeNode metadata) {
    TreeNode annotations = metadata.at("annotations");
    checkMatch(spec.child("securityContext", "seccompProfile"), annotations, POD_ANNOTATION);
    for (FieldValidator container : Containers.places(spec)) {
      checkMatch(
          container.child("securityContext", "seccompProfile"),
          annotations,
          CONTAINER_ANNOTATIONS + container.child("name").text());
    }
  }

  private static void checkMatch(FieldValidator profile, TreeNode annotations, String key) {
    if (!profile.isPresent() || !annotations.has(key)) {
      return;
    }
    String annotation = annotations.text(key);
    String type = profile.child("type").text();
    boolean isSameType =
        switch (type) {
          case "Unconfined" -> annotation.equals("unconfined");
          case "RuntimeDefault" ->
              annotation.equals("runtime/default") || annotation.equals("docker/default");
          case "Localhost" -> annotation.startsWith(LOCALHOST);
          default -> true;
        };
    FieldValidator name = profile.child("localhostProfile");
    if (!isSameType) {
      profile.child("type").forbidden("seccomp type in annotation and field must match");
    } else if (type.equals("Localhost")
        && !(name.isPresent() && annotation.equals(LOCALHOST + name.text()))) {
      name.forbidden("seccomp profile in annotation and field must match");
    }
  }
}
