package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// The environment variables of a container.
final class EnvValidation {
  private EnvValidation() {}

  static void check(FieldValidator container) {
    container.child("env").each(EnvValidation::checkVariable);
    checkFrom(container.child("envFrom"));
  }

  private static void checkVariable(FieldValidator variable) {
    FieldValidator name = variable.child("name");
    if (name.needText()) {
      name.checkText(EnvValidation::variableName);
    }
    variable
        .child("valueFrom")
        .ifPresent(source -> checkSource(source, !variable.child("value").isBlank()));
  }

  /// In Go: {@index validation.IsRelaxedEnvVarName}.
  private static List<String> variableName(String name) {
    if (name.isEmpty()) {
      return List.of("environment variable name must be non-empty");
    }
    boolean isFine = name.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '=');
    return isFine
        ? List.of()
        : List.of(
            "a valid environment variable name must consist only of printable ASCII characters"
                + " other than '='");
  }

  private static void checkSource(FieldValidator source, boolean hasValue) {
    source
        .child("fieldRef")
        .ifPresent(ref -> DownwardApiValidation.checkField(ref, DownwardApiValidation.ENV_FIELDS));
    source
        .child("resourceFieldRef")
        .ifPresent(ref -> DownwardApiValidation.checkResource(ref, false));
    source.child("configMapKeyRef").ifPresent(EnvValidation::checkKey);
    source.child("secretKeyRef").ifPresent(EnvValidation::checkKey);
    source.child("fileKeyRef").ifPresent(EnvValidation::checkFileKey);
    if (source.size() == 0) {
      source.invalid(
          "",
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`"
              + " or `fileKeyRef`");
    } else if (hasValue) {
      source.invalid("", "may not be specified when `value` is not empty");
    } else if (source.size() > 1) {
      source.invalid("", "may not have more than one field specified at a time");
    }
  }

  private static void checkKey(FieldValidator ref) {
    ref.child("name").checkText(Names::dnsSubdomain);
    if (ref.child("key").needText()) {
      ref.child("key").checkText(StringFormats::configKey);
    }
  }

  private static void checkFileKey(FieldValidator ref) {
    if (ref.child("key").needText()) {
      ref.child("key").checkText(EnvValidation::variableName);
    }
    if (ref.child("volumeName").needText()) {
      ref.child("volumeName").checkText(Names::dnsLabel);
    }
    if (ref.child("path").needText()) {
      FilePaths.checkNoBacksteps(ref.child("path"));
    }
  }

  private static void checkFrom(FieldValidator sources) {
    for (FieldValidator source : sources.items()) {
      FieldValidator prefix = source.child("prefix");
      if (!prefix.isBlank()) {
        prefix.checkText(EnvValidation::variableName);
      }
      source.child("configMapRef").ifPresent(EnvValidation::checkRef);
      source.child("secretRef").ifPresent(EnvValidation::checkRef);
      boolean hasMap = source.has("configMapRef");
      boolean hasSecret = source.has("secretRef");
      if (!hasMap && !hasSecret) {
        sources.invalid("", "must specify one of: `configMapRef` or `secretRef`");
      } else if (hasMap && hasSecret) {
        sources.invalid("", "may not have more than one field specified at a time");
      }
    }
  }

  /// A name that may still get a suffix, and so end in a dash.
  private static void checkRef(FieldValidator ref) {
    FieldValidator name = ref.child("name");
    if (name.needText()) {
      String text = name.text();
      String stem =
          text.length() > 1 && text.endsWith("-")
              ? text.substring(0, text.length() - 2) + "a"
              : text;
      Names.dnsSubdomain(stem).forEach(name::invalid);
    }
  }

  /// Variables from files need a volume of the pod that starts empty.
  static void checkFileVolumes(FieldValidator spec) {
    for (String list : Containers.LISTS) {
      for (FieldValidator container : spec.child(list).items()) {
        for (FieldValidator variable : container.child("env").items()) {
          FieldValidator ref = variable.child("valueFrom", "fileKeyRef");
          if (ref.isPresent()) {
            checkFileVolume(ref.child("volumeName"), spec);
          }
        }
      }
    }
  }

  private static void checkFileVolume(FieldValidator name, FieldValidator spec) {
    var volume =
        spec.node().items("volumes").reversed().stream()
            .filter(v -> v.text("name").equals(name.text()))
            .findFirst();
    if (volume.isEmpty()) {
      name.notFound(name.text());
    } else if (!volume.get().has("emptyDir")) {
      name.invalid("referenced volume must be of type emptyDir");
    }
  }
}
