package dev.drover.bench.trial;

import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Median;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.Namespace;
import dev.drover.runtime.Manager;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.testkit.trial.Trial;
import dev.drover.testkit.trial.TrialOptions;
import dev.drover.testkit.trial.TrialSummary;
import dev.drover.testkit.trial.Trials;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Measures trials: an undisturbed run with the recorder against the same workload in a plain test,
/// and plans of the Website controller.
public final class TrialBench {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final int ROUNDS = 40;
  private static final int WARM_UP = 10;

  private final List<Double> tried = new ArrayList<>(); // milliseconds of each run of the body
  private boolean isMeasured;

  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.parse(args, Set.of("plans"), Set.of());
    new TrialBench().run(arguments.number("plans", 1000));
  }

  private void run(int plans) throws Exception {
    double plain = plain();
    isMeasured = true;
    while (tried.size() < ROUNDS) {
      var _ = Trials.run("undisturbed", options(1).with(o -> o.replay("undisturbed")), this::body);
    }
    isMeasured = false;
    double recorded = Median.of(tried.stream().skip(WARM_UP).mapToDouble(Double::doubleValue));
    System.out.printf("a plain test of the workload     %7.1f ms%n", plain);
    System.out.printf(
        "the same with the recorder       %7.1f ms, %.2f times%n", recorded, recorded / plain);
    TrialSummary summary = Trials.run("website", options(plans), this::body);
    double seconds = summary.took().toMillis() / 1e3;
    System.out.printf(
        "%,d of %,d plans, %,d places      %7.1f s, %.1f ms a plan%n",
        summary.plans(),
        summary.planned(),
        summary.points(),
        seconds,
        seconds * 1e3 / summary.plans());
  }

  private static TrialOptions options(int plans) {
    return TrialOptions.defaults()
        .with(o -> o.plans(plans).pairs(plans).budget(Duration.ofMinutes(30)));
  }

  private void body(Trial trial) {
    long begin = System.nanoTime();
    trial.manager(Website::addTo);
    trial.create(Website.of("<h1>1</h1>"));
    trial.edit(Website.class, "hello", site -> site.with("<h1>2</h1>"));
    trial.delete(Website.class, "hello");
    if (isMeasured) {
      tried.add((System.nanoTime() - begin) / 1e6);
    }
  }

  /// The median of a test without trials: on a server that all share, as in a suite.
  private static double plain() throws Exception {
    List<Double> millis = new ArrayList<>();
    EmbeddedApiServer.Options options =
        EmbeddedApiServer.Options.defaults().with(o -> o.controllers(List.of("*")));
    try (EmbeddedApiServer server = EmbeddedApiServer.start(options)) {
      ClientConfig config =
          ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < ROUNDS; i++) {
        millis.add(plain(in(config, "plain-" + i)));
      }
    }
    return Median.of(millis.stream().skip(WARM_UP).mapToDouble(Double::doubleValue));
  }

  private static ClientConfig in(ClientConfig config, String namespace) {
    return config.with(c -> c.namespace(namespace));
  }

  private static double plain(ClientConfig config) throws Exception {
    try (Client client = Client.connect(config)) {
      var _ = client.create(Namespace.named(config.namespace()));
      long begin = System.nanoTime();
      try (Manager manager = Manager.connect("plain", config)) {
        Website.addTo(manager);
        var _ = manager.start();
        var _ = client.create(Website.of("<h1>1</h1>"));
        manager.settle(LIMIT);
        var _ = client.edit(client.get(Website.class, "hello"), s -> s.with("<h1>2</h1>"));
        manager.settle(LIMIT);
        client.delete(client.get(Website.class, "hello"));
        manager.settle(LIMIT);
        return (System.nanoTime() - begin) / 1e6;
      }
    }
  }
}
