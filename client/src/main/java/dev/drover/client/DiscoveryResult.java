package dev.drover.client;

import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the server offers, as far as it could be found out: a group version that failed is in
/// `failures`, and everything else is there nevertheless.
///
/// ```java
/// DiscoveryResult offered = client.discovery().preferredResources();
/// offered.failures().forEach(failure -> LOG.warn("{}", failure.message()));
/// offered.namespaced().allResources().forEach(resource -> LOG.info("{}", resource.name()));
/// ```
public final class DiscoveryResult {
  private final List<ApiGroup> groups;
  private final SequencedMap<GroupVersion, List<ApiResource>> resources;
  private final List<DiscoveryFailure> failures;

  DiscoveryResult(
      List<ApiGroup> groups,
      SequencedMap<GroupVersion, List<ApiResource>> resources,
      List<DiscoveryFailure> failures) {
    this.groups = List.copyOf(groups);
    SequencedMap<GroupVersion, List<ApiResource>> copy = new LinkedHashMap<>();
    resources.forEach((groupVersion, list) -> copy.put(groupVersion, List.copyOf(list)));
    this.resources = Collections.unmodifiableSequencedMap(copy);
    this.failures = List.copyOf(failures);
  }

  /// The groups, the core group first, the others in the server's order of priority.
  public List<ApiGroup> groups() {
    return groups;
  }

  /// The resources of each group version, subresources included, in that order.
  public SequencedMap<GroupVersion, List<ApiResource>> resources() {
    return resources;
  }

  /// What could not be found out.
  public List<DiscoveryFailure> failures() {
    return failures;
  }

  /// Whether everything could be found out.
  public boolean isComplete() {
    return failures.isEmpty();
  }

  /// This result, if it is complete.
  ///
  /// @throws IncompleteDiscoveryException when something failed
  public DiscoveryResult requireComplete() {
    if (!failures.isEmpty()) {
      throw new IncompleteDiscoveryException(failures);
    }
    return this;
  }

  /// The resources of all group versions.
  public Stream<ApiResource> allResources() {
    return resources.values().stream().flatMap(List::stream);
  }

  /// Each resource once, in the version that its group prefers, or in the first one that has it
  /// when the preferred version has not. Subresources are left out.
  public DiscoveryResult preferred() {
    Map<GroupResource, ApiResource> chosen = new HashMap<>();
    for (ApiGroup group : groups) {
      for (GroupVersion version : group.groupVersions()) {
        for (ApiResource resource : resources.getOrDefault(version, List.of())) {
          GroupResource name = resource.resource().groupResource();
          if (version.version().equals(group.preferredVersion())) {
            chosen.put(name, resource);
          } else {
            chosen.putIfAbsent(name, resource);
          }
        }
      }
    }
    return filtered(
        resource ->
            !resource.isSubresource()
                && resource.equals(chosen.get(resource.resource().groupResource())));
  }

  /// Only the resources whose objects live in namespaces.
  public DiscoveryResult namespaced() {
    return filtered(ApiResource::isNamespaced);
  }

  /// Only the resources that pass; group versions without any are gone.
  ///
  /// In Go: {@index discovery.FilteredBy}.
  public DiscoveryResult filtered(Predicate<ApiResource> which) {
    SequencedMap<GroupVersion, List<ApiResource>> kept = new LinkedHashMap<>();
    resources.forEach(
        (groupVersion, list) -> {
          List<ApiResource> passed = list.stream().filter(which).toList();
          if (!passed.isEmpty()) {
            kept.put(groupVersion, passed);
          }
        });
    return new DiscoveryResult(groups, kept, failures);
  }

  /// This result with what an earlier one knew of the group versions that failed now: a server that
  /// is down for a while does not make its kinds unknown.
  DiscoveryResult rememberingFailed(DiscoveryResult earlier) {
    SequencedMap<GroupVersion, List<ApiResource>> all = new LinkedHashMap<>(resources);
    Map<String, List<String>> versions = new HashMap<>();
    for (DiscoveryFailure failure : failures) {
      GroupVersion failed = failure.groupVersion();
      List<ApiResource> known = earlier.resources.get(failed);
      if (known != null && all.putIfAbsent(failed, known) == null) {
        versions.computeIfAbsent(failed.group(), name -> new ArrayList<>()).add(failed.version());
      }
    }
    if (versions.isEmpty()) {
      return this;
    }
    List<ApiGroup> known =
        groups.stream()
            .map(group -> withVersions(group, versions.getOrDefault(group.name(), List.of())))
            .toList();
    return new DiscoveryResult(known, all, failures);
  }

  private static ApiGroup withVersions(ApiGroup group, List<String> more) {
    List<String> versions =
        Stream.concat(group.versions().stream(), more.stream()).distinct().toList();
    String preferred = group.preferredVersion();
    return new ApiGroup(
        group.name(),
        versions,
        preferred == null && !versions.isEmpty() ? versions.getFirst() : preferred);
  }

  private List<Object> parts() {
    return List.of(groups, resources, failures);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DiscoveryResult that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return "DiscoveryResult[groups=%s, resources=%s, failures=%s]".formatted(parts().toArray());
  }
}
