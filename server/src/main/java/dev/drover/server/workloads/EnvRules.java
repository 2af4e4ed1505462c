package dev.drover.server.workloads;

import dev.drover.api.Names;
import dev.drover.server.rules.FilePaths;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.util.List;

/// The environment variables of a container.
final class EnvRules {
  private EnvRules() {}

  static void check(Place container) {
    container.child("env").each(EnvRules::checkVariable);
    checkFrom(container.child("envFrom"));
  }

  private static void checkVariable(Place variable) {
    Place name = variable.child("name");
    if (name.needText()) {
      name.checkText(EnvRules::variableName);
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

  private static void checkSource(Place source, boolean hasValue) {
    source
        .child("fieldRef")
        .ifPresent(ref -> DownwardApiRules.checkField(ref, DownwardApiRules.ENV_FIELDS));
    source.child("resourceFieldRef").ifPresent(ref -> DownwardApiRules.checkResource(ref, false));
    source.child("configMapKeyRef").ifPresent(EnvRules::checkKey);
    source.child("secretKeyRef").ifPresent(EnvRules::checkKey);
    source.child("fileKeyRef").ifPresent(EnvRules::checkFileKey);
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

  private static void checkKey(Place ref) {
    ref.child("name").checkText(Names::dnsSubdomain);
    if (ref.child("key").needText()) {
      ref.child("key").checkText(Formats::configKey);
    }
  }

  private static void checkFileKey(Place ref) {
    if (ref.child("key").needText()) {
      ref.child("key").checkText(EnvRules::variableName);
    }
    if (ref.child("volumeName").needText()) {
      ref.child("volumeName").checkText(Names::dnsLabel);
    }
    if (ref.child("path").needText()) {
      FilePaths.checkNoBacksteps(ref.child("path"));
    }
  }

  private static void checkFrom(Place sources) {
    for (Place source : sources.items()) {
      Place prefix = source.child("prefix");
      if (!prefix.isBlank()) {
        prefix.checkText(EnvRules::variableName);
      }
      source.child("configMapRef").ifPresent(EnvRules::checkRef);
      source.child("secretRef").ifPresent(EnvRules::checkRef);
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
  private static void checkRef(Place ref) {
    Place name = ref.child("name");
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
  static void checkFileVolumes(Place spec) {
    for (String list : Containers.LISTS) {
      for (Place container : spec.child(list).items()) {
        for (Place variable : container.child("env").items()) {
          Place ref = variable.child("valueFrom", "fileKeyRef");
          if (ref.isPresent()) {
            checkFileVolume(ref.child("volumeName"), spec);
          }
        }
      }
    }
  }

  private static void checkFileVolume(Place name, Place spec) {
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
