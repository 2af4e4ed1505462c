package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// A handler that keeps its notifications, and the collection that follows from them. Fails on
/// every impossible step.
final class Probe<T extends KubernetesObject> implements EventHandler<T> {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<String> events = new ArrayList<>();
  private final Map<ObjectKey, T> view = new HashMap<>();
  private final List<String> complaints = new ArrayList<>();

  @Override
  public String name() {
    return "probe";
  }

  @Override
  public synchronized void onAdd(T object, boolean isInInitialList) {
    note((isInInitialList ? "initial " : "add ") + object.key());
    if (view.put(object.key(), object) != null) {
      complaints.add("added twice: " + object.key());
    }
  }

  @Override
  public synchronized void onUpdate(T before, T now) {
    note((before == now ? "sync " : "update ") + now.key());
    T known = view.put(now.key(), now);
    if (known == null || !version(known).equals(version(before))) {
      complaints.add("not the state before: " + now.key());
    }
  }

  @Override
  public synchronized void onDelete(Deletion<T> deletion) {
    note((deletion instanceof Deletion.Seen<T> ? "delete " : "lost ") + deletion.key());
    if (view.remove(deletion.key()) == null) {
      complaints.add("deleted and never told: " + deletion.key());
    }
  }

  private static String version(KubernetesObject object) {
    return object.metadata().resourceVersion();
  }

  private void note(String event) {
    events.add(event);
    notifyAll();
  }

  synchronized List<String> events() {
    return List.copyOf(events);
  }

  synchronized void forget() {
    events.clear();
  }

  /// The versions of what it believes to be there.
  synchronized Map<ObjectKey, String> view() {
    assertThat(complaints).isEmpty();
    return versions(view.values());
  }

  static Map<ObjectKey, String> versions(Iterable<? extends KubernetesObject> objects) {
    Map<ObjectKey, String> versions = new HashMap<>();
    objects.forEach(object -> versions.put(object.key(), version(object)));
    return versions;
  }

  /// Waits for this event.
  void await(String event) throws InterruptedException {
    await(() -> events.contains(event), event);
  }

  void awaitCount(int count) throws InterruptedException {
    await(() -> events.size() >= count, count + " events");
  }

  void awaitView(Map<ObjectKey, String> wanted) throws InterruptedException {
    await(() -> versions(view.values()).equals(wanted), wanted.toString());
    view();
  }

  private synchronized void await(BooleanSupplier reached, String what)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.getAsBoolean()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw new AssertionError("never came: " + what + "; there were " + events);
      }
      wait(Math.max(1, left / 1_000_000));
    }
  }
}
