package dev.drover.cli;

import java.util.ArrayList;
import java.util.List;

/// What the demo said: steps with their outcome. Any number of threads.
final class DemoSteps implements DemoNarrator {
  private final List<Step> steps = new ArrayList<>(); // guarded by this

  /// A step and what was said of it.
  record Step(String title, List<String> said) {
    Step {
      said = List.copyOf(said);
    }

    Step with(String text) {
      List<String> more = new ArrayList<>(said);
      more.add(text);
      return new Step(title, more);
    }
  }

  @Override
  public synchronized void begin(String title) {
    steps.add(new Step(title, List.of()));
  }

  @Override
  public synchronized void say(String text) {
    if (steps.isEmpty()) {
      begin("");
    }
    steps.addLast(steps.removeLast().with(text));
  }

  /// Says everything once more.
  void tell(DemoNarrator other) {
    for (Step step : all()) {
      other.begin(step.title);
      step.said.forEach(other::say);
    }
  }

  synchronized List<Step> all() {
    return List.copyOf(steps);
  }
}
