package dev.drover.server.controllers.policy;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/// The kinds whose objects a policy names: those of its resource rules that have no wildcards.
///
/// In Go: `TypeChecker.typesToCheck` with a `meta.RESTMapper`.
final class MatchedKinds {
  private static final int MOST = 10; // of one rule

  private final Collection<Resource> served;

  MatchedKinds(Collection<Resource> served) {
    this.served = served;
  }

  /// The kinds that a policy names, by group, version and kind.
  SortedSet<GroupVersionKind> of(TreeNode policy) {
    SortedSet<GroupVersionKind> kinds =
        new TreeSet<>(
            Comparator.comparing(GroupVersionKind::group)
                .thenComparing(GroupVersionKind::version)
                .thenComparing(GroupVersionKind::kind));
    for (TreeNode rule : policy.at("spec").at("matchConstraints").items("resourceRules")) {
      List<String> groups = rule.texts("apiGroups").stream().sorted().toList();
      List<String> versions = rule.texts("apiVersions").stream().sorted().toList();
      boolean isExact = (groups.toString() + versions).indexOf('*') < 0;
      if (isExact && !addTo(kinds, groups, versions, rule.texts("resources"))) {
        break;
      }
    }
    return kinds;
  }

  /// Adds the kinds of a rule.
  ///
  /// @return false if there are too many: no other rule counts then
  private boolean addTo(
      SortedSet<GroupVersionKind> kinds,
      List<String> groups,
      List<String> versions,
      List<String> resources) {
    List<String> plain =
        resources.stream()
            .filter(name -> name.indexOf('*') < 0 && name.indexOf('/') < 0)
            .sorted()
            .toList();
    int count = 0;
    for (String group : groups) {
      for (String version : versions) {
        for (String resource : plain) {
          for (GroupVersionKind kind : kinds(group, version, resource)) {
            kinds.add(kind);
            count++;
            if (count == MOST) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  /// The kinds of a resource, plural or singular. As a REST mapper takes it, the core group means
  /// every group.
  private List<GroupVersionKind> kinds(String group, String version, String resource) {
    String name = resource.toLowerCase(Locale.ROOT);
    return served.stream()
        .filter(each -> group.isEmpty() || each.gvr().group().equals(group))
        .filter(each -> each.gvr().version().equals(version))
        .filter(each -> each.gvr().resource().equals(name) || each.singular().equals(name))
        .map(Resource::gvk)
        .distinct()
        .toList();
  }
}
