package dev.drover.console;

import dev.drover.api.codec.TreeType;
import dev.drover.runtime.http.HttpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Server-sent events of a viewer: the overview each second, and the runs that ended, at most
/// [#MOST] each half second: a page cannot show more, and the load on a busy manager stays bounded.
///
/// | event      | data                                                                 |
/// |------------|----------------------------------------------------------------------|
/// | `overview` | as `/api/v1/overview`                                                |
/// | `runs`     | `runs`: the latest first; `skipped`: how many more ended             |
final class EventStream implements HttpResponse.Stream {
  private static final int MOST = 40;
  private static final Duration PERIOD = Duration.ofMillis(500);

  private final RunLog runs;
  private final OverviewView overview;
  private final BooleanSupplier isOpen;

  /// @param isOpen whether the console serves
  EventStream(RunLog runs, OverviewView overview, BooleanSupplier isOpen) {
    this.runs = runs;
    this.overview = overview;
    this.isOpen = isOpen;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException, InterruptedException {
    long seen = runs.total();
    for (long turn = 0; isOpen.getAsBoolean(); turn++) {
      if (turn % 2 == 0) {
        send(out, "overview", overview.tree());
      }
      seen = sendRuns(out, seen);
      Thread.sleep(PERIOD);
    }
  }

  private long sendRuns(OutputStream out, long seen) throws IOException {
    long now = runs.total();
    if (now > seen) {
      List<RecordedRun> ended = runs.latest(MOST, run -> run.sequence() >= seen, now);
      send(
          out,
          "runs",
          Trees.of(
              "runs",
              ended.stream().map(RecordedRun::summary).toList(),
              "skipped",
              now - seen - ended.size()));
    }
    return now;
  }

  private static void send(OutputStream out, String event, Object tree) throws IOException {
    byte[] data = TreeType.bytes(tree); // one line: JSON escapes line breaks
    out.write(("event: " + event + "\ndata: ").getBytes(StandardCharsets.UTF_8));
    out.write(data);
    out.write("\n\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
