package dev.drover.bench;

import java.util.List;
import java.util.stream.Stream;

/// Whose controller does the [Job].
enum ControllerContender {
  DROVER("drover", "Drover", DroverController::start),
  DROVER_AOT("drover-aot", "Drover, AOT cache", DroverController::start),
  CONTROLLER_RUNTIME("controller-runtime", "controller-runtime", ControllerContender::inGo),
  JOSDK("josdk", "Java Operator SDK", JosdkController::start),
  OFFICIAL("official", "official client", OfficialController::start);

  final String variant;
  final String label;
  final Job.Starter starter;

  ControllerContender(String variant, String label, Job.Starter starter) {
    this.variant = variant;
    this.label = label;
    this.starter = starter;
  }

  private static void inGo(Target target, Job job) {
    throw new IllegalStateException("runs in a process of its own");
  }

  boolean isGo() {
    return this == CONTROLLER_RUNTIME;
  }

  /// Whether it starts with classes that were linked ahead of time.
  boolean isAhead() {
    return this == DROVER_AOT;
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
