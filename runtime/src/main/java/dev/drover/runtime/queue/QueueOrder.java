package dev.drover.runtime.queue;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The order in which a [WorkQueue] hands out keys that are ready.
///
/// | order           | keys are handed out                                                      |
/// |-----------------|--------------------------------------------------------------------------|
/// | [#byPriority]   | by priority, and within one as they became ready; see [Ageing]           |
/// | [#fifo]         | as they became ready; priorities have no effect                          |
/// | [#fairBy]       | by priority, and within one the groups take turns                        |
///
/// ```java
/// manager.controllerFor(Icecream.class)
///     .options(o -> o.order(QueueOrder.fairBy(Request::namespace)))
/// ```
///
/// @param <K> the type of the keys
public final class QueueOrder<K> {
  private static final Logger LOG = LoggerFactory.getLogger(QueueOrder.class);
  private static final Object NO_GROUP = new Object();

  private final boolean usesPriorities;
  private final @Nullable Function<? super K, ?> groups;

  private QueueOrder(boolean usesPriorities, @Nullable Function<? super K, ?> groups) {
    this.usesPriorities = usesPriorities;
    this.groups = groups;
  }

  /// Higher priorities first, within one the order in which keys became ready.
  public static <K> QueueOrder<K> byPriority() {
    return new QueueOrder<>(true, null);
  }

  /// First in, first out. Priorities have no effect: every key has priority 0.
  public static <K> QueueOrder<K> fifo() {
    return new QueueOrder<>(false, null);
  }

  /// Higher priorities first; within one, each group has one key handed out in turn. A group with
  /// many keys, such as a namespace whose objects change all the time, delays a key of another
  /// group by one key for each other group, and no more.
  ///
  /// @param group the group of a key, such as its namespace or the owner of its object; called once
  ///   for each time a key is added, on the thread that adds it. Keys for which it throws form one
  ///   group together
  public static <K> QueueOrder<K> fairBy(Function<? super K, ?> group) {
    return new QueueOrder<>(true, group);
  }

  boolean isFair() {
    return groups != null;
  }

  int priority(int wanted) {
    return usesPriorities ? wanted : 0;
  }

  /// The group of a key; null if the order has none.
  @Nullable Object group(K key) {
    if (groups == null) {
      return null;
    }
    try {
      Object group = groups.apply(key);
      return group == null ? NO_GROUP : group;
    } catch (RuntimeException e) {
      // The key must not be lost.
      LOG.warn("work queue: cannot tell the group of {}, using the common one", key, e);
      return NO_GROUP;
    }
  }
}
