package dev.drover.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The options of a measurement: `--name value`, or `--name` alone for a switch.
public record Arguments(Map<String, String> values) {
  private static final String ON = "true";

  /// @throws IllegalArgumentException which says what is wrong with them
  public static Arguments parse(String[] args, Set<String> options, Set<String> switches) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i++) {
      String name = args[i].startsWith("--") ? args[i].substring(2) : "";
      if (switches.contains(name)) {
        values.put(name, ON);
      } else if (!options.contains(name)) {
        throw new IllegalArgumentException("no option '" + args[i] + "'");
      } else if (i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " needs a value");
      } else {
        values.put(name, args[++i]);
      }
    }
    return new Arguments(values);
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public int number(String name, int otherwise) {
    return find(name).map(Integer::parseInt).orElse(otherwise);
  }
}
