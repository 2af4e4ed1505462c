package dev.drover.server.validation;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A value in an object that is being validated, with its path and the list that takes errors.
///
/// ```java
/// var object = FieldValidator.root(tree);
/// var ports = object.child("spec").child("ports");
/// ports.each(port -> port.child("containerPort").needRange(1, 65535));
/// return object.errors();
/// ```
///
/// A place may be empty; reading from it gives empty values, as for a [TreeNode]. All places that
/// come from one root complain to the same list, in the order of the calls. For one thread.
public final class FieldValidator {
  /// What Kubernetes says of a field that may not change.
  public static final String IMMUTABLE = "field is immutable";

  private static final String NEGATIVE = "must be greater than or equal to 0";
  private static final String NOT_POSITIVE = "must be greater than zero";

  private final @Nullable Object value;
  private final FieldPath path;
  private final List<FieldError> errors; // one list for all places of a check

  private FieldValidator(@Nullable Object value, FieldPath path, List<FieldError> errors) {
    this.value = value;
    this.path = path;
    this.errors = errors;
  }

  /// The whole object, with an empty list of complaints.
  public static FieldValidator root(TreeNode object) {
    return new FieldValidator(object.map(), FieldPath.ROOT, new ArrayList<>());
  }

  /// Any value at any path, with an empty list of complaints.
  public static FieldValidator of(@Nullable Object value, FieldPath path) {
    return new FieldValidator(
        value instanceof TreeNode n ? n.map() : value, path, new ArrayList<>());
  }

  /// All complaints so far, of every place of this check.
  public List<FieldError> errors() {
    return errors;
  }

  /// The same place with a complaint list of its own, for checks whose result decides what follows.
  public FieldValidator apart() {
    return new FieldValidator(value, path, new ArrayList<>());
  }

  /// Complains about what another check found.
  public void report(Collection<FieldError> found) {
    errors.addAll(found);
  }

  public FieldPath path() {
    return path;
  }

  /// The same value, complained about under another path.
  public FieldValidator as(FieldPath otherPath) {
    return new FieldValidator(value, otherPath, errors);
  }

  // ---- what is there

  /// Whether something is here, be it empty.
  public boolean isPresent() {
    return value != null;
  }

  public @Nullable Object value() {
    return value;
  }

  /// The string here, or an empty one.
  public String text() {
    return value instanceof String text ? text : "";
  }

  /// Whether there is no string here, or an empty one.
  public boolean isBlank() {
    return text().isEmpty();
  }

  /// The whole number here, or 0.
  public long number() {
    return value instanceof Number number ? number.longValue() : 0;
  }

  public boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  /// The object here, or an empty one.
  public TreeNode node() {
    return value instanceof Map<?, ?> map ? TreeNode.view(map) : TreeNode.empty();
  }

  public boolean has(String name) {
    return value instanceof Map<?, ?> map && map.get(name) != null;
  }

  /// The field of this name; the place may be empty.
  public FieldValidator child(String name) {
    Object below = value instanceof Map<?, ?> map ? map.get(name) : null;
    return new FieldValidator(below, path.child(name), errors);
  }

  /// A field further down.
  public FieldValidator child(String name, String... below) {
    FieldValidator place = child(name);
    for (String next : below) {
      place = place.child(next);
    }
    return place;
  }

  /// The entry of this map under a key; its path ends in `[key]`.
  public FieldValidator entry(String key) {
    Object below = value instanceof Map<?, ?> map ? map.get(key) : null;
    return new FieldValidator(below, path.key(key), errors);
  }

  /// The items of the list here.
  public List<FieldValidator> items() {
    List<FieldValidator> items = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        items.add(new FieldValidator(list.get(i), path.index(i), errors));
      }
    }
    return items;
  }

  /// The entries of the map here by key, in its order.
  public Map<String, FieldValidator> entries() {
    Map<String, FieldValidator> entries = new LinkedHashMap<>();
    keys().forEach(key -> entries.put(key, entry(key)));
    return entries;
  }

  /// The keys of the map here.
  public List<String> keys() {
    return value instanceof Map<?, ?> map
        ? map.keySet().stream().map(key -> (String) key).toList()
        : List.of();
  }

  /// How many items or entries are here.
  public int size() {
    return switch (value) {
      case List<?> list -> list.size();
      case Map<?, ?> map -> map.size();
      case null, default -> 0;
    };
  }

  /// Hands this place over if something is here.
  public void ifPresent(Consumer<FieldValidator> check) {
    if (isPresent()) {
      check.accept(this);
    }
  }

  /// Hands over the items of the list here, one by one.
  public void each(Consumer<FieldValidator> check) {
    items().forEach(check);
  }

  // ---- complaints

  public void required(String detail) {
    errors.add(FieldError.required(path, detail));
  }

  /// The value as it is here is wrong.
  public void invalid(String detail) {
    invalid(value, detail);
  }

  public void invalid(@Nullable Object shown, String detail) {
    errors.add(FieldError.invalid(path, shown, detail));
  }

  /// The string here, which in Go has a type of its own or is a pointer, is wrong.
  public void invalidTyped(String detail) {
    invalid(new FieldError.Typed(text()), detail);
  }

  /// One complaint for each text.
  public void invalid(List<String> details) {
    details.forEach(this::invalid);
  }

  public void forbidden(String detail) {
    errors.add(FieldError.forbidden(path, detail));
  }

  public void duplicate() {
    duplicate(value);
  }

  public void duplicate(@Nullable Object shown) {
    errors.add(FieldError.duplicate(path, shown));
  }

  /// The server cannot find out whether the value is right.
  public void internal(String detail) {
    errors.add(FieldError.internal(path, detail));
  }

  /// The string here, which in Go has a type of its own, is none of the supported ones, which the
  /// complaint lists in this order.
  public void notSupported(Collection<String> supported) {
    notSupported(new FieldError.Typed(text()), supported);
  }

  public void notSupported(@Nullable Object shown, Collection<String> supported) {
    errors.add(FieldError.notSupported(path, shown, supported));
  }

  public void tooLong(int maxBytes) {
    errors.add(FieldError.tooLong(path, maxBytes));
  }

  public void tooMany(int max) {
    errors.add(FieldError.tooMany(path, size(), max));
  }

  public void notFound(@Nullable Object shown) {
    errors.add(FieldError.notFound(path, shown));
  }

  // ---- frequent checks

  /// Complains unless there is a string that is not empty; says whether there is.
  public boolean needText() {
    return needText("");
  }

  public boolean needText(String detail) {
    if (isBlank()) {
      required(detail);
    }
    return !isBlank();
  }

  /// Complains about a negative number; an absent one counts as 0.
  public void needNonNegative() {
    if (number() < 0) {
      invalid(NEGATIVE);
    }
  }

  public void needPositive() {
    if (number() <= 0) {
      invalid(number(), NOT_POSITIVE);
    }
  }

  /// Complains about a number outside the range, both ends included.
  public void needRange(long min, long max) {
    if (number() < min || number() > max) {
      invalid(number(), "must be between " + min + " and " + max + ", inclusive");
    }
  }

  /// Complains about a string that is none of these, absent ones included.
  public void needOneOf(Collection<String> supported) {
    if (!supported.contains(text())) {
      notSupported(supported);
    }
  }

  /// Complains about the string here, an absent one being empty, in the words of a rule.
  public void checkText(Function<String, List<String>> rule) {
    rule.apply(text()).forEach(complaint -> invalid(text(), complaint));
  }

  @Override
  public String toString() {
    return "FieldValidator[" + path + "]"; // values may be secret
  }
}
