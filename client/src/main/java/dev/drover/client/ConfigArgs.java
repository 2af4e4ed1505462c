package dev.drover.client;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the options for a cluster from the arguments of a program. A flag without a value is none.
///
/// @param kubeconfig the file to use
/// @param context the context to use
/// @param namespace the namespace to use
record ConfigArgs(
    @Nullable String kubeconfig, @Nullable String context, @Nullable String namespace) {

  static final ConfigArgs NONE = new ConfigArgs(null, null, null);

  /// Reads `--flag value` and `--flag=value`, with one dash or two; the last one counts. Stops at
  /// `--`.
  static ConfigArgs parse(String... args) {
    Map<String, String> found = new TreeMap<>();
    for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
      String arg = args[i];
      int equals = arg.indexOf('=');
      String flag = equals < 0 ? arg : arg.substring(0, equals);
      String name = name(flag);
      if (name == null) {
        continue;
      }
      if (equals >= 0) {
        found.put(name, arg.substring(equals + 1));
      } else if (i + 1 < args.length) {
        found.put(name, args[++i]);
      } else {
        throw new ConfigException(flag + " needs a value: " + flag + "=VALUE");
      }
    }
    return new ConfigArgs(
        value(found, "kubeconfig"), value(found, "context"), value(found, "namespace"));
  }

  private static @Nullable String name(String flag) {
    return switch (flag) {
      case "--kubeconfig", "-kubeconfig" -> "kubeconfig";
      case "--context", "-context" -> "context";
      case "--namespace", "-namespace" -> "namespace";
      default -> null;
    };
  }

  private static @Nullable String value(Map<String, String> found, String name) {
    String value = found.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
