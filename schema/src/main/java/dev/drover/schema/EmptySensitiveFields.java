package dev.drover.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fields of which Go's rules tell whether they were set at all, though nothing in them is
/// stored: an empty list of scaling policies is not the default, but a mistake; and messages show
/// such a list as `[]` or `null`.
///
/// Found by looking for comparisons of lists and maps with nil in the defaults, the validation and
/// the admission of Kubernetes, and for complaints that show such a value; all others ask for the
/// length.
final class EmptySensitiveFields {
  private static final Map<String, Set<String>> FIELDS =
      Map.ofEntries(
          Map.entry("autoscaling/v2.HPAScalingRules", Set.of("policies")),
          Map.entry("batch/v1.PodFailurePolicyOnExitCodesRequirement", Set.of("values")),
          Map.entry("core/v1.PersistentVolumeSpec", Set.of("capacity")),
          Map.entry("core/v1.PodSpec", Set.of("overhead")),
          Map.entry("core/v1.ResourceRequirements", Set.of("claims")),
          Map.entry("networking/v1.IngressSpec", Set.of("rules")),
          Map.entry("resource/v1.ResourceSliceSpec", Set.of("devices", "sharedCounters")),
          Map.entry("resource/v1beta1.ResourceSliceSpec", Set.of("devices", "sharedCounters")),
          Map.entry("resource/v1beta2.ResourceSliceSpec", Set.of("devices", "sharedCounters")),
          Map.entry("resource/v1beta1.DeviceRequest", Set.of("selectors", "tolerations")));
  private static final Set<String> NAMES =
      FIELDS.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

  private EmptySensitiveFields() {}

  static boolean contains(String type, String field) {
    Set<String> fields = FIELDS.get(type);
    return fields != null && fields.contains(field);
  }

  /// Whether something of one of the names is empty, wherever it stands.
  static boolean mayBeIn(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          boolean isOne = isEmpty(entry.getValue()) && NAMES.contains(entry.getKey());
          if (isOne || mayBeIn(entry.getValue())) {
            yield true;
          }
        }
        yield false;
      }
      case List<?> list -> list.stream().anyMatch(EmptySensitiveFields::mayBeIn);
      case null, default -> false;
    };
  }

  static boolean isEmpty(@Nullable Object value) {
    return value instanceof List<?> list && list.isEmpty()
        || value instanceof Map<?, ?> map && map.isEmpty();
  }
}
