package dev.drover.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Collects the errors of strict field validation and the path of the reader that reports them.
///
/// Each error once, in the order of the text, at most 100.
final class StrictErrors {
  private static final int MAX = 100; // Go's

  private final SequencedSet<String> messages = new LinkedHashSet<>();
  private final StringBuilder path = new StringBuilder();

  List<String> messages() {
    return List.copyOf(messages);
  }

  /// The place now, for [#back].
  int mark() {
    return path.length();
  }

  void back(int mark) {
    path.setLength(mark);
  }

  /// Goes to a field, or the entry of a map.
  void enter(String name) {
    path.append(path.isEmpty() ? "" : ".").append(name);
  }

  /// Goes to an item of a list.
  void enter(int index) {
    path.append('[').append(index).append(']');
  }

  void unknown(String name) {
    add("unknown field", name);
  }

  void duplicate(String name) {
    add("duplicate field", name);
  }

  private void add(String what, String name) {
    if (messages.size() < MAX) {
      messages.add(what + " " + GoQuoting.quote(below(name)));
    }
  }

  /// The path of a field of what is here.
  String below(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
