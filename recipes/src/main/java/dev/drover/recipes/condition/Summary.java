package dev.drover.recipes.condition;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The state of an object in one word, with the reason: ready, progressing, failed or terminating.
///
/// ```java
/// Summary.of(deployment);                               // PROGRESSING: 1 of 3 replicas are ready
/// Summary.awaitReady(client, deployment, Duration.ofMinutes(1));
/// ```
///
/// Built-in kinds are judged by the rules of kstatus, such as the replicas of a Deployment, with
/// one exception: a Pod of the phase `Failed` has failed. All other kinds are judged by the
/// convention of conditions, the first of `Stalled` and `Reconciling` first:
///
/// | what the object says                                              | state       |
/// |-------------------------------------------------------------------|-------------|
/// | it is being deleted                                               | TERMINATING |
/// | `status.observedGeneration` is not that of the object            | PROGRESSING |
/// | `Stalled`, `Failed` or `Degraded` is true                         | FAILED      |
/// | `Reconciling` is true                                             | PROGRESSING |
/// | `Ready` (without it: `Available`) is not true, or about an older generation | PROGRESSING |
/// | anything else, such as no status at all                           | READY       |
///
/// In Go: {@index summary.Summarize}, {@index status.Compute}.
///
/// @param state of the object
/// @param messages why, for people, the most important first; empty if there is nothing to say
public record Summary(State state, List<String> messages) {
  private static final List<String> FAILURES = List.of("Stalled", "Failed", "Degraded");
  private static final List<String> READINESS = List.of("Ready", "Available");

  /// The messages are copied.
  public Summary {
    messages = List.copyOf(messages);
  }

  /// The state of an object.
  public enum State {
    /// What was asked for is there.
    READY,
    /// A controller is at work, or has not seen the latest change.
    PROGRESSING,
    /// A controller gave up, or something is broken until it is changed.
    FAILED,
    /// The object is being deleted.
    TERMINATING
  }

  static Summary ready(String message) {
    return new Summary(State.READY, message.isEmpty() ? List.of() : List.of(message));
  }

  static Summary progressing(String message) {
    return new Summary(State.PROGRESSING, List.of(message));
  }

  static Summary failed(String message) {
    return new Summary(State.FAILED, List.of(message));
  }

  /// Whether the object is ready.
  public boolean isReady() {
    return state == State.READY;
  }

  /// The summary of an object of any kind, at the time of the system.
  public static Summary of(KubernetesObject object) {
    return of(object, InstantSource.system());
  }

  /// The summary of an object of any kind.
  ///
  /// @param clock tells how long something has lasted, such as a pod that cannot be scheduled
  public static Summary of(KubernetesObject object, InstantSource clock) {
    StatusView view = new StatusView(DynamicObject.of(object), clock);
    if (object.metadata().isDeleting()) {
      return new Summary(State.TERMINATING, held(object));
    }
    return general(view).orElseGet(() -> byKind(view));
  }

  private static List<String> held(KubernetesObject object) {
    List<String> finalizers = object.metadata().finalizers();
    return finalizers.isEmpty()
        ? List.of("deletion was requested")
        : List.of("deletion waits for the finalizers " + String.join(", ", finalizers));
  }

  /// What holds for every kind.
  private static Optional<Summary> general(StatusView view) {
    long generation = view.generation();
    Optional<Long> observed = view.number("status", "observedGeneration");
    if (observed.isPresent() && generation > 0 && observed.get() != generation) {
      return Optional.of(
          progressing(
              "generation %d is observed, %d is the latest".formatted(observed.get(), generation)));
    }
    return view.firstTrue("Stalled", "Reconciling")
        .map(
            type ->
                type.equals("Stalled") ? failed(view.text(type)) : progressing(view.text(type)));
  }

  private static Summary byKind(StatusView view) {
    GroupKind kind = view.object().gvk().groupKind();
    StatusRule rule = Workloads.RULES.getOrDefault(kind, PodlessKinds.RULES.get(kind));
    return rule == null ? byConditions(view) : rule.summary(view);
  }

  private static Summary byConditions(StatusView view) {
    for (String failure : FAILURES) {
      if (view.isTrue(failure)) {
        return failed(view.text(failure));
      }
    }
    for (String type : READINESS) {
      Optional<Map<?, ?>> condition = view.condition(type);
      if (condition.isPresent()) {
        return view.isCurrent(condition.get())
            ? readiness(view, type)
            : progressing(type + " is about an older generation");
      }
    }
    return ready("");
  }

  private static Summary readiness(StatusView view, String type) {
    return view.isTrue(type) ? ready(view.message(type)) : progressing(view.text(type));
  }

  /// Waits until an object is ready; it need not exist yet.
  ///
  /// @return the object as it is then
  /// @throws FailedException if the object has failed, with its summary
  /// @throws dev.drover.client.RequestFailedException if it is not ready within the limit; the
  ///   message shows its status
  public static <T extends KubernetesObject> T awaitReady(Client client, T object, Duration limit) {
    ResourceClient<T> resources = client.resources(client.kindOf(object));
    String namespace =
        object.namespace().isEmpty() ? client.rest().config().namespace() : object.namespace();
    return resources
        .inNamespace(resources.kind().isNamespaced() ? namespace : "")
        .await(object.name(), Summary::isReadyOrThrow, limit);
  }

  private static boolean isReadyOrThrow(KubernetesObject object) {
    Summary summary = of(object);
    if (summary.state == State.FAILED) {
      throw new FailedException(object, summary);
    }
    return summary.isReady();
  }

  @Override
  public String toString() {
    return messages.isEmpty() ? state.toString() : state + ": " + String.join("; ", messages);
  }

  /// An object that was to become ready has failed.
  public static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Summary summary;

    FailedException(KubernetesObject object, Summary summary) {
      super("%s %s: %s".formatted(DynamicObject.of(object).gvk().kind(), object.key(), summary));
      this.summary = summary;
    }

    /// How it failed.
    public Summary summary() {
      return summary;
    }
  }
}
