package dev.drover.runtime;

import dev.drover.api.DynamicObject;
import dev.drover.api.KubernetesObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The fields in which two states of an object differ, as readable paths. Objects may nest as
/// deeply as they are read.
final class ChangedFields {
  private static final int DEEPEST = 4;

  /// Below so many levels, which no kind has, values must be equal to count as the same: trees
  /// compare at any depth, while these methods need stack for each level.
  private static final int LEVELS = 100;

  /// These change with everything else.
  private static final Set<String> NOISE =
      Set.of("metadata.resourceVersion", "metadata.managedFields", "metadata.generation");

  /// These the server sets, whatever is sent.
  private static final Set<String> SET_BY_THE_SERVER =
      Set.of(
          "metadata.uid",
          "metadata.creationTimestamp",
          "metadata.selfLink",
          "metadata.deletionTimestamp",
          "metadata.deletionGracePeriodSeconds");

  private ChangedFields() {}

  /// The fields in which two states differ.
  static List<String> between(KubernetesObject before, KubernetesObject now) {
    List<String> changed = new ArrayList<>();
    compare("", tree(before), tree(now), NOISE::contains, true, changed);
    return List.copyOf(changed);
  }

  /// The fields that the server has another value of than was sent to it.
  ///
  /// What was sent with a version is the whole object, so a field that the server added counts;
  /// else it is what the caller described, and the server fills in the rest.
  ///
  /// @param isComplete whether an object that was read has all fields of the server; false if the
  ///   cache drops some
  static List<String> byTheServer(
      KubernetesObject sent, KubernetesObject answered, boolean isComplete) {
    boolean isWhole = isComplete && !sent.metadata().resourceVersion().isEmpty();
    List<String> changed = new ArrayList<>();
    compare("", tree(sent), tree(answered), ChangedFields::isOfTheServer, isWhole, changed);
    return List.copyOf(changed);
  }

  private static Map<String, ?> tree(KubernetesObject object) {
    return DynamicObject.of(object).tree();
  }

  private static boolean isOfTheServer(String place) {
    return NOISE.contains(place) || SET_BY_THE_SERVER.contains(place);
  }

  /// @param isIgnored whether a field does not count
  /// @param withAdded whether a field counts that only the second has
  private static void compare(
      String path,
      Map<?, ?> before,
      Map<?, ?> now,
      Predicate<String> isIgnored,
      boolean withAdded,
      List<String> changed) {
    Set<String> names = new TreeSet<>();
    before.keySet().forEach(name -> names.add(String.valueOf(name)));
    if (withAdded) {
      now.keySet().forEach(name -> names.add(String.valueOf(name)));
    }
    for (String name : names) {
      String place = path.isEmpty() ? name : path + "." + name;
      Object old = before.get(name);
      Object next = now.get(name);
      if (isSame(old, next) || isIgnored.test(place)) {
        continue;
      }
      boolean goesOn = place.chars().filter(c -> c == '.').count() < DEEPEST - 1;
      if (old instanceof Map<?, ?> a && next instanceof Map<?, ?> b) {
        if (goesOn) {
          compare(place, a, b, isIgnored, withAdded, changed);
        } else if (withAdded || !contains(b, a)) {
          changed.add(place);
        }
      } else if (withAdded || !contains(next, old)) {
        changed.add(place);
      }
    }
  }

  /// Whether two values mean the same: a number is the same in every Java type, and an empty value
  /// is left out of what is sent.
  private static boolean isSame(@Nullable Object old, @Nullable Object next) {
    return isSame(old, next, 0);
  }

  private static boolean isSame(@Nullable Object old, @Nullable Object next, int depth) {
    if (old instanceof Number a && next instanceof Number b) {
      return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0;
    }
    if (old instanceof Map<?, ?> || old instanceof List<?>) {
      boolean isSame =
          depth < LEVELS ? hasSameParts(old, next, depth + 1) : Objects.equals(old, next);
      return isSame || (isEmpty(old) && isEmpty(next));
    }
    return Objects.equals(old, next) || (isEmpty(old) && isEmpty(next));
  }

  private static boolean hasSameParts(Object old, @Nullable Object next, int depth) {
    if (old instanceof Map<?, ?> a && next instanceof Map<?, ?> b) {
      Set<Object> names = new HashSet<>(a.keySet());
      names.addAll(b.keySet());
      for (Object name : names) {
        if (!isSame(a.get(name), b.get(name), depth)) {
          return false;
        }
      }
      return true;
    }
    if (old instanceof List<?> a && next instanceof List<?> b && a.size() == b.size()) {
      for (int i = 0; i < a.size(); i++) {
        if (!isSame(a.get(i), b.get(i), depth)) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  private static boolean isEmpty(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case Map<?, ?> map -> map.isEmpty();
      case Collection<?> list -> list.isEmpty();
      case String text -> text.isEmpty();
      case Boolean flag -> !flag;
      case Number number -> new BigDecimal(number.toString()).signum() == 0;
      default -> false;
    };
  }

  /// Whether everything that was sent is in the answer; lists item by item.
  private static boolean contains(@Nullable Object answer, @Nullable Object sent) {
    return contains(answer, sent, 0);
  }

  private static boolean contains(@Nullable Object answer, @Nullable Object sent, int depth) {
    return depth < LEVELS ? containsParts(answer, sent, depth + 1) : Objects.equals(answer, sent);
  }

  private static boolean containsParts(@Nullable Object answer, @Nullable Object sent, int depth) {
    if (sent instanceof Map<?, ?> wanted && answer instanceof Map<?, ?> there) {
      for (Map.Entry<?, ?> entry : wanted.entrySet()) {
        if (!contains(there.get(entry.getKey()), entry.getValue(), depth)) {
          return false;
        }
      }
      return true;
    }
    if (sent instanceof List<?> wanted && answer instanceof List<?> there) {
      if (wanted.size() != there.size()) {
        return false;
      }
      for (int i = 0; i < wanted.size(); i++) {
        if (!contains(there.get(i), wanted.get(i), depth)) {
          return false;
        }
      }
      return true;
    }
    return isSame(sent, answer, depth);
  }
}
