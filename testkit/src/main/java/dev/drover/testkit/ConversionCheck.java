package dev.drover.testkit;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.RawExtension;
import dev.drover.api.crd.Crd;
import dev.drover.crd.SampleObjects;
import dev.drover.runtime.webhook.Conversion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks that a [Conversion] loses nothing: random objects of every version go to every other
/// version and back, and must be the same.
///
/// ```java
/// @Test
/// void conversionLosesNothing() {
///   ConversionCheck.of(CONVERSION).run();
/// }
/// ```
///
/// Objects are made from the schema of the version, so its constraints (`@Minimum`, `@Pattern`) say
/// which values the functions have to handle. The same seed gives the same objects.
public final class ConversionCheck {
  private static final int OBJECTS = 200;

  private final Conversion<?> conversion;
  private final long seed;
  private final int objects;

  private ConversionCheck(Conversion<?> conversion, long seed, int objects) {
    this.conversion = conversion;
    this.seed = seed;
    this.objects = objects;
  }

  /// A check with 200 objects of each version.
  public static ConversionCheck of(Conversion<?> conversion) {
    return new ConversionCheck(conversion, 1, OBJECTS);
  }

  /// A copy with other random objects.
  public ConversionCheck withSeed(long other) {
    return new ConversionCheck(conversion, other, objects);
  }

  /// A copy with another number of objects of each version.
  public ConversionCheck withObjects(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("need at least one object, got " + number);
    }
    return new ConversionCheck(conversion, seed, number);
  }

  /// Runs the check.
  ///
  /// @throws AssertionError when an object is not the same again; names the versions and the field,
  ///   and shows the object
  public void run() {
    Crd crd = Crd.of(conversion.versions());
    for (Kind<?> from : conversion.versions()) {
      SampleObjects samples = new SampleObjects(crd, from.gvk().version(), seed);
      for (int i = 0; i < objects; i++) {
        KubernetesObject object = samples.next().as(from.type());
        for (Kind<?> by : conversion.versions()) {
          check(object, from.gvk().version(), by.gvk().version());
        }
      }
    }
  }

  private void check(KubernetesObject object, String version, String by) {
    KubernetesObject there;
    KubernetesObject back;
    try {
      there = conversion.convert(object, by);
      back = conversion.convert(there, version);
    } catch (RuntimeException e) {
      throw new AssertionError(
          "%s: %s to %s and back fails with seed %d for %s"
              .formatted(conversion, version, by, seed, json(object)),
          e);
    }
    String lost = difference("", tree(object), tree(back));
    if (!lost.isEmpty()) {
      throw new AssertionError(
          "%s: %s to %s and back changes %s (seed %d)\n  before: %s\n  as %s: %s"
              .formatted(conversion, version, by, lost, seed, json(object), by, json(there)));
    }
  }

  private static Object tree(KubernetesObject object) {
    return DynamicObject.of(object).tree();
  }

  private static String json(KubernetesObject object) {
    return RawExtension.of(object).raw().utf8();
  }

  /// The first place where two trees differ; empty if they do not.
  private static String difference(String path, @Nullable Object before, @Nullable Object after) {
    if (before instanceof Map<?, ?> one && after instanceof Map<?, ?> other) {
      Set<Object> names = new LinkedHashSet<>(one.keySet());
      names.addAll(other.keySet());
      for (Object name : names) {
        String found =
            difference(
                path.isEmpty() ? String.valueOf(name) : path + "." + name,
                one.get(name),
                other.get(name));
        if (!found.isEmpty()) {
          return found;
        }
      }
      return "";
    }
    if (before instanceof List<?> one
        && after instanceof List<?> other
        && one.size() == other.size()) {
      for (int i = 0; i < one.size(); i++) {
        String found = difference(path + "[" + i + "]", one.get(i), other.get(i));
        if (!found.isEmpty()) {
          return found;
        }
      }
      return "";
    }
    return Objects.equals(before, after) ? "" : "%s from %s to %s".formatted(path, before, after);
  }
}
