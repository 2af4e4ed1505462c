package dev.drover.opentelemetry;

import dev.drover.client.Headers;
import dev.drover.client.Transport;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A span for every run of a controller, and below it one for every request to the API server.
///
/// ```java
/// var tracing = new OpenTelemetryTracing(GlobalOpenTelemetry.get());
/// var options = ManagerOptions.defaults().with(o -> o.tracer(tracing).layer(tracing));
/// ```
///
/// The span of a run is the current one of its thread, so spans that a reconciler makes are below
/// it, too. Requests that belong to no span, such as the watches of caches and the renewals of a
/// lease, get none. The context goes along with requests as the propagators say: an API server that
/// traces goes on from there.
///
/// | span                         | attributes                                                    |
/// |------------------------------|---------------------------------------------------------------|
/// | `reconcile CONTROLLER`       | `drover.controller`, `drover.kind`, `k8s.namespace.name`, `drover.name`, `drover.reconcile.id`, `drover.reconcile.attempt`, `drover.reconcile.reason`, `drover.reconcile.outcome` |
/// | `GET pods`, `PATCH pods/status` | `http.request.method`, `url.path`, `http.response.status_code`, `error.type` |
///
/// Has no state. Any number of threads.
public final class OpenTelemetryTracing implements ReconcileTracer, Transport.Layer {
  private static final String SCOPE = "dev.drover";
  private static final AttributeKey<String> CONTROLLER =
      AttributeKey.stringKey("drover.controller");
  private static final AttributeKey<String> KIND = AttributeKey.stringKey("drover.kind");
  private static final AttributeKey<String> NAMESPACE =
      AttributeKey.stringKey("k8s.namespace.name");
  private static final AttributeKey<String> NAME = AttributeKey.stringKey("drover.name");
  private static final AttributeKey<String> ID = AttributeKey.stringKey("drover.reconcile.id");
  private static final AttributeKey<Long> ATTEMPT =
      AttributeKey.longKey("drover.reconcile.attempt");
  private static final AttributeKey<String> REASON =
      AttributeKey.stringKey("drover.reconcile.reason");
  private static final AttributeKey<String> OUTCOME =
      AttributeKey.stringKey("drover.reconcile.outcome");
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private final Tracer tracer;
  private final TextMapPropagator propagator;

  /// Makes spans there.
  public OpenTelemetryTracing(OpenTelemetry telemetry) {
    this.tracer = telemetry.getTracer(SCOPE);
    this.propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // closed when the run has ended
  public Trace begins(ReconcileRun run) {
    Span span =
        tracer
            .spanBuilder("reconcile " + run.controller())
            .setAllAttributes(attributes(run))
            .startSpan();
    Scope scope = span.makeCurrent();
    return (outcome, error) -> {
      scope.close();
      span.setAttribute(OUTCOME, outcome.name().toLowerCase(Locale.ROOT));
      if (error != null) {
        span.recordException(error);
      }
      switch (outcome) {
        case DONE, AFTER, RETRY, CONFLICT -> {} // all part of life
        case ERROR, TERMINAL, TIMEOUT, CRASH -> span.setStatus(StatusCode.ERROR);
      }
      span.end();
    };
  }

  private static Attributes attributes(ReconcileRun run) {
    return Attributes.builder()
        .put(CONTROLLER, run.controller())
        .put(KIND, run.kind())
        .put(NAMESPACE, run.request().namespace())
        .put(NAME, run.request().name())
        .put(ID, run.id())
        .put(ATTEMPT, run.attempt())
        .put(REASON, run.reason().toString())
        .build();
  }

  @Override
  public Transport.Response send(Transport.Request request, Transport next) throws IOException {
    if (!Span.current().getSpanContext().isValid()) {
      return next.send(request);
    }
    String path = request.target().split("[?]", 2)[0];
    Span span =
        tracer
            .spanBuilder(request.method() + " " + ApiPath.resource(path))
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(METHOD, request.method())
            .setAttribute(PATH, path)
            .startSpan();
    try {
      return traced(span, next.send(injected(request, Context.current().with(span))));
    } catch (IOException | RuntimeException e) {
      span.recordException(e);
      failed(span, e.getClass().getName());
      span.end();
      throw e;
    }
  }

  private Transport.Request injected(Transport.Request request, Context context) {
    Map<String, String> carried = new HashMap<>();
    propagator.inject(context, carried, OpenTelemetryTracing::put);
    Headers headers = request.headers();
    for (Map.Entry<String, String> header : carried.entrySet()) {
      headers = headers.with(header.getKey(), header.getValue());
    }
    Headers all = headers;
    return request.with(r -> r.headers(all));
  }

  private static void put(@Nullable Map<String, String> headers, String name, String value) {
    if (headers != null) { // as the interface allows; never here
      headers.put(name, value);
    }
  }

  private static Transport.Response traced(Span span, Transport.Response response) {
    span.setAttribute(STATUS, response.status());
    if (response.status() >= 400) {
      failed(span, Integer.toString(response.status()));
    }
    return new TracedResponse(response, span);
  }

  private static void failed(Span span, String type) {
    span.setStatus(StatusCode.ERROR).setAttribute(ERROR, type);
  }
}
