package dev.drover.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `top` shows of a manager, as lines of text.
///
/// @param overview as the console's API gives it, and so are the others
record TopScreen(Map<?, ?> overview, List<?> queues, List<?> slowest) {
  private static final int MOST_WAITING = 10;
  private static final int MOST_SLOW = 5;
  private static final int MOST_ERROR = 60;

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s  %s, %s, %s of %s caches synced, %,d runs"
            .formatted(
                text(overview, "manager"),
                isTrue(overview, "running") ? "running" : "stopping",
                isTrue(overview, "leader") ? "leads" : "follows",
                number(overview, "synced"),
                number(overview, "caches"),
                number(overview, "runs")));
    addControllers(lines);
    addWaiting(lines);
    addSlowest(lines);
    return lines;
  }

  private void addControllers(List<String> lines) {
    lines.add("");
    lines.add(
        "%-24s %7s %7s %9s %9s %7s %7s %8s %10s"
            .formatted(
                "CONTROLLER",
                "RUNS/S",
                "ERR/S",
                "MEDIAN",
                "P95",
                "BUSY",
                "READY",
                "DELAYED",
                "RUNS"));
    for (Map<?, ?> controller : maps(overview.get("controllers"))) {
      lines.add(
          "%-24s %7d %7d %9s %9s %7s %7d %8d %,10d"
              .formatted(
                  text(controller, "name"),
                  latest(controller, "runs"),
                  latest(controller, "failures"),
                  time(number(controller, "medianMicros")),
                  time(number(controller, "p95Micros")),
                  number(controller, "running") + "/" + number(controller, "workers"),
                  number(controller, "ready"),
                  number(controller, "delayed"),
                  number(controller, "runs")));
    }
    for (Map<?, ?> loop : maps(overview.get("hotLoops"))) {
      lines.add(
          "! %s runs in circles over %s: its own write of %s"
              .formatted(text(loop, "controller"), object(loop), loop.get("written")));
    }
  }

  private void addWaiting(List<String> lines) {
    List<String> waiting = new ArrayList<>();
    for (Map<?, ?> queue : maps(queues)) {
      for (Map<?, ?> key : maps(queue.get("keys"))) {
        String error = text(key, "lastError");
        waiting.add(
            "%-24s %-32s %-12s %8s %8d  %s"
                .formatted(
                    text(queue, "controller"),
                    object(key),
                    text(key, "where"),
                    time(1000 * number(key, "ageMillis")),
                    number(key, "failures"),
                    error.length() > MOST_ERROR ? error.substring(0, MOST_ERROR) + "…" : error)
                .stripTrailing());
      }
    }
    if (!waiting.isEmpty()) {
      lines.add("");
      lines.add(
          "%-24s %-32s %-12s %8s %8s  %s"
              .formatted("QUEUE", "OBJECT", "WHERE", "FOR", "FAILURES", "LAST ERROR"));
      lines.addAll(waiting.subList(0, Math.min(MOST_WAITING, waiting.size())));
      if (waiting.size() > MOST_WAITING) {
        lines.add("and %d more".formatted(waiting.size() - MOST_WAITING));
      }
    }
  }

  private void addSlowest(List<String> lines) {
    List<Map<?, ?>> slow = maps(slowest);
    if (!slow.isEmpty()) {
      lines.add("");
      lines.add("%-24s %-32s %9s".formatted("SLOWEST", "OBJECT", "TOOK"));
      for (Map<?, ?> one : slow.subList(0, Math.min(MOST_SLOW, slow.size()))) {
        lines.add(
            "%-24s %-32s %9s"
                .formatted(text(one, "controller"), object(one), time(number(one, "micros"))));
      }
    }
  }

  private static List<Map<?, ?>> maps(@Nullable Object list) {
    List<Map<?, ?>> maps = new ArrayList<>();
    if (list instanceof List<?> items) {
      for (Object item : items) {
        if (item instanceof Map<?, ?> map) {
          maps.add(map);
        }
      }
    }
    return maps;
  }

  private static String text(Map<?, ?> tree, String name) {
    return tree.get(name) instanceof String text ? text : "";
  }

  private static boolean isTrue(Map<?, ?> tree, String name) {
    return Boolean.TRUE.equals(tree.get(name));
  }

  private static long number(Map<?, ?> tree, String name) {
    return tree.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /// The value of the last second.
  private static long latest(Map<?, ?> controller, String series) {
    return controller.get("series") instanceof Map<?, ?> all
            && all.get(series) instanceof List<?> values
            && !values.isEmpty()
            && values.getLast() instanceof Number number
        ? number.longValue()
        : 0;
  }

  private static String object(Map<?, ?> tree) {
    String namespace = text(tree, "namespace");
    return namespace.isEmpty() ? text(tree, "name") : namespace + "/" + text(tree, "name");
  }

  private static String time(long micros) {
    if (micros < 1000) {
      return micros + " µs";
    }
    return micros < 1_000_000
        ? String.format(Locale.ROOT, "%.1f ms", micros / 1e3)
        : String.format(Locale.ROOT, "%.1f s", micros / 1e6);
  }
}
