package dev.drover.testkit.trial;

import dev.drover.api.KubernetesObject;

/// Runs trials without JUnit, and walks through desired states.
///
/// ```java
/// TrialSummary tried =
///     Trials.run("website", TrialOptions.defaults(), trial -> {
///       trial.manager(m -> new WebsiteController().addTo(m));
///       trial.create(website("hello"));
///     });
/// ```
public final class Trials {
  private Trials() {}

  /// The workload of a trial.
  @FunctionalInterface
  public interface Body {
    /// Runs the workload once.
    void run(Trial trial) throws Exception;
  }

  /// Runs a body under all plans that fit into the budget, on an API server of its own.
  ///
  /// @param name for reports
  /// @throws TrialFailure if the controller does not survive a plan, or a plan that is to be
  ///   replayed is not reached
  public static TrialSummary run(String name, TrialOptions options, Body body) {
    try (TrialServer server = TrialServer.start()) {
      TrialSummary summary = new Explorer(server, name, options, body).explore();
      options.progress().accept(name + ": " + summary);
      return summary;
    }
  }

  /// Walks through the desired states that the schema of a custom resource allows: changes each
  /// property of `spec` to values of its type, bounds, choices and formats, as far as the server
  /// accepts them, and requires each state to be the same however it is reached.
  ///
  /// ```java
  /// Trials.walk("website", m -> new WebsiteController().addTo(m), website("hello"));
  /// ```
  ///
  /// @param setup installs the kind and adds the controllers
  /// @param start a valid object, without a namespace; its properties are changed one at a time
  /// @throws TrialFailure if a state depends on the way to it, a change disturbs another object, or
  ///   the controller does not come to rest with a value
  public static TrialSummary walk(String name, Trial.Setup setup, KubernetesObject start) {
    try (TrialServer server = TrialServer.start()) {
      return new DesiredStates(server, name, setup, start).explore();
    }
  }
}
