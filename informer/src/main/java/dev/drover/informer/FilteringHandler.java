package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import java.util.function.Predicate;

/// Passes the changes of some objects only to a handler, as if the collection had no others.
///
/// ```java
/// informer.addEventHandler(new FilteringHandler<>(pod -> pod.name().startsWith("web-"), handler));
/// ```
///
/// An update by which an object comes to pass the filter is an addition, one by which it ceases to
/// is a deletion with the state before. A deletion of which nothing but the key is known is passed
/// on, because it may be one of them.
///
/// In Go: {@index cache.FilteringResourceEventHandler}.
///
/// @param filter which objects the handler gets; a pure function
/// @param handler of the objects that pass
/// @param <T> the type of the objects
public record FilteringHandler<T extends KubernetesObject>(
    Predicate<? super T> filter, EventHandler<T> handler) implements EventHandler<T> {
  @Override
  public String name() {
    return handler.name();
  }

  @Override
  public void onAdd(T object, boolean isInInitialList) {
    if (filter.test(object)) {
      handler.onAdd(object, isInInitialList);
    }
  }

  @Override
  public void onUpdate(T before, T now) {
    boolean was = filter.test(before);
    boolean is = filter.test(now);
    if (was && is) {
      handler.onUpdate(before, now);
    } else if (is) {
      handler.onAdd(now, false);
    } else if (was) {
      handler.onDelete(new Deletion.Seen<>(before.key(), before));
    }
  }

  @Override
  public void onDelete(Deletion<T> deletion) {
    if (deletion.lastKnown().map(filter::test).orElse(true)) {
      handler.onDelete(deletion);
    }
  }

  @Override
  public void onOverflow(HandlerOverflowException overflow) {
    handler.onOverflow(overflow);
  }
}
