package dev.drover.client.ops;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Scope;
import dev.drover.api.Selector;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.client.ListOptions;
import dev.drover.client.RequestFailedException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.ResourceClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// One drain of a node: checks all pods first, then evicts them all at once and waits until they
/// are gone.
final class Drain {
  private static final Duration FOREVER = Duration.ofDays(365);
  private static final Kind<DynamicObject> POD =
      Kind.dynamic(new GroupVersionKind("", "v1", "Pod"), "pods", Scope.NAMESPACED);
  private static final Kind<DynamicObject> EVICTION =
      Kind.dynamic(new GroupVersionKind("policy", "v1", "Eviction"), "", Scope.NAMESPACED);

  private final Client client;
  private final String node;
  private final DrainOptions options;
  private final long end;

  Drain(Client client, String node, DrainOptions options) {
    this.client = client;
    this.node = node;
    this.options = options;
    Duration limit = options.timeout().isZero() ? FOREVER : options.timeout();
    this.end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
  }

  private record Leaving(DynamicObject pod, DrainedPod drained) {}

  List<DrainedPod> run() {
    List<Leaving> leaving = checked();
    List<DrainedPod> gone = new ArrayList<>();
    Map<ObjectKey, String> left = new LinkedHashMap<>();
    ThreadFactory named = Thread.ofVirtual().name("drover/client/drain-", 0).factory();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(named)) {
      Map<Leaving, Future<?>> evictions = new LinkedHashMap<>();
      leaving.forEach(pod -> evictions.put(pod, threads.submit(() -> evict(pod.pod))));
      try {
        for (Map.Entry<Leaving, Future<?>> eviction : evictions.entrySet()) {
          String failure = result(eviction.getValue());
          if (failure.isEmpty()) {
            gone.add(eviction.getKey().drained);
          } else {
            left.put(eviction.getKey().drained.key(), failure);
          }
        }
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new RequestInterruptedException("drain node " + node + ": interrupted", e);
      }
    }
    if (!left.isEmpty()) {
      throw new RequestFailedException(
          "drain node %s: %d of %d pods are not gone: %s"
              .formatted(node, left.size(), leaving.size(), left),
          null);
    }
    return List.copyOf(gone);
  }

  /// The pods to evict.
  private List<Leaving> checked() {
    PodDrainCheck check = new PodDrainCheck(client, options);
    List<Leaving> leaving = new ArrayList<>();
    Map<ObjectKey, String> refused = new LinkedHashMap<>();
    Selector which = options.pods();
    ListOptions onNode =
        ListOptions.defaults()
            .with(o -> o.fields(FieldSelector.field("spec.nodeName", node)))
            .with(o -> o.labels(which == null ? ListOptions.defaults().labels() : which));
    for (DynamicObject pod : client.resources(POD).list(onNode).items()) {
      switch (check.of(pod)) {
        case PodDrainCheck.Decision.Keep() -> {}
        case PodDrainCheck.Decision.Evict(String warning) ->
            leaving.add(new Leaving(pod, new DrainedPod(pod.key(), warning)));
        case PodDrainCheck.Decision.Refuse(String reason) -> refused.put(pod.key(), reason);
      }
    }
    if (!refused.isEmpty()) {
      throw new DrainRefusedException(node, refused);
    }
    return leaving;
  }

  /// How an eviction failed; empty if it did not.
  private static String result(Future<?> eviction) throws InterruptedException {
    try {
      eviction.get();
      return "";
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    }
  }

  private void evict(DynamicObject pod) {
    ResourceClient<DynamicObject> pods = client.resources(POD).inNamespace(pod.namespace());
    while (true) {
      try {
        ask(pods, pod);
        break;
      } catch (ApiException.NotFound e) {
        return;
      } catch (ApiException.TooManyRequests e) { // the disruption budget
        pause(e);
      } catch (ApiException.Forbidden e) {
        if (!isTerminating(e)) {
          throw e;
        }
        break; // its namespace is being deleted, and the pod with it
      }
    }
    DeletionWait.await(pods, pod, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
  }

  private static boolean isTerminating(ApiException e) {
    return e.causes().stream().anyMatch(cause -> "NamespaceTerminating".equals(cause.reason()));
  }

  private void ask(ResourceClient<DynamicObject> pods, DynamicObject pod) {
    try {
      if (options.disableEviction()) {
        delete(pods, pod);
      } else {
        requestEviction(pods, pod);
      }
    } catch (ApiException.Conflict e) {
      if (pods.find(pod.name()).filter(now -> isSame(now, pod)).isPresent()) {
        throw e;
      }
      // Another pod of the same name: this one is gone.
    }
  }

  private void delete(ResourceClient<DynamicObject> pods, DynamicObject pod) {
    DeleteOptions.Builder delete =
        DeleteOptions.builder().preconditions(p -> p.uid(pod.metadata().uid()));
    if (options.gracePeriodSeconds() >= 0) {
      delete.gracePeriodSeconds(options.gracePeriodSeconds());
    }
    pods.delete(pod.name(), delete.build());
  }

  private void requestEviction(ResourceClient<DynamicObject> pods, DynamicObject pod) {
    DynamicObject eviction = DynamicObject.named(EVICTION.gvk(), pod.namespace(), pod.name());
    Map<String, Object> delete = new LinkedHashMap<>();
    delete.put("preconditions", Map.of("uid", pod.metadata().uid()));
    if (options.gracePeriodSeconds() >= 0) {
      delete.put("gracePeriodSeconds", options.gracePeriodSeconds());
    }
    pods.subresource("POST", pod.name(), "eviction")
        .body(eviction.with(delete, "deleteOptions"), EVICTION)
        .maxRetries(0) // a refusal of the budget is an answer
        .execute();
  }

  private static boolean isSame(DynamicObject now, DynamicObject pod) {
    return now.metadata().uid().equals(pod.metadata().uid());
  }

  private void pause(KubernetesException e) {
    long left = end - System.nanoTime();
    if (left <= 0) {
      throw e;
    }
    try {
      long pause = TimeUnit.NANOSECONDS.convert(options.retryPause());
      Thread.sleep(Duration.ofNanos(Math.min(left, pause)));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException("drain node " + node + ": interrupted", interrupted);
    }
  }
}
