package dev.drover.bench.reconcile;

import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.Target;
import java.util.List;
import java.util.stream.Stream;

/// The compared controllers, which all do the same [Job].
enum ControllerContender {
  DROVER("drover", "Drover"),
  DROVER_LAUNCHED("drover-launched", "Drover, as the launcher starts it"),
  DROVER_SMALL("drover-small", "Drover, as the launcher starts it, and small.jvm"),
  CONTROLLER_RUNTIME("controller-runtime", "controller-runtime"),
  JOSDK("josdk", "Java Operator SDK"),
  OFFICIAL("official", "official client"),
  DROVER_CONSOLE("drover-console", "Drover with a console that has no viewer"),
  DROVER_VIEWED("drover-viewed", "Drover with a console and a viewer");

  /// Those that take part unless the arguments say otherwise.
  static final List<ControllerContender> PEERS =
      List.of(DROVER, DROVER_LAUNCHED, DROVER_SMALL, CONTROLLER_RUNTIME, JOSDK, OFFICIAL);

  static final List<ControllerContender> CONSOLES = List.of(DROVER, DROVER_CONSOLE, DROVER_VIEWED);

  final String variant;
  final String label;

  ControllerContender(String variant, String label) {
    this.variant = variant;
    this.label = label;
  }

  /// Starts it in this JVM, which loads nothing of the others.
  void start(Target target, Job job) throws Exception {
    switch (this) {
      case DROVER, DROVER_LAUNCHED, DROVER_SMALL -> DroverController.start(target, job);
      case DROVER_CONSOLE, DROVER_VIEWED ->
          ConsoleController.start(target, job, this == DROVER_VIEWED);
      case JOSDK -> JosdkController.start(target, job);
      case OFFICIAL -> OfficialController.start(target, job);
      case CONTROLLER_RUNTIME -> throw new IllegalStateException("runs in a process of its own");
    }
  }

  /// The options that the launcher gives its JVM; none if it is started without them.
  List<String> launcherOptions() {
    return switch (this) {
      case DROVER_LAUNCHED -> List.of(Jvm.CONTROLLER);
      case DROVER_SMALL -> List.of(Jvm.CONTROLLER, Jvm.SMALL);
      default -> List.of();
    };
  }

  boolean isGo() {
    return this == CONTROLLER_RUNTIME;
  }

  /// @throws IllegalArgumentException which lists those that there are
  static ControllerContender of(String variant) {
    return Stream.of(values())
        .filter(c -> c.variant.equals(variant))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no variant '" + variant + "', only " + variants()));
  }

  private static List<String> variants() {
    return Stream.of(values()).map(c -> c.variant).toList();
  }
}
