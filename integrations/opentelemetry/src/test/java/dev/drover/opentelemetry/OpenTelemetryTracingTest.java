package dev.drover.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ClientConfig;
import dev.drover.client.Transport;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.server.EmbeddedApiServer;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenTelemetryTracingTest {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetry telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .build();
  private final OpenTelemetryTracing tracing = new OpenTelemetryTracing(telemetry);
  private final Set<String> parents = ConcurrentHashMap.newKeySet(); // with the request's path
  private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();

  private EmbeddedApiServer server;
  private Manager manager;

  @BeforeEach
  void start() throws Exception {
    server = EmbeddedApiServer.start();
    manager =
        Manager.connect(
            "shop",
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.namespaces("default")
                            .tracer(tracing)
                            .layer(this::record)
                            .layer(tracing)));
  }

  @AfterEach
  void stop() {
    manager.close();
    server.close();
  }

  private Transport.Response record(Transport.Request request, Transport next) throws IOException {
    String path = request.target().split("[?]")[0];
    request.headers().first("traceparent").ifPresent(parent -> parents.add(path + " " + parent));
    return next.send(request);
  }

  /// The spans of the first run, which ends after the requests that it makes.
  private List<SpanData> firstRun() throws InterruptedException {
    manager.start();
    manager.client().create(ConfigMap.named("default", "a"));
    String id = ids.take();
    while (true) {
      List<SpanData> spans = exporter.getFinishedSpanItems();
      for (SpanData span : spans) {
        if (id.equals(text(span, "drover.reconcile.id"))) {
          return spans.stream().filter(s -> s.getTraceId().equals(span.getTraceId())).toList();
        }
      }
      Thread.onSpinWait();
    }
  }

  private static String text(SpanData span, String attribute) {
    return span.getAttributes().get(AttributeKey.stringKey(attribute));
  }

  @Test
  void tracingIsOneObjectForTracerAndClientLayer() {
    // tag::options
    var tracing = new OpenTelemetryTracing(GlobalOpenTelemetry.get());
    var options = ManagerOptions.defaults().with(o -> o.tracer(tracing).layer(tracing));
    // end::options
    assertThat(options.tracer()).isSameAs(tracing);
    assertThat(options.layers()).containsExactly(tracing);
  }

  @Test
  void reconcileSpanHasRequestsAndUserSpansAsChildren() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .named("cones")
        .complete(
            (map, ctx) -> {
              ids.add(ctx.reconcileId());
              telemetry.getTracer("mine").spanBuilder("think").startSpan().end();
              ctx.client().live().resources(Secret.class).inNamespace("default").find("none");
              return Result.done();
            });
    List<SpanData> spans = firstRun();
    assertThat(spans)
        .extracting(SpanData::getName)
        .containsExactly("think", "GET secrets", "reconcile cones");
    SpanData request = spans.get(1);
    SpanData run = spans.get(2);
    assertThat(text(run, "drover.controller")).isEqualTo("cones");
    assertThat(text(run, "drover.kind")).isEqualTo("ConfigMap");
    assertThat(text(run, "k8s.namespace.name")).isEqualTo("default");
    assertThat(text(run, "drover.name")).isEqualTo("a");
    assertThat(text(run, "drover.reconcile.outcome")).isEqualTo("done");
    assertThat(run.getAttributes().get(AttributeKey.longKey("drover.reconcile.attempt")))
        .isEqualTo(1);
    assertThat(run.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(spans.getFirst().getParentSpanId()).isEqualTo(run.getSpanId());
    assertThat(request.getParentSpanId()).isEqualTo(run.getSpanId());
    assertThat(request.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(text(request, "url.path")).isEqualTo("/api/v1/namespaces/default/secrets/none");
    assertThat(request.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
        .isEqualTo(404);
    assertThat(text(request, "error.type")).isEqualTo("404");
    String path = text(request, "url.path");
    assertThat(parents)
        .as("the server may go on from there; what belongs to no run has no span")
        .anyMatch(line -> line.contains(request.getTraceId() + "-" + request.getSpanId()))
        .allMatch(line -> line.startsWith(path));
  }

  @Test
  void reconcileFailureIsRecordedInItsSpan() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              if (ctx.attempt() == 1) {
                ids.add(ctx.reconcileId());
                throw new IllegalStateException("no cream");
              }
              return Result.done();
            });
    SpanData run = firstRun().getLast();
    assertThat(run.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(text(run, "drover.reconcile.outcome")).isEqualTo("crash");
    assertThat(run.getEvents())
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.getAttributes().get(AttributeKey.stringKey("exception.message")))
                    .isEqualTo("no cream"));
  }
}
