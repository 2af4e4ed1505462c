package dev.drover.server.discovery;

import dev.drover.api.GroupVersion;
import java.util.HashMap;
import java.util.Map;

/// The order in which kube-apiserver lists groups and versions: higher numbers first.
///
/// In Go: the priorities of the `APIService` objects.
public final class GroupPriorities {
  /// The numbers of one version.
  ///
  /// @param group the place of its group among groups
  /// @param version its place within the group
  public record Priority(int group, int version) {}

  /// Groups of custom resources all have the same.
  public static final Priority CUSTOM = new Priority(1000, 100);

  /// The group that the aggregator serves itself, before all others.
  private static final Priority FIRST = new Priority(18_000, 1);

  private static final Map<GroupVersion, Priority> BUILT_IN = builtIn();

  private GroupPriorities() {}

  /// The priority of a version; that of custom resources unless it is built in.
  public static Priority of(GroupVersion version) {
    return BUILT_IN.getOrDefault(version, CUSTOM);
  }

  private static Map<GroupVersion, Priority> builtIn() {
    Map<GroupVersion, Priority> all = new HashMap<>();
    all.put(new GroupVersion("", "v1"), FIRST);
    all.put(new GroupVersion("apiregistration.k8s.io", "v1"), FIRST);
    for (String line : TABLE.lines().toList()) {
      String[] columns = line.split(" ");
      for (int i = 2; i < columns.length; i += 2) {
        all.put(
            new GroupVersion(columns[0], columns[i]),
            new Priority(Integer.parseInt(columns[1]), Integer.parseInt(columns[i + 1])));
      }
    }
    return Map.copyOf(all);
  }

  /// Group, its priority, then versions with theirs.
  private static final String TABLE =
      """
      apps 17800 v1 15
      events.k8s.io 17750 v1 15 v1beta1 5
      authentication.k8s.io 17700 v1 15 v1beta1 9 v1alpha1 1
      authorization.k8s.io 17600 v1 15
      autoscaling 17500 v2 30 v1 15
      batch 17400 v1 15 v1beta1 9
      certificates.k8s.io 17300 v1 15 v1beta1 9 v1alpha1 1
      networking.k8s.io 17200 v1 15 v1beta1 9
      policy 17100 v1 15 v1beta1 9
      rbac.authorization.k8s.io 17000 v1 15
      storage.k8s.io 16800 v1 15 v1beta1 9 v1alpha1 1
      admissionregistration.k8s.io 16700 v1 15 v1beta1 12 v1alpha1 9
      apiextensions.k8s.io 16700 v1 15
      scheduling.k8s.io 16600 v1 15 v1alpha2 2
      coordination.k8s.io 16500 v1 15 v1beta1 13 v1alpha2 12
      node.k8s.io 16300 v1 15 v1beta1 9 v1alpha1 1
      discovery.k8s.io 16200 v1 15 v1beta1 12
      resource.k8s.io 16200 v1 21 v1beta2 15 v1beta1 9 v1alpha3 1
      flowcontrol.apiserver.k8s.io 16100 v1 21 v1beta3 18 v1beta2 15 v1beta1 12
      internal.apiserver.k8s.io 16000 v1alpha1 9
      storagemigration.k8s.io 15800 v1beta1 9\
      """;
}
