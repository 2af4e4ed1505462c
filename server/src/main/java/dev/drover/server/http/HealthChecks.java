package dev.drover.server.http;

import dev.drover.api.Bytes;
import dev.drover.api.text.GoText;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Serves the health endpoints: `/healthz`, `/livez` or `/readyz`, and each single check below it.
/// A server that answers at all passes every one.
///
/// @param path where it is served
/// @param checks their names
public record HealthChecks(String path, List<String> checks) implements Endpoint {
  private static final List<String> ALWAYS =
      List.of(
          "ping",
          "log",
          "etcd",
          "poststarthook/start-apiextensions-controllers",
          "poststarthook/crd-informer-synced",
          "poststarthook/rbac/bootstrap-roles",
          "poststarthook/bootstrap-controller");

  public HealthChecks {
    checks = List.copyOf(checks);
  }

  /// Where the server's health is shown.
  public static List<HealthChecks> all() {
    List<String> ready = new ArrayList<>(ALWAYS);
    ready.addAll(List.of("informer-sync", "shutdown"));
    return List.of(
        new HealthChecks("/healthz", ALWAYS),
        new HealthChecks("/livez", ALWAYS),
        new HealthChecks("/readyz", ready));
  }

  /// The paths of the report and of each check.
  public List<String> paths() {
    List<String> paths = new ArrayList<>(List.of(path));
    checks.forEach(check -> paths.add(path + "/" + check));
    return paths;
  }

  @Override
  public Answer serve(Call call) {
    if (call.path().equals(path)) {
      String text = call.query().containsKey("verbose") ? report(call) : "ok";
      return text(text, Map.of("X-Content-Type-Options", "nosniff"));
    }
    String check = call.path().substring(path.length() + 1);
    return checks.contains(check) ? text("ok", Map.of()) : PathRouter.notFound();
  }

  private String report(Call call) {
    Set<String> excluded = new HashSet<>(call.query().getOrDefault("exclude", List.of()));
    StringBuilder report = new StringBuilder();
    for (String check : checks) {
      report
          .append("[+]")
          .append(check)
          .append(excluded.remove(check) ? " excluded: ok\n" : " ok\n");
    }
    if (!excluded.isEmpty()) {
      report
          .append("warn: some health checks cannot be excluded: no matches for ")
          .append(String.join(",", excluded.stream().sorted().map(GoText::quote).toList()))
          .append('\n');
    }
    return report.append(path.substring(1)).append(" check passed\n").toString();
  }

  private static Answer text(String text, Map<String, String> headers) {
    return new Answer.Content(200, "text/plain; charset=utf-8", Bytes.ofUtf8(text), headers);
  }
}
