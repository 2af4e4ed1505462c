package dev.drover.runtime.queue;

import dev.drover.runtime.internal.Limiter;
import dev.drover.runtime.internal.Nanos;
import dev.drover.runtime.internal.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands each key to one worker at a time and never loses a change.
///
/// ```
///             add                take                 done
///   absent ─────────▶ ready ─────────────▶ running ─────────▶ absent
///      │                ▲ ▲                 │   │ │ ▲
///      │ addAfter  time │ └── done ── dirty ◀───┘ │ │
///      │                │         add, time ▲     │ │
///      └────────▶ delayed ◀── done ── running and delayed
///                                             addAfter
/// ```
///
/// **One wish for each key.** A key that is added again while it waits is not added twice: the
/// higher priority and the earlier time win. A key that gets a higher priority goes to the end of
/// those that have it. Added while it runs, it is handed out once more after [#done].
///
/// **Order.** Higher priorities first, within one the order in which keys became ready; but see
/// [Ageing], because of which no key waits for ever. [QueueOrder] has other orders.
///
/// **Failures** are counted by [#addRateLimited] alone, and forgotten by [#forget]: a worker says
/// `forget` when a key went well, and [#done] in any case. Adding a key in another way is no
/// failure.
///
/// ```java
/// while (queue.take().orElse(null) instanceof String key) {
///   try {
///     reconcile(key);
///     queue.forget(key);
///   } catch (Exception e) {
///     queue.addRateLimited(key, e);
///   } finally {
///     queue.done(key);
///   }
/// }
/// ```
///
/// Any number of threads. It has none of its own: the workers that wait see to the delayed keys.
///
/// In Go: {@index workqueue.Interface}, {@index workqueue.DelayingInterface}, {@index
/// workqueue.RateLimitingInterface}, {@index NewRateLimitingQueue}, {@index
/// priorityqueue.PriorityQueue}.
///
/// @param <K> the type of the keys, which need `equals` and `hashCode`
public final class WorkQueue<K> implements KeyQueue<K> {
  private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);

  private final QueueOptions options;
  private final Time time;
  private final Limiter limiter;
  private final QueueLock<K> desk;
  private final QueueObserver.RunningWork running = new Running();

  /// A queue with the usual limits.
  public WorkQueue() {
    this(QueueOptions.defaults());
  }

  /// A queue that hands out keys by priority.
  public WorkQueue(QueueOptions options) {
    this(options, QueueOrder.byPriority());
  }

  /// A queue that hands out keys in this order.
  public WorkQueue(QueueOptions options, QueueOrder<? super K> order) {
    this.options = options;
    this.time = Time.of(options.time());
    this.limiter = Limiter.of(options.limiter(), time.nanos());
    boolean observed = options.observer() != QueueObserver.NONE;
    QueueState<K> state =
        new QueueState<>(options.ageing(), order.isFair(), observed, time.nanos());
    this.desk = new QueueLock<>(time, order, state, observed, this::tell);
    tell(List.of(observer -> observer.opened(running)));
  }

  /// Wants a key to be handed out.
  public void add(K key) {
    long now = time.nanos();
    desk.add(key, now, now, 0);
  }

  /// Wants a key to be handed out, before others of lower priority.
  @Override
  public void add(K key, int priority) {
    long now = time.nanos();
    desk.add(key, now, now, priority);
  }

  /// Wants a key to be handed out when this time has passed.
  ///
  /// In Go: {@index AddAfter}.
  @Override
  public void addAfter(K key, Duration delay) {
    long now = time.nanos();
    desk.add(key, now, now + Nanos.of(delay), 0);
  }

  /// Counts a failure of the key and wants it to be handed out again, after as long as the queue's
  /// limiter says.
  ///
  /// In Go: {@index AddRateLimited}.
  ///
  /// @return false when it has failed too often; then it is not added, and its failures are
  ///   forgotten
  public boolean addRateLimited(K key) {
    return add(key, AddOptions.RATE_LIMITED);
  }

  /// As [#addRateLimited(Object)], and remembers why it failed.
  public boolean addRateLimited(K key, Throwable error) {
    return add(key, AddOptions.RATE_LIMITED.withError(error));
  }

  /// Adds a key in any way.
  ///
  /// In Go: {@index AddWithOpts}.
  ///
  /// @return false when it has failed too often; then it is not added, and its failures are
  ///   forgotten
  @Override
  public boolean add(K key, AddOptions how) {
    long now = time.nanos();
    long after = Nanos.of(how.after());
    if (how.rateLimited()) {
      int failures = fail(key, how.error());
      if (failures > options.maxRetries()) {
        giveUp(key);
        return false;
      }
      if (failures > 0) { // otherwise it is due in any case
        long limited = limiter.delay(failures, now);
        after = after == 0 ? limited : Math.min(after, limited);
      }
    }
    desk.add(key, now, now + after, how.priority());
    return true;
  }

  /// The number of failures by now; 0 if the limiter is not needed, as the key is about to come
  /// again anyway: a bucket would lose a token for nothing.
  private int fail(K key, @Nullable Throwable error) {
    QueueState<K> state = desk.enter();
    try {
      int failures = state.fail(key, error);
      return failures <= options.maxRetries() && state.isDue(key) ? 0 : failures;
    } finally {
      desk.leave();
    }
  }

  private void giveUp(K key) {
    forget(key);
    tell(List.of(QueueObserver::givenUp));
  }

  private void tell(List<Consumer<QueueObserver>> news) {
    for (Consumer<QueueObserver> one : news) {
      try {
        one.accept(options.observer());
      } catch (RuntimeException e) {
        // A key that has been taken must reach its worker whatever an observer does.
        LOG.warn("work queue {}: the observer failed, ignored", options.name(), e);
      }
    }
  }

  /// Waits for a key to be ready and hands it out. The caller says [#done] when it is done with it.
  ///
  /// @return empty when the queue is shut down and nothing is left
  public Optional<K> take() throws InterruptedException {
    return Optional.ofNullable(desk.take(entry -> entry.key));
  }

  /// As [#take], with what the queue knows about the key.
  ///
  /// In Go: {@index GetWithPriority}.
  @Override
  public Optional<QueueItem<K>> takeItem() throws InterruptedException {
    return Optional.ofNullable(desk.take(WorkQueue::item));
  }

  private static <K> QueueItem<K> item(Entry<K> entry) {
    return new QueueItem<>(
        entry.key,
        entry.runPriority,
        entry.failures.count(),
        Optional.ofNullable(entry.failures.error()),
        Duration.ofNanos(entry.since - entry.at));
  }

  /// Ends what [#take] began. The key is handed out again if it was added meanwhile.
  ///
  /// @throws IllegalStateException when no worker has the key
  @Override
  public void done(K key) {
    desk.done(key);
  }

  /// Forgets the failures of a key, and nothing else.
  ///
  /// In Go: {@index Forget}.
  @Override
  public void forget(K key) {
    QueueState<K> state = desk.enter();
    try {
      state.forget(key);
    } finally {
      desk.leave();
    }
  }

  /// How often a key has failed since it was last forgotten.
  ///
  /// In Go: {@index NumRequeues}.
  public int failures(K key) {
    QueueState<K> state = desk.enter();
    try {
      return state.failures(key);
    } finally {
      desk.leave();
    }
  }

  /// How many keys wait for a worker; those that are delayed or running do not.
  @Override
  public int size() {
    return count(QueueState::ready);
  }

  /// Whether no key waits for a worker.
  public boolean isEmpty() {
    return size() == 0;
  }

  /// How many keys wait for their time.
  public int delayed() {
    return count(QueueState::delayed);
  }

  /// Whether a key that has failed is handed out again within a time.
  @Override
  public boolean hasRetryWithin(Duration horizon) {
    long now = time.nanos();
    QueueState<K> state = desk.enter();
    try {
      return state.hasRetryUntil(now + Nanos.of(horizon));
    } finally {
      desk.leave();
    }
  }

  @Override
  public boolean isIdle(Duration horizon) {
    long now = time.nanos();
    QueueState<K> state = desk.enter();
    try {
      state.expire(now);
      return state.ready() == 0
          && state.running() == 0
          && !state.hasRetryUntil(now + Nanos.of(horizon));
    } finally {
      desk.leave();
    }
  }

  /// How many keys are with a worker.
  @Override
  public int running() {
    return count(QueueState::running);
  }

  private int count(ToIntFunction<QueueState<K>> what) {
    long now = time.nanos();
    QueueState<K> state = desk.enter();
    try {
      state.expire(now);
      return what.applyAsInt(state);
    } finally {
      desk.leave();
    }
  }

  /// Takes no more keys and forgets the delayed ones. What is ready is still handed out. Ends every
  /// [#drain] that is waiting.
  ///
  /// In Go: {@index ShutDown}.
  public void shutDown() {
    desk.shutDown();
  }

  /// Shuts down, and waits until everything that was ready has been done.
  ///
  /// In Go: {@index ShutDownWithDrain}.
  ///
  /// @return false when that took longer than `limit`, or the queue was shut down or closed
  ///   meanwhile
  public boolean drain(Duration limit) throws InterruptedException {
    return desk.drain(limit);
  }

  /// Whether the queue is closed.
  @Override
  public boolean isClosed() {
    return desk.isClosed();
  }

  /// Shuts down and hands out nothing any more. Workers may still finish what they have.
  @Override
  public void close() {
    desk.close();
  }

  /// How long all running keys have been with their workers, taken together:
  /// `workqueue_unfinished_work_seconds`.
  public Duration unfinishedWork() {
    return Duration.ofNanos(runningTimes().stream().mapToLong(Long::longValue).sum());
  }

  /// How long the longest running key has been with its worker:
  /// `workqueue_longest_running_processor_seconds`.
  public Duration longestRunning() {
    return Duration.ofNanos(runningTimes().stream().mapToLong(Long::longValue).max().orElse(0));
  }

  private final class Running implements QueueObserver.RunningWork {
    @Override
    public Duration total() {
      return unfinishedWork();
    }

    @Override
    public Duration longest() {
      return longestRunning();
    }
  }

  private List<Long> runningTimes() {
    long now = time.nanos();
    QueueState<K> state = desk.enter();
    try {
      return state.firstRunning(state.running()).stream().map(entry -> now - entry.since).toList();
    } finally {
      desk.leave();
    }
  }

  /// What the queue holds now.
  ///
  /// @param limit how many keys to describe; the numbers are those of all
  @Override
  public QueueSnapshot<K> snapshot(int limit) {
    Instant at = time.instant();
    long now = time.nanos();
    QueueState<K> state = desk.enter();
    try {
      state.expire(now);
      List<Entry<K>> entries = new ArrayList<>(state.firstRunning(limit));
      entries.addAll(state.firstReady(limit - entries.size()));
      entries.addAll(state.firstDelayed(limit - entries.size()));
      return new QueueSnapshot<>(
          options.name(),
          at,
          state.ready(),
          state.delayed(),
          state.running(),
          entries.stream().map(entry -> QueueSnapshot.Key.of(entry, at, now)).toList());
    } finally {
      desk.leave();
    }
  }
}
