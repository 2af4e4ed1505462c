package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StatusPagesTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @Test
  void metricsCountRequestsByVerbResourceAndCode() throws Exception {
    admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    admin.get(CONFIG_MAPS + "/a");
    admin.get(CONFIG_MAPS + "/none");
    admin.get(CONFIG_MAPS);
    admin.get("/api/v1/namespaces/default/unknowns");
    String rest =
        ",group=\"\",resource=\"configmaps\",scope=\"%s\",subresource=\"\",verb=\"%s\",version=\"v1\"";
    String total =
        "apiserver_request_total{code=\"%s\",component=\"apiserver\",dry_run=\"\"" + rest + "} 1\n";
    String text = admin.get("/metrics").text();
    assertThat(text)
        .contains(
            total.formatted("201", "resource", "POST"),
            total.formatted("200", "resource", "GET"),
            total.formatted("404", "resource", "GET"),
            total.formatted("200", "namespace", "LIST"),
            "apiserver_request_duration_seconds_count{component=\"apiserver\",dry_run=\"\""
                + rest.formatted("resource", "POST")
                + "} 1\n",
            "apiserver_response_sizes_bucket{component=\"apiserver\"",
            "apiserver_current_inflight_requests{request_kind=\"mutating\"} 0\n",
            "apiserver_resource_objects{group=\"\",resource=\"configmaps\"} ",
            "apiserver_storage_objects{resource=\"flowschemas.flowcontrol.apiserver.k8s.io\"}",
            "authentication_attempts{result=\"success\"}",
            "process_start_time_seconds")
        .doesNotContain("unknowns");
  }

  @Test
  void metricsCountWatchesWhileTheyAreOpenAndTheirEvents() throws Exception {
    String watches =
        "apiserver_longrunning_requests{component=\"apiserver\",group=\"\",resource=\"configmaps\",scope=\"namespace\",subresource=\"\",verb=\"WATCH\",version=\"v1\"}"
            + " ";
    try (var watcher = Https.asAdmin(server);
        var events = watcher.events(CONFIG_MAPS + "?watch=1&resourceVersion=0")) {
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      assertThat(events.readLine()).contains("ADDED");
      assertThat(admin.get("/metrics").text())
          .contains(
              watches + "1\n",
              "apiserver_watch_events_total{group=\"\",resource=\"configmaps\",version=\"v1\"} ");
    }
    Eventually.await(() -> assertThat(admin.get("/metrics").text()).contains(watches + "0\n"));
  }

  @Test
  void statusPageShowsTextToPeopleAndAnObjectToClientsThatNameIt() throws Exception {
    assertThat(admin.get("/statusz").text())
        .contains("apiserver statusz", "Up: 0 hr 00 min", "/healthz");
    var object =
        admin.get("/statusz", "Accept", "application/json;v=v1beta1;g=config.k8s.io;as=Statusz");
    assertThat(object.at("kind")).isEqualTo("Statusz");
    assertThat(object.at("apiVersion")).isEqualTo("config.k8s.io/v1beta1");
    assertThat(object.at("emulationVersion")).isEqualTo("1.36");
    assertThat(admin.get("/statusz", "Accept", "application/json").status()).isEqualTo(406);
  }

  @Test
  void flagPageShowsTheOptionsByTheNamesOfFlags() throws Exception {
    assertThat(admin.get("/flagz").text()).contains("max-requests-inflight=400\n");
    var object =
        admin.get("/flagz", "Accept", "application/json;v=v1beta1;g=config.k8s.io;as=Flagz");
    assertThat(object.at("flags", "authorization-mode")).isEqualTo("[RBAC]");
  }

  @Test
  void debugPagesShowThreadsAndClasses() throws Exception {
    assertThat(admin.get("/debug/pprof/").text()).contains("goroutine");
    assertThat(admin.get("/debug/pprof/goroutine").text()).contains("drover/server/");
    assertThat(admin.get("/debug/pprof/heap").text()).contains("java.lang.String");
    assertThat(admin.get("/debug/pprof/nothing").status()).isEqualTo(404);
  }

  @Test
  void statusPagesAreNotForEverybody() throws Exception {
    try (var jane = Https.as(server, server.addUser("jane"))) {
      for (String path : new String[] {"/metrics", "/statusz", "/flagz", "/debug/pprof/heap"}) {
        assertThat(jane.get(path).status()).as(path).isEqualTo(403);
      }
      assertThat(jane.get("/livez").text()).isEqualTo("ok");
    }
  }
}
