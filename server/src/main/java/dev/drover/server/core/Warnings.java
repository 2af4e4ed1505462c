package dev.drover.server.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// The warnings that go back with one answer, each once, in the order they came.
///
/// For one call, and the one thread that serves it.
public final class Warnings {
  private final SequencedSet<String> texts = new LinkedHashSet<>();

  public void add(String text) {
    texts.add(text);
  }

  public List<String> texts() {
    return new ArrayList<>(texts);
  }
}
