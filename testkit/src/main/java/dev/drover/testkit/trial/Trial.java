package dev.drover.testkit.trial;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.client.Reader;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// One run of a workload against controllers. The body of a [ControllerTrial] receives it and runs
/// repeatedly: first undisturbed, then once for each plan of disturbances.
///
/// ```java
/// @ControllerTrial
/// void websiteIsPublishedAndChanged(Trial trial) {
///   trial.manager(m -> new WebsiteController().addTo(m));
///   trial.create(website("hello", "<h1>1</h1>"));             // a step; waits until all is at rest
///   trial.edit(Website.class, "hello", w -> w.withSpec(…));
///   trial.delete(Website.class, "hello");
/// }
/// ```
///
/// *The body* must be the same each time: no random values, no state that survives it, and new
/// controllers in [#manager(Setup)], which is called again after each crash. Objects without a
/// namespace go to that of the run. One thread.
public final class Trial {
  private final TrialRun run;

  Trial(TrialRun run) {
    this.run = run;
  }

  /// Adds controllers to a manager; called each time that the process starts.
  @FunctionalInterface
  public interface Setup {
    /// Adds controllers, and what else the process has.
    void addTo(Manager manager) throws Exception;
  }

  /// A step of a workload.
  @FunctionalInterface
  public interface Step {
    /// Changes the cluster, with a client whose namespace is that of the run.
    void run(Client client) throws Exception;
  }

  /// Starts a manager with the controllers that are on trial. Its time stands still while anything
  /// happens: back-offs and timers cost nothing.
  ///
  /// @param setup installs the kinds and adds the controllers
  public void manager(Setup setup) {
    manager("controller", setup, _ -> {});
  }

  /// Starts a manager with this name and changed options. With leader election it leads at once,
  /// also after a crash: that another replica takes over is not tried.
  public void manager(String name, Setup setup, Consumer<ManagerOptions.Builder> options) {
    run.start(name, ControllerProcess.ofManager(setup, options));
  }

  /// Registers handlers in Lasso's style; called each time that the process starts.
  @FunctionalInterface
  public interface FactorySetup {
    /// Registers handlers with a factory whose clients, caches and time are those of the trial.
    void addTo(SharedControllerFactory factory) throws Exception;
  }

  /// Starts a factory of shared controllers, with the handlers that are on trial.
  ///
  /// ```java
  /// trial.factory(f -> f.forObject(Deployment.class).registerHandler("label", this::onChange));
  /// ```
  public void factory(FactorySetup setup) {
    factory("controllers", setup, _ -> {});
  }

  /// Starts a factory of shared controllers with this name, for reports, and changed options.
  public void factory(String name, FactorySetup setup, Consumer<FactoryOptions.Builder> options) {
    run.start(name, ControllerProcess.ofFactory(setup, options));
  }

  /// A program that connects a manager and runs it.
  @FunctionalInterface
  public interface Program {
    /// Runs the program; called each time that the process starts, on a thread of its own.
    ///
    /// @param args name the cluster of the trial
    void main(String[] args) throws Exception;
  }

  /// Runs a whole program, whose manager is on trial; returns when that has started.
  ///
  /// ```java
  /// trial.program(args -> new IcecreamRecipe().main(args));
  /// ```
  ///
  /// The program connects one manager on the thread that it is called on, and calls its `run` or
  /// `start`. Its own options hold, but those that a trial needs, such as the time.
  public void program(Program program) {
    run.start(program);
  }

  /// The namespace of this run; another one in every run.
  public String namespace() {
    return run.namespace();
  }

  /// A client for this namespace. What it writes belongs to no step: reads and assertions.
  public Client client() {
    return run.client();
  }

  /// Creates an object, and waits until all is at rest.
  public <T extends KubernetesObject> void create(T object) {
    run.step("create " + name(object), client -> client.create(object));
  }

  /// Applies an object, and waits until all is at rest.
  public <T extends KubernetesObject> void apply(T object) {
    run.step("apply " + name(object), client -> client.apply(object));
  }

  /// Changes an object as it is at the time, and waits until all is at rest.
  public <T extends KubernetesObject> void edit(
      Class<T> type, String name, UnaryOperator<T> change) {
    run.step(
        "edit " + type.getSimpleName() + " " + name,
        client -> client.editLatest(client.get(type, name), change));
  }

  /// Deletes an object, and waits until all is at rest. It must be there.
  public <T extends KubernetesObject> void delete(Class<T> type, String name) {
    run.step(
        "delete " + type.getSimpleName() + " " + name,
        client -> client.delete(client.get(type, name)));
  }

  /// Does anything else as one step, and waits until all is at rest.
  ///
  /// @param what for reports
  public void step(String what, Step step) {
    run.step(what, step);
  }

  /// Checks a promise after every write of a controller, in every run.
  ///
  /// @param promise for reports
  /// @param holds reads from the server, in the namespace of the run if no other is named
  public void always(String promise, Predicate<Reader> holds) {
    run.rules().always(promise, holds);
  }

  /// Checks a promise at the end of every run.
  public void finallyTrue(String promise, Predicate<Reader> holds) {
    run.rules().finallyTrue(promise, holds);
  }

  /// Leaves fields out when end states are compared, of all objects: `status.startedAt` stands for
  /// everything below it, too.
  public void mask(String... paths) {
    run.rules().mask(paths);
  }

  /// Leaves families of disturbances out, of which the controller promises nothing.
  public void without(Hazard... hazards) {
    run.rules().without(hazards);
  }

  /// Requires all requests of controllers to be within the rules of a Role or ClusterRole.
  ///
  /// @param role of any form: typed, or read from a manifest
  public void rights(KubernetesObject role) {
    run.rules().rights(role);
  }

  private static String name(KubernetesObject object) {
    return Kind.ofObject(object).gvk().kind() + " " + ObjectKey.of("", object.name()).name();
  }
}
