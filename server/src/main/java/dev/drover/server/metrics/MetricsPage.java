package dev.drover.server.metrics;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import java.util.List;
import java.util.Map;

/// Shows metrics at `/metrics`, in the text format of Prometheus.
public final class MetricsPage implements Endpoint {
  private final List<MetricSource> sources;

  public MetricsPage(List<MetricSource> sources) {
    this.sources = List.copyOf(sources);
  }

  @Override
  public Answer serve(Call call) {
    MetricsText text = new MetricsText();
    sources.forEach(source -> source.write(text));
    return new Answer.Content(
        200,
        "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
        Bytes.ofUtf8(text.toString()),
        Map.of());
  }
}
