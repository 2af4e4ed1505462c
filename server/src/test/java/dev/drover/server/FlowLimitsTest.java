package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FlowLimitsTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String FLOWS = "/apis/flowcontrol.apiserver.k8s.io/v1/";

  // One seat: 2 of all requests, of which the level has one of some hundred shares.
  @AutoClose
  private final EmbeddedApiServer server =
      EmbeddedApiServer.start(
          EmbeddedApiServer.Options.defaults()
              .with(
                  o ->
                      o.limits(
                          Limits.defaults().with(l -> l.readsInFlight(100).writesInFlight(1)))));

  @AutoClose private final Https admin = Https.asAdmin(server);

  private void level(String response) throws Exception {
    admin.post(
        FLOWS + "prioritylevelconfigurations",
        """
        {"metadata":{"name":"jane"},"spec":{"type":"Limited","limited":{"nominalConcurrencyShares":1,"lendablePercent":0,"limitResponse":%s}}}
        """
            .formatted(response));
    admin.post(
        FLOWS + "flowschemas",
        """
        {"metadata":{"name":"jane"},"spec":{"matchingPrecedence":10,"priorityLevelConfiguration":{"name":"jane"},
        "distinguisherMethod":{"type":"ByUser"},"rules":[{"subjects":[{"kind":"User","user":{"name":"jane"}}],
        "resourceRules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"],"namespaces":["*"],"clusterScope":true}]}]}}
        """);
    admin.post(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        """
        {"metadata":{"name":"jane"},"subjects":[{"kind":"User","name":"jane","apiGroup":"rbac.authorization.k8s.io"}],
        "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"}}
        """);
  }

  @Test
  @Tag("slow")
  void levelThatRejectsAnswersWith429AndItsHeaders() throws Exception {
    level("{\"type\":\"Reject\"}");
    var held =
        server
            .faults()
            .inject(RequestMatch.any().name("held"), Fault.delay(Duration.ofSeconds(60)));
    try (var jane = Https.as(server, server.addUser("jane"));
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> first = clients.submit(() -> jane.get(CONFIG_MAPS + "/held"));
      Eventually.await(() -> assertThat(held.hits()).isEqualTo(1));
      var refused = jane.get(CONFIG_MAPS);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("retry-after")).isEqualTo("1");
      assertThat(refused.header("x-kubernetes-pf-flowschema-uid"))
          .isEqualTo(admin.get(FLOWS + "flowschemas/jane").at("metadata", "uid"));
      assertThat(admin.get("/metrics").text())
          .contains(
              "apiserver_flowcontrol_nominal_limit_seats{priority_level=\"jane\"} 1\n",
              "apiserver_flowcontrol_current_executing_requests{flow_schema=\"jane\",priority_level=\"jane\"}"
                  + " 1\n",
              "apiserver_flowcontrol_rejected_requests_total{flow_schema=\"jane\",priority_level=\"jane\",reason=\"concurrency-limit\"}"
                  + " 1\n",
              "apiserver_request_terminations_total{code=\"429\"");
      first.cancel(true);
    }
  }

  @Test
  void watchesKeepNoSeat() throws Exception {
    level("{\"type\":\"Reject\"}");
    try (var jane = Https.as(server, server.addUser("jane"));
        var first = jane.events(CONFIG_MAPS + "?watch=1");
        var second = jane.events(CONFIG_MAPS + "?watch=1")) {
      assertThat(jane.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}").status()).isEqualTo(201);
      assertThat(first.readLine()).contains("ADDED");
      assertThat(second.readLine()).contains("ADDED");
    }
  }

  @Test
  void levelThatQueuesServesOneAfterTheOther() throws Exception {
    level("{\"type\":\"Queue\",\"queuing\":{\"queues\":4,\"handSize\":1,\"queueLengthLimit\":10}}");
    var held =
        server.faults().inject(RequestMatch.any().name("held"), Fault.delay(Duration.ofSeconds(1)));
    try (var jane = Https.as(server, server.addUser("jane"));
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> first = clients.submit(() -> jane.get(CONFIG_MAPS + "/held"));
      Eventually.await(() -> assertThat(held.hits()).isEqualTo(1));
      assertThat(jane.get(CONFIG_MAPS).status()).isEqualTo(200);
      first.get();
      assertThat(admin.get("/metrics").text())
          .contains(
              "apiserver_flowcontrol_dispatched_requests_total{flow_schema=\"jane\",priority_level=\"jane\"}"
                  + " 2\n");
    }
  }
}
