package dev.drover.client.pods;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.ObjectList;
import dev.drover.api.Selector;
import dev.drover.api.WatchEvent;
import dev.drover.client.ApiException;
import dev.drover.client.ConfigException;
import dev.drover.client.KubernetesException;
import dev.drover.client.ListOptions;
import dev.drover.client.LogOptions;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.ResourceClient;
import dev.drover.client.RetryWatcher;
import dev.drover.client.WatchOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The logs of one or several pods, merged line by line as they arrive.
///
/// ```java
/// var options = LogOptions.defaults().with(o -> o.follow(true).tail(10));
/// try (var logs = pods.logs(labelIs("app", "web"), options)) {
///   logs.forEach(line -> IO.println(line.prefixed()));
/// }
/// ```
///
/// - Without [LogOptions#container] the logs of all containers of a pod are read, those of init and
///   ephemeral containers excepted; any of them can be named. Of the pods of a selector, those
///   without the named container are left out.
/// - With [LogOptions#follow] it goes on: over restarts of a container, over broken connections,
///   and with pods that are made later. Lines of a run that ended while the connection was broken
///   are read afterwards, as long as the node has them; none comes twice. A container is done when
///   its pod is gone or has ended, and the logs end when a pod that was named is done; those of a
///   selector go on until [#close].
/// - Lines of one container come in order; those of several are not sorted by time.
/// - A slow reader holds the containers' streams back, at about a thousand lines.
///
/// One reading thread; any thread may close it.
public final class PodLogs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PodLogs.class);
  private static final int QUEUE = 1024;
  private static final LogLine END = new LogLine("", "", Instant.EPOCH, "");

  private final ResourceClient<DynamicObject> pods;
  private final LogOptions options;
  private final ListOptions which;
  private final boolean isNamed;
  private final BlockingQueue<LogLine> lines = new ArrayBlockingQueue<>(QUEUE);
  private final Map<String, FollowedPod> followed = new HashMap<>(); // by uid; guarded by itself
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private volatile boolean closed;
  private volatile @Nullable RetryWatcher<DynamicObject> watcher;
  private boolean ended; // for the reading thread

  private PodLogs(
      ResourceClient<DynamicObject> pods, LogOptions options, ListOptions which, boolean isNamed) {
    this.pods = pods;
    this.options = options;
    this.which = which;
    this.isNamed = isNamed;
  }

  static PodLogs ofPod(ResourceClient<DynamicObject> pods, String name, LogOptions options) {
    FieldSelector itself = FieldSelector.field("metadata.name", name);
    return start(
        new PodLogs(pods, options, ListOptions.defaults().with(o -> o.fields(itself)), true), name);
  }

  static PodLogs ofSelector(
      ResourceClient<DynamicObject> pods, Selector selector, LogOptions options) {
    return start(
        new PodLogs(pods, options, ListOptions.defaults().with(o -> o.labels(selector)), false),
        "");
  }

  private static PodLogs start(PodLogs logs, String name) {
    if (logs.options.previous() && logs.options.follow()) {
      throw new IllegalArgumentException("the log of a previous run does not grow: no follow");
    }
    ObjectList<DynamicObject> now = logs.pods.list(logs.which);
    if (logs.isNamed) {
      logs.requireLog(now.items(), name);
    }
    logs.running.incrementAndGet(); // for this method, so that the end is not seen too early
    now.items().forEach(logs::update);
    if (logs.options.follow()) {
      logs.running.incrementAndGet();
      Thread.ofVirtual()
          .name("drover/client/pod-logs-watch")
          .start(() -> logs.watch(now.resourceVersion()));
    }
    logs.finished();
    return logs;
  }

  /// Lets the server refuse a pod or a container that does not exist, in its own words.
  private void requireLog(List<DynamicObject> found, String name) {
    if (found.isEmpty()) {
      pods.get(name);
    } else if (containersOf(found.getFirst()).isEmpty()) {
      try {
        pods.logs(name, options.with(o -> o.follow(false))).close();
      } catch (IOException e) {
        LOG.debug("logs of {}/{}: closing failed", name, options.container(), e);
      }
    }
  }

  /// Waits for the next line; empty at the end of all logs, and after [#close].
  ///
  /// @throws KubernetesException when the server refuses a log for good, such as for lack of a
  ///   permission; after the lines that came before
  /// @throws RequestInterruptedException when the thread is interrupted
  public Optional<LogLine> next() {
    if (ended || closed) {
      return Optional.empty();
    }
    LogLine line;
    try {
      line = lines.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException("read logs: interrupted", e);
    }
    if (!line.equals(END)) {
      return Optional.of(line);
    }
    ended = true;
    RuntimeException failed = failure.get();
    if (failed != null && !closed) {
      throw failed;
    }
    return Optional.empty();
  }

  /// Hands over each line, until the end of all logs or [#close].
  public void forEach(Consumer<LogLine> each) {
    for (Optional<LogLine> line = next(); line.isPresent(); line = next()) {
      each.accept(line.get());
    }
  }

  private void watch(String version) {
    String from = version;
    try {
      while (!closed) {
        try {
          follow(from);
          return;
        } catch (ApiException.Expired e) {
          ObjectList<DynamicObject> now = pods.list(which);
          now.items().forEach(this::update);
          from = now.resourceVersion();
        }
      }
    } catch (KubernetesException | ConfigException e) {
      fail(e);
    } finally {
      finished();
    }
  }

  private void follow(String from) {
    WatchOptions options =
        WatchOptions.defaults()
            .with(o -> o.labels(which.labels()).fields(which.fields()).resourceVersion(from));
    try (RetryWatcher<DynamicObject> events = RetryWatcher.from(pods, options)) {
      watcher = events;
      while (!closed && !(isNamed && allDone()) && events.hasNext()) {
        switch (events.next()) {
          case WatchEvent.Added<DynamicObject>(DynamicObject pod) -> update(pod);
          case WatchEvent.Modified<DynamicObject>(DynamicObject pod) -> update(pod);
          case WatchEvent.Deleted<DynamicObject>(DynamicObject pod) -> gone(pod);
          case WatchEvent.Bookmark<DynamicObject> bookmark -> {}
          case WatchEvent.Failed<DynamicObject> failed -> {}
        }
      }
    }
  }

  private boolean allDone() {
    synchronized (followed) {
      return followed.values().stream().allMatch(FollowedPod::isDone);
    }
  }

  private void update(DynamicObject pod) {
    FollowedPod state;
    synchronized (followed) {
      state = followed.computeIfAbsent(pod.metadata().uid(), uid -> new FollowedPod(pod));
    }
    state.update(pod);
    for (String container : containersOf(pod)) { // ephemeral ones may be added later
      if (!closed && state.isNew(container)) {
        begin(pod.name(), container, state);
      }
    }
  }

  /// The containers of a pod whose logs are wanted.
  private List<String> containersOf(DynamicObject pod) {
    String wanted = options.container();
    List<String> names = new ArrayList<>();
    for (String list : wanted.isEmpty() ? List.of("containers") : ContainerRun.CONTAINERS) {
      for (Object item : pod.list("spec", list)) {
        String name =
            item instanceof Map<?, ?> container ? Objects.toString(container.get("name"), "") : "";
        if (wanted.isEmpty() || wanted.equals(name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private void begin(String pod, String container, FollowedPod state) {
    running.incrementAndGet();
    ContainerLog log = new ContainerLog(pods, pod, container, options, state, this);
    state.begun(log);
    Thread.ofVirtual()
        .name("drover/client/pod-log-" + pod + "-" + container)
        .start(
            () -> {
              try {
                log.run();
              } catch (KubernetesException | ConfigException e) {
                fail(e);
              } finally {
                state.ended(log);
                stopWatchIfDone();
                finished();
              }
            });
  }

  private void stopWatchIfDone() {
    RetryWatcher<DynamicObject> open = watcher;
    if (isNamed && open != null && allDone()) {
      open.close();
    }
  }

  private void gone(DynamicObject pod) {
    FollowedPod state;
    synchronized (followed) {
      state = followed.get(pod.metadata().uid());
    }
    if (state != null) {
      state.gone();
    }
  }

  /// Hands a line to the reading thread; false when the logs are closed.
  boolean put(LogLine line) throws InterruptedException {
    while (!closed) {
      if (lines.offer(line, 1, TimeUnit.SECONDS)) {
        return !closed;
      }
    }
    return false;
  }

  private void fail(RuntimeException e) {
    if (failure.compareAndSet(null, e) && !closed) {
      stop();
    }
  }

  private void finished() {
    if (running.decrementAndGet() == 0) {
      end();
    }
  }

  private void end() {
    try {
      put(END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop() {
    RetryWatcher<DynamicObject> open = watcher;
    if (open != null) {
      open.close();
    }
    synchronized (followed) {
      followed.values().forEach(FollowedPod::stop);
    }
  }

  /// Ends all streams.
  @Override
  public void close() {
    closed = true;
    stop();
    while (!lines.offer(END)) {
      lines.clear(); // writers that waited may have filled it again, each with one line
    }
  }
}
