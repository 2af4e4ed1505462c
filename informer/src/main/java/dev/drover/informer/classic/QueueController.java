package dev.drover.informer.classic;

import dev.drover.api.KubernetesObject;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.informer.ListerWatcher;
import dev.drover.informer.Reflector;
import dev.drover.informer.ReflectorOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fills a queue from the server and processes what it hands out: the plain engine below informers,
/// for code that brings its own queue and store.
///
/// ```java
/// var queue = new DeltaFifo<>(DeltaFifo.Options.of(keys).with(o -> o.knownObjects(store)));
/// var controller = QueueController.of("pods", queue, pods, (deltas, _) -> apply(deltas, store));
/// Thread.ofVirtual().start(controller::run);
/// ```
///
/// ```
///   ListerWatcher ──▶ Reflector (a thread of its own) ──▶ Queue ──▶ process (the thread of run)
/// ```
///
/// What cannot be processed is logged and dropped, or processed again if the configuration says so.
///
/// In Go: {@index cache.Controller}, {@index cache.New}.
///
/// @param <T> the type of the objects
/// @param <A> what the queue hands out
public final class QueueController<T extends KubernetesObject, A> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueueController.class);

  private final Config<T, A> config;
  private final Reflector<T> reflector;
  private final Retries retries = new Retries();
  private boolean started; // guarded by this
  private volatile boolean closed;

  /// The parts and options of a controller.
  ///
  /// In Go: {@index cache.Config}.
  ///
  /// @param <T> the type of the objects
  /// @param <A> what the queue hands out
  public static final class Config<T extends KubernetesObject, A> {
    private final String name;
    private final Queue<T, A> queue;
    private final ListerWatcher<T> listerWatcher;
    private final Queue.Processor<A> process;
    private final boolean retryOnError;
    private final ReflectorOptions<T> reflector;

    private Config(Builder<T, A> from) {
      name = from.name;
      queue = from.queue;
      listerWatcher = from.listerWatcher;
      process = from.process;
      retryOnError = from.retryOnError;
      reflector = from.reflector;
    }

    /// Without retries, with the default options of a reflector.
    ///
    /// @param name for logs and errors
    /// @param queue between the reflector and `process`
    /// @param listerWatcher where the objects come from; it knows their type ({@index
    ///   cache.Config.ObjectType})
    /// @param process acts on what the queue hands out ({@index cache.ProcessFunc})
    public static <T extends KubernetesObject, A> Config<T, A> of(
        String name,
        Queue<T, A> queue,
        ListerWatcher<T> listerWatcher,
        Queue.Processor<A> process) {
      return new Builder<>(name, queue, listerWatcher, process).build();
    }

    /// A changed copy.
    public Config<T, A> with(Consumer<Builder<T, A>> change) {
      Builder<T, A> builder = new Builder<>(this);
      change.accept(builder);
      return builder.build();
    }

    /// The name for logs and errors.
    public String name() {
      return name;
    }

    /// The queue between the reflector and the processor.
    public Queue<T, A> queue() {
      return queue;
    }

    /// Where the objects come from.
    public ListerWatcher<T> listerWatcher() {
      return listerWatcher;
    }

    /// Acts on what the queue hands out.
    public Queue.Processor<A> process() {
      return process;
    }

    /// Whether what could not be processed goes back into the queue.
    public boolean retryOnError() {
      return retryOnError;
    }

    /// How lists and watches work.
    public ReflectorOptions<T> reflector() {
      return reflector;
    }

    /// Changes options.
    ///
    /// @param <T> the type of the objects
    /// @param <A> what the queue hands out
    public static final class Builder<T extends KubernetesObject, A> {
      private final String name;
      private final Queue<T, A> queue;
      private final ListerWatcher<T> listerWatcher;
      private final Queue.Processor<A> process;
      private boolean retryOnError;
      private ReflectorOptions<T> reflector = ReflectorOptions.defaults();

      private Builder(
          String name,
          Queue<T, A> queue,
          ListerWatcher<T> listerWatcher,
          Queue.Processor<A> process) {
        this.name = Objects.requireNonNull(name, "name");
        this.queue = Objects.requireNonNull(queue, "queue");
        this.listerWatcher = Objects.requireNonNull(listerWatcher, "listerWatcher");
        this.process = Objects.requireNonNull(process, "process");
      }

      private Builder(Config<T, A> from) {
        this(from.name, from.queue, from.listerWatcher, from.process);
        retryOnError = from.retryOnError;
        reflector = from.reflector;
      }

      /// What could not be processed goes back into the queue ({@index cache.Config.RetryOnError}).
      public Builder<T, A> retryOnError() {
        retryOnError = true;
        return this;
      }

      /// How lists and watches work: the resync period ({@index cache.Config.FullResyncPeriod}) and
      /// the function that decides about it ({@index cache.Config.ShouldResync}), the handler of
      /// errors ({@index cache.Config.WatchErrorHandler}) and the size of pages ({@index
      /// cache.Config.WatchListPageSize}).
      public Builder<T, A> reflector(ReflectorOptions<T> options) {
        reflector = Objects.requireNonNull(options, "reflector");
        return this;
      }

      private Config<T, A> build() {
        return new Config<>(this);
      }
    }
  }

  /// A controller. Does nothing before [#run].
  public QueueController(Config<T, A> config) {
    this.config = config;
    this.reflector =
        Reflector.of(config.name(), config.listerWatcher(), config.queue(), config.reflector());
  }

  /// A controller with the defaults. Does nothing before [#run].
  public static <T extends KubernetesObject, A> QueueController<T, A> of(
      String name, Queue<T, A> queue, ListerWatcher<T> source, Queue.Processor<A> process) {
    return new QueueController<>(Config.of(name, queue, source, process));
  }

  /// Runs until the thread is interrupted or [#close] is called; what is being processed then is
  /// finished, what waits stays in the queue, which is closed. An interrupt is left set.
  ///
  /// @throws IllegalStateException when it ran already
  public void run() {
    begin();
    Thread filler =
        Thread.ofVirtual()
            .name(Lifecycle.threadName(config.name(), "reflector"))
            .start(reflector::run);
    try {
      while (!closed && !Thread.currentThread().isInterrupted()) {
        processNext();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (QueueClosedException e) {
      LOG.debug("queue controller {}: the queue is closed", config.name());
    } finally {
      close();
      join(filler);
    }
  }

  private synchronized void begin() {
    if (started) {
      throw new IllegalStateException("controller " + config.name() + " ran already");
    }
    started = true;
  }

  private void processNext() throws InterruptedException {
    try {
      config.queue().pop(this::process);
      retries.succeeded();
    } catch (QueueClosedException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (!closed) {
        LOG.error(
            "queue controller {}: a change could not be processed and is dropped",
            config.name(),
            e);
      }
      if (config.retryOnError()) {
        config.reflector().time().sleep(retries.failed());
      }
    }
  }

  private void process(A accumulated, boolean isInInitialList) throws Exception {
    try {
      config.process().process(accumulated, isInInitialList);
    } catch (RequeueException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw config.retryOnError() ? new RequeueException(e) : e;
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether everything of the first list was processed.
  ///
  /// In Go: {@index cache.Controller.HasSynced}.
  public boolean hasSynced() {
    return config.queue().hasSynced();
  }

  /// The last version that was seen, which may not have been processed yet; empty before the first
  /// list.
  ///
  /// In Go: {@index cache.Controller.LastSyncResourceVersion}.
  public String lastSyncResourceVersion() {
    return reflector.lastSyncResourceVersion();
  }

  /// Ends it for good: closes the queue, and [#run] returns. Does not wait.
  @Override
  public void close() {
    closed = true;
    reflector.close();
    config.queue().close();
  }

  /// How long to wait before the next try, so that what always fails does not keep a processor
  /// busy: twice as long each time, a second at most. One thread.
  private static final class Retries {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private @Nullable Duration next;

    void succeeded() {
      next = null;
    }

    Duration failed() {
      Duration now = next == null ? Duration.ofMillis(5) : next;
      Duration twice = now.multipliedBy(2);
      next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
      return now;
    }
  }
}
