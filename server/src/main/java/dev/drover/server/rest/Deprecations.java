package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.Resource;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Deprecated versions of kinds, with the warning that every caller gets.
///
/// In Go: the methods `APILifecycleDeprecated` and so on of the types, which a generator writes.
final class Deprecations {
  /// The releases in which a beta is deprecated and gone, by version or by version and kind; empty
  /// for a kind that is not, though others of its version are.
  private static final Map<String, String> BETAS =
      Map.of(
          "coordination.k8s.io/v1beta1",
          "v1.36+, unavailable in v1.39+",
          "networking.k8s.io/v1beta1",
          "v1.34+, unavailable in v1.37+",
          "resource.k8s.io/v1beta1",
          "v1.35+, unavailable in v1.38+",
          "resource.k8s.io/v1beta2",
          "v1.36+, unavailable in v1.39+",
          "resource.k8s.io/v1beta2 DeviceTaintRule",
          "",
          "storage.k8s.io/v1beta1 VolumeAttributesClass",
          "v1.34+, unavailable in v1.37+; use storage.k8s.io/v1 VolumeAttributesClass");

  private static final Pattern REMOVAL = Pattern.compile("unavailable in v([0-9.]+)\\+");

  private Deprecations() {}

  /// Warns of a deprecated version, and annotates the audit event.
  static void note(Resource resource, CallNotes notes) {
    Optional<String> warning = warning(resource);
    if (warning.isPresent()) {
      notes.warn(warning.get());
      notes.annotate("k8s.io/deprecated", "true");
      Matcher removal = REMOVAL.matcher(warning.get());
      if (removal.find() && !resource.isCustom()) {
        notes.annotate("k8s.io/removed-release", removal.group(1));
      }
    }
  }

  private static Optional<String> warning(Resource resource) {
    return switch (resource.storage().name()) {
      case "/endpoints" ->
          Optional.of(
              "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");
      case "/componentstatuses" -> Optional.of("v1 ComponentStatus is deprecated in v1.19+");
      default ->
          resource.isCustom()
              ? resource.custom().flatMap(CustomVersion::warning)
              : beta(resource.gvk());
    };
  }

  private static Optional<String> beta(GroupVersionKind kind) {
    String name = kind.apiVersion() + " " + kind.kind();
    return Optional.ofNullable(BETAS.getOrDefault(name, BETAS.get(kind.apiVersion())))
        .filter(since -> !since.isEmpty())
        .map(since -> name + " is deprecated in " + since);
  }
}
