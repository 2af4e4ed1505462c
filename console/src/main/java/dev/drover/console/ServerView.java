package dev.drover.console;

import dev.drover.api.codec.TreeType;
import dev.drover.client.KubernetesException;
import dev.drover.client.RestClient;
import dev.drover.runtime.Manager;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The version of the API server, and the requests that it has answered, from its metrics.
final class ServerView {
  static final Pattern REQUESTS =
      Pattern.compile("(?m)^apiserver_request_total\\{([^}]*)} ([0-9.e+]+)$");
  private static final Pattern LONG_RUNNING =
      Pattern.compile("(?m)^apiserver_longrunning_requests\\{([^}]*)} ([0-9.e+]+)$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private final Manager manager;

  ServerView(Manager manager) {
    this.manager = manager;
  }

  Map<String, @Nullable Object> tree() {
    RestClient rest = manager.client().live().rest();
    Map<String, @Nullable Object> tree = Trees.of("url", rest.config().server().toString());
    try {
      Object version = TreeType.tree(rest.get().absPath("version").executeRaw());
      if (version instanceof Map<?, ?> map) {
        tree.put("version", map.get("gitVersion"));
      }
      String metrics =
          new String(rest.get().absPath("metrics").executeRaw(), StandardCharsets.UTF_8);
      tree.put("requests", sums(metrics, REQUESTS, "resource", "verb", "code"));
      tree.put("byVerb", sums(metrics, REQUESTS, "verb", "code"));
      tree.put("watches", sums(metrics, LONG_RUNNING, "resource", "verb"));
    } catch (KubernetesException e) {
      tree.put("error", Masking.text(String.valueOf(e.getMessage())));
    }
    manager.cache().informers().stream()
        .map(informer -> informer.lastSyncResourceVersion())
        .filter(version -> version.matches("[0-9]+"))
        .map(Long::valueOf)
        .max(Long::compare)
        .ifPresent(revision -> tree.put("revision", revision));
    return tree;
  }

  /// Adds up a metric by some of its labels.
  static List<Map<String, @Nullable Object>> sums(
      String metrics, Pattern metric, String... labels) {
    Map<List<String>, Double> sums = new HashMap<>(); // by the values of the labels
    Matcher matcher = metric.matcher(metrics);
    while (matcher.find()) {
      Map<String, String> values = new TreeMap<>();
      Matcher label = LABEL.matcher(matcher.group(1));
      while (label.find()) {
        values.put(label.group(1), label.group(2));
      }
      List<String> key = Stream.of(labels).map(name -> values.getOrDefault(name, "-")).toList();
      sums.merge(key, Double.valueOf(matcher.group(2)), Double::sum);
    }
    return sums.entrySet().stream()
        .sorted(Comparator.comparing(sum -> sum.getKey().toString()))
        .map(
            sum -> {
              Map<String, @Nullable Object> tree = Trees.of("count", Math.round(sum.getValue()));
              for (int i = 0; i < labels.length; i++) {
                tree.put(labels[i], sum.getKey().get(i));
              }
              return tree;
            })
        .toList();
  }
}
