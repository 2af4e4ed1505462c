package dev.drover.client.pods;

import dev.drover.api.DynamicObject;
import dev.drover.client.ApiException;
import dev.drover.client.Backoff;
import dev.drover.client.ConfigException;
import dev.drover.client.LogOptions;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the log of one container, run by run.
///
/// ```
///                  run begins               end of the stream, run over
///   waiting ─────────────────────▶ reading ─────────────────────────────▶ waiting
///                                   │   ▲
///                                   └───┘ broken, or ended too early: again from the last line
/// ```
///
/// One thread runs it; any thread may stop it.
final class ContainerLog {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerLog.class);
  private static final Backoff PAUSES =
      Backoff.exponential(Duration.ofMillis(500), Duration.ofSeconds(15));

  private final ResourceClient<DynamicObject> pods;
  private final String pod;
  private final String container;
  private final LogOptions options;
  private final FollowedPod state;
  private final PodLogs target;
  private LogLines.Position position = LogLines.Position.START;
  private int failures; // since the last line
  private boolean opened; // at least once
  private volatile boolean stopped;
  private volatile @Nullable InputStream open;

  ContainerLog(
      ResourceClient<DynamicObject> pods,
      String pod,
      String container,
      LogOptions options,
      FollowedPod state,
      PodLogs target) {
    this.pods = pods;
    this.pod = pod;
    this.container = container;
    this.options = options;
    this.state = state;
    this.target = target;
  }

  void run() {
    try {
      if (options.follow()) {
        follow();
      } else {
        read(options);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ApiException.NotFound e) {
      LOG.debug("logs of {}/{}: the pod is gone", pod, container, e);
    } catch (IOException e) {
      LOG.debug("logs of {}/{}: ended", pod, container, e);
    }
  }

  private void follow() throws InterruptedException, IOException {
    long done = -1;
    Optional<ContainerRun> run = state.awaitRunAfter(container, done);
    while (run.isPresent() && !stopped) {
      done = readToItsEnd(run.get());
      run = state.awaitRunAfter(container, done);
    }
  }

  /// Reads a run until it is over; returns the number of the last run that was read.
  private long readToItsEnd(ContainerRun begun) throws InterruptedException, IOException {
    ContainerRun run = begun;
    while (!stopped) {
      boolean wasOver = run.over();
      boolean isWhole = readOnce(afterPosition());
      if (isWhole && wasOver) {
        return run.number();
      }
      Optional<ContainerRun> now = state.run(container);
      if (now.isPresent() && now.get().number() > run.number()) {
        // Restarted meanwhile: the end of the run before is now that of the previous one.
        readOnce(afterPosition().with(o -> o.previous(true).follow(false)));
        return now.get().number() - 1;
      }
      if (!isWhole || !(now.isPresent() && now.get().over())) {
        if (!state.pause(PAUSES.length(failures))) {
          return run.number();
        }
      }
      run = now.orElse(run);
    }
    return run.number();
  }

  /// The options of the first request, or those that go on after the last line.
  private LogOptions afterPosition() {
    return position.equals(LogLines.Position.START)
        ? options
        : LogOptions.defaults()
            .with(o -> o.container(container).follow(true).sinceTime(position.time()));
  }

  /// Reads a stream to its end; false when it broke, or could not be had yet.
  private boolean readOnce(LogOptions with) throws InterruptedException, IOException {
    try {
      read(with);
      failures = 0;
      return true;
    } catch (ApiException.Forbidden | ApiException.NotFound e) {
      throw e;
    } catch (ApiException | RequestFailedException | ConfigException | IOException e) {
      if (stopped) {
        return true;
      }
      if (e instanceof ApiException.Unauthorized refused && !opened) {
        throw refused; // later, credentials may be being rotated
      }
      failures++;
      LOG.debug("logs of {}/{}: broken, trying again", pod, container, e);
      return false;
    }
  }

  private void read(LogOptions with) throws InterruptedException, IOException {
    LogOptions complete = with.with(o -> o.container(container).timestamps(true));
    try (InputStream stream = pods.logs(pod, complete)) {
      open = stream;
      opened = true;
      LogLines lines = new LogLines(stream, position);
      for (LogLines.Line line = lines.next(); line != null && !stopped; line = lines.next()) {
        failures = 0;
        position = position.after(line.time());
        if (!target.put(new LogLine(pod, container, line.time(), line.text()))) {
          return;
        }
      }
    } finally {
      open = null;
    }
  }

  void stop() {
    stopped = true;
    InputStream stream = open;
    if (stream != null) {
      try {
        stream.close();
      } catch (IOException e) {
        LOG.debug("logs of {}/{}: closing failed", pod, container, e);
      }
    }
  }
}
