package dev.drover.server.status;

import dev.drover.api.Bytes;
import dev.drover.api.text.GoText;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import dev.drover.server.http.PathRouter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the health endpoints: `/healthz`, `/livez` or `/readyz`, and each single check below it.
///
/// In Go: `k8s.io/apiserver/pkg/server/healthz`.
///
/// @param path where it is served
/// @param metrics counts the results
public record HealthChecks(String path, List<HealthCheck> checks, HealthMetrics metrics)
    implements Endpoint {
  private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);
  private static final Map<String, String> NO_SNIFF = Map.of("X-Content-Type-Options", "nosniff");

  // What kube-apiserver starts after it listens, and this server before.
  private static final List<String> HOOKS =
      List.of(
          "start-apiserver-admission-initializer",
          "generic-apiserver-start-informers",
          "priority-and-fairness-config-consumer",
          "priority-and-fairness-filter",
          "storage-object-count-tracker-hook",
          "start-apiextensions-informers",
          "start-apiextensions-controllers",
          "crd-informer-synced",
          "start-system-namespaces-controller",
          "peer-endpoint-reconciler-controller",
          "start-cluster-authentication-info-controller",
          "start-kube-apiserver-identity-lease-controller",
          "start-kube-apiserver-identity-lease-garbage-collector",
          "storage-readiness",
          "start-legacy-token-tracking-controller",
          "start-service-ip-repair-controllers",
          "rbac/bootstrap-roles",
          "scheduling/bootstrap-system-priority-classes",
          "priority-and-fairness-config-producer",
          "bootstrap-controller",
          "start-kubernetes-service-cidr-controller",
          "start-kube-aggregator-informers",
          "apiservice-status-local-available-controller",
          "apiservice-status-remote-available-controller",
          "apiservice-registration-controller",
          "apiservice-discovery-controller",
          "kube-apiserver-autoregistration");
  private static final List<String> LAST_HOOKS =
      List.of("apiservice-openapi-controller", "apiservice-openapiv3-controller");

  public HealthChecks {
    checks = List.copyOf(checks);
  }

  /// Where the server's health is shown.
  ///
  /// @param storage what is wrong with the store now; empty if nothing is
  /// @param metrics counts the results
  public static List<HealthChecks> all(Supplier<Optional<String>> storage, HealthMetrics metrics) {
    HealthCheck etcd = new HealthCheck("etcd", storage);
    List<HealthCheck> first = passed("", List.of("ping", "log"));
    List<HealthCheck> hooks =
        concat(
            List.of(
                passed("poststarthook/", HOOKS),
                passed("", List.of("autoregister-completion")),
                passed("poststarthook/", LAST_HOOKS)));
    List<HealthCheck> always =
        concat(
            List.of(
                first, passed("", List.of("loopback-serving-certificate")), List.of(etcd), hooks));
    List<HealthCheck> ready =
        concat(
            List.of(
                first,
                List.of(etcd, new HealthCheck("etcd-readiness", storage)),
                passed("", List.of("informer-sync")),
                hooks,
                passed("", List.of("shutdown"))));
    return List.of(
        new HealthChecks("/healthz", always, metrics),
        new HealthChecks("/livez", always, metrics),
        new HealthChecks("/readyz", ready, metrics));
  }

  private static List<HealthCheck> passed(String prefix, List<String> names) {
    return names.stream().map(name -> HealthCheck.passed(prefix + name)).toList();
  }

  private static List<HealthCheck> concat(List<List<HealthCheck>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  /// The paths of the report and of each check.
  public List<String> paths() {
    List<String> paths = new ArrayList<>(List.of(path));
    checks.forEach(check -> paths.add(path + "/" + check.name()));
    return paths;
  }

  @Override
  public Answer serve(Call call) {
    if (call.path().equals(path)) {
      return report(call);
    }
    String name = call.path().substring(path.length() + 1);
    return checks.stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .map(HealthChecks::single)
        .orElseGet(PathRouter::notFound);
  }

  private static Answer single(HealthCheck check) {
    return check
        .problem()
        .get()
        .map(problem -> text(500, "internal server error: " + problem + "\n", NO_SNIFF))
        .orElseGet(() -> text(200, "ok", Map.of()));
  }

  /// The details of a failure are for the log: everyone may read the report.
  private Answer report(Call call) {
    Set<String> excluded = new HashSet<>(call.query().getOrDefault("exclude", List.of()));
    Set<String> unknown = new HashSet<>(excluded);
    StringBuilder report = new StringBuilder();
    boolean isFailed = false;
    for (HealthCheck check : checks) {
      if (excluded.contains(check.name())) {
        unknown.remove(check.name());
        report.append("[+]").append(check.name()).append(" excluded: ok\n");
        continue;
      }
      Optional<String> problem = check.problem().get();
      metrics.checked(check.name(), path.substring(1), problem.isEmpty());
      if (problem.isPresent()) {
        LOG.warn("health: {}: check {} failed: {}", path, check.name(), problem.get());
        report.append("[-]").append(check.name()).append(" failed: reason withheld\n");
        isFailed = true;
      } else {
        report.append("[+]").append(check.name()).append(" ok\n");
      }
    }
    if (!unknown.isEmpty()) {
      report
          .append("warn: some health checks cannot be excluded: no matches for ")
          .append(unknown.stream().sorted().map(GoText::quote).collect(Collectors.joining(",")))
          .append('\n');
    }
    report.append(path.substring(1)).append(isFailed ? " check failed\n" : " check passed\n");
    boolean isShown = isFailed || call.query().containsKey("verbose");
    return text(isFailed ? 500 : 200, isShown ? report.toString() : "ok", NO_SNIFF);
  }

  private static Answer text(int status, String text, Map<String, String> headers) {
    return new Answer.Content(status, "text/plain; charset=utf-8", Bytes.ofUtf8(text), headers);
  }
}
