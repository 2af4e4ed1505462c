package dev.drover.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects the validation errors of a value, each once, and counts the checked values: of several
/// schemas that do not match, the errors of the closest one are reported.
///
/// In Go: `validate.Result`.
final class Complaints {
  private final FieldPath root;
  private final Map<String, FieldError> errors = new LinkedHashMap<>(); // by message
  private int matches;

  /// @param root where the value stands that all this is about
  Complaints(FieldPath root) {
    this.root = root;
  }

  /// None yet, about the same value.
  Complaints fresh() {
    return new Complaints(root);
  }

  List<FieldError> errors() {
    return List.copyOf(errors.values());
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  void forgive() {
    errors.clear();
  }

  /// Counts things that were looked at.
  void looked(int times) {
    matches += times;
  }

  boolean fitsBetterThan(Complaints other) {
    return matches > other.matches;
  }

  void merge(Complaints other) {
    other.errors.forEach(errors::putIfAbsent);
    matches += other.matches;
  }

  void wrongType(String path, String expected, String actual) {
    String message =
        "%s in body must be of type %s: %s".formatted(path, expected, GoQuoting.quote(actual));
    errors.putIfAbsent(message, FieldError.typeInvalid(at(path), actual, message));
  }

  void invalid(String path, Object value, String problem) {
    complaint(path, value, path + " in body " + problem);
  }

  void complaint(String path, Object value, String message) {
    errors.putIfAbsent(message, FieldError.invalid(at(path), value, message));
  }

  void add(String path, String problem, FieldError error) {
    errors.putIfAbsent(path + " in body " + problem, error);
  }

  /// A complaint without a place.
  void composite(String message) {
    errors.putIfAbsent(message, FieldError.invalid(root, "", message));
  }

  FieldPath at(String path) {
    String name = path.startsWith(".") ? path.substring(1) : path;
    return name.isEmpty() ? root : root.child(name);
  }
}
