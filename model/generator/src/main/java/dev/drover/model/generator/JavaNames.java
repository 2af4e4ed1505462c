package dev.drover.model.generator;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/// Names of the table as names in Java: packages, methods, and what one item of a list is called.
final class JavaNames {
  static final String ROOT_PACKAGE = "dev.drover.model";
  static final String API_PACKAGE = "dev.drover.api";
  static final String CODEC_PACKAGE = "dev.drover.api.codec";

  /// Methods without parameters that every struct has, from Object or by being a struct.
  private static final Set<String> TAKEN =
      Set.of(
          "build",
          "builder",
          "clone",
          "finalize",
          "getClass",
          "hashCode",
          "isEmpty",
          "notify",
          "notifyAll",
          "structType",
          "toBuilder",
          "toString",
          "wait",
          "with");

  /// JSON names that are not what a Java programmer would write.
  private static final Map<String, String> SPELLINGS =
      Map.of("jSONSchemas", "jsonSchemas", "Port", "port");

  /// Where the rule in [#singular] goes wrong.
  private static final Map<String, String> SINGULARS =
      Map.of(
          "hostAliases", "hostAlias",
          "tls", "tls",
          "volumesAttached", "volumeAttached",
          "volumesInUse", "volumeInUse");

  private static final Pattern SEPARATOR = Pattern.compile("-(.)");

  private JavaNames() {}

  /// The package of a folder of the table: `core/v1` is `dev.drover.model.core.v1`.
  static String javaPackage(String folder) {
    return ROOT_PACKAGE + "." + folder.replace('/', '.');
  }

  /// The accessor of a field: its JSON name, made legal.
  static String method(String jsonName) {
    return legal(spelling(jsonName));
  }

  private static String spelling(String jsonName) {
    String name = SPELLINGS.getOrDefault(jsonName, jsonName);
    if (name.startsWith("$")) {
      name = name.substring(1);
    }
    return SEPARATOR.matcher(name).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
  }

  /// The name itself, or with a trailing `_` where Java or a struct has the name already.
  static String legal(String name) {
    return SourceVersion.isKeyword(name) || TAKEN.contains(name) ? name + "_" : name;
  }

  /// What one item of a list or map is called: `containers` have a `container`, `policies` a
  /// `policy`, `env` an `env`. Not made legal, because it may become the second word of a name.
  static String singular(String jsonName) {
    String name = spelling(jsonName);
    String exception = SINGULARS.get(name);
    if (exception != null) {
      return exception;
    }
    if (name.endsWith("ies")) {
      return cut(name, 3) + "y";
    }
    if (endsWithAny(name, "sses", "tuses", "xes", "ches", "shes")) {
      return cut(name, 2);
    }
    return name.endsWith("s") && !endsWithAny(name, "ss", "us", "is") ? cut(name, 1) : name;
  }

  private static boolean endsWithAny(String text, String... endings) {
    for (String ending : endings) {
      if (text.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  private static String cut(String text, int letters) {
    return text.substring(0, text.length() - letters);
  }

  /// `container` as the second word of a name: `Container`.
  static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
