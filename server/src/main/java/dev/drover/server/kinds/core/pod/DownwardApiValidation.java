package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/// Validates the fields of a pod that its containers read through files and environment variables.
final class DownwardApiValidation {
  static final List<String> ENV_FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  private static final List<String> VOLUME_FIELDS =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid");
  private static final Set<String> KNOWN_FIELDS =
      Set.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.restartPolicy",
          "spec.serviceAccountName",
          "spec.schedulerName",
          "status.phase",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");
  private static final Set<String> BYTE_DIVISORS =
      Set.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");
  private static final Set<String> CPU_DIVISORS = Set.of("1m", "1");
  private static final String BYTE_DIVISORS_TEXT =
      "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported"
          + " with the ";

  private DownwardApiValidation() {}

  static void checkVolume(FieldValidator volume) {
    FilePaths.checkMode(volume.child("defaultMode"));
    // Complaints about items name the volume, not the item.
    volume.child("items").each(item -> checkFile(item.as(volume.path())));
  }

  static void checkFile(FieldValidator file) {
    file.child("path").needText();
    FilePaths.checkNotReserved(file.child("path"));
    if (file.has("fieldRef")) {
      checkField(file.child("fieldRef"), VOLUME_FIELDS);
      if (file.has("resourceFieldRef")) {
        file.invalid(
            "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (file.has("resourceFieldRef")) {
      checkResource(file.child("resourceFieldRef"), true);
    } else {
      file.required("one of fieldRef and resourceFieldRef is required");
    }
    FilePaths.checkMode(file.child("mode"));
  }

  static void checkField(FieldValidator ref, List<String> allowed) {
    if (!ref.child("apiVersion").needText() || !ref.child("fieldPath").needText()) {
      return;
    }
    FieldValidator fieldPath = ref.child("fieldPath");
    String version = ref.child("apiVersion").text();
    String path = fieldPath.text();
    if (!version.equals("v1")) {
      fieldPath.invalid("error converting fieldPath: unsupported pod version: " + version);
      return;
    }
    int bracket = path.indexOf("['");
    if (path.endsWith("']") && bracket > 0 && bracket + 2 <= path.length() - 2) {
      String key = path.substring(bracket + 2, path.length() - 2);
      checkSubscript(ref, path.substring(0, bracket), key);
    } else if (path.equals("spec.host")) {
      checkAllowed(fieldPath, "spec.nodeName", allowed::contains, allowed);
    } else if (!KNOWN_FIELDS.contains(path)) {
      fieldPath.invalid("error converting fieldPath: field label not supported: " + path);
    } else {
      checkAllowed(fieldPath, path, allowed::contains, allowed);
    }
  }

  private static void checkAllowed(
      FieldValidator place, String value, Predicate<String> isAllowed, List<String> allowed) {
    if (!isAllowed.test(value)) {
      place.notSupported(value, allowed);
    }
  }

  private static void checkSubscript(FieldValidator ref, String path, String key) {
    switch (path) {
      case "metadata.annotations" -> {
        String lower = key.toLowerCase(Locale.ROOT);
        Names.qualifiedName(lower).forEach(complaint -> ref.invalid(lower, complaint));
      }
      case "metadata.labels" ->
          Names.qualifiedName(key).forEach(complaint -> ref.invalid(key, complaint));
      default -> {
        FieldValidator fieldPath = ref.child("fieldPath");
        fieldPath.invalid(
            "error converting fieldPath: field label does not support subscript: "
                + fieldPath.text());
      }
    }
  }

  static void checkResource(FieldValidator ref, boolean needsContainer) {
    FieldValidator resource = ref.child("resource");
    if (needsContainer && ref.child("containerName").isBlank()) {
      ref.child("containerName").required("");
    } else if (resource.needText()) {
      checkAllowed(
          resource,
          resource.text(),
          name -> RESOURCES.contains(name) || isHugePages(name),
          RESOURCES);
    }
    checkDivisor(ref.child("divisor"), resource.text());
  }

  private static boolean isHugePages(String resource) {
    return resource.startsWith("requests.hugepages-") || resource.startsWith("limits.hugepages-");
  }

  private static void checkDivisor(FieldValidator divisor, String resource) {
    String text = divisor.text();
    if (text.isEmpty() || Quantity.parse(text).isZero()) {
      return;
    }
    switch (resource) {
      case "limits.cpu", "requests.cpu" -> {
        if (!CPU_DIVISORS.contains(text)) {
          divisor.invalid(
              resource, "only divisor's values 1m and 1 are supported with the cpu resource");
        }
      }
      case "limits.memory", "requests.memory" -> checkBytes(divisor, resource, "memory resource");
      case "limits.ephemeral-storage", "requests.ephemeral-storage" ->
          checkBytes(divisor, resource, "local ephemeral storage resource");
      default -> {
        if (isHugePages(resource)) {
          checkBytes(divisor, resource, "hugepages resource");
        }
      }
    }
  }

  private static void checkBytes(FieldValidator divisor, String resource, String what) {
    if (!BYTE_DIVISORS.contains(divisor.text())) {
      divisor.invalid(resource, BYTE_DIVISORS_TEXT + what);
    }
  }
}
