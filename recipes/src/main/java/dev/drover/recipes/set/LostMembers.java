package dev.drover.recipes.set;

import static dev.drover.client.ListOption.label;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.client.ApiResource;
import dev.drover.client.Client;
import dev.drover.client.ListOption;
import dev.drover.client.ReadWriter;
import dev.drover.client.Reader;
import dev.drover.runtime.CacheNotStartedException;
import dev.drover.runtime.UndeclaredKindException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the members of a set that has no inventory, by the label that members carry.
final class LostMembers {
  private final ReadWriter cluster;
  private final ListOption ours;

  LostMembers(DesiredSet set) {
    this.cluster = set.cluster();
    this.ours = label(SetIdentity.SET, set.identity().hash());
  }

  /// The members of these kinds, from the cache where it has the kind.
  Collection<Member> in(Collection<Kind<?>> kinds) {
    Map<ObjectRef.Id, Member> found = new LinkedHashMap<>();
    for (Kind<?> kind : kinds) {
      add(kind, cached(kind), found);
    }
    return found.values();
  }

  /// The members of all kinds that the server has, from the server. Kinds that may not be listed
  /// are left out.
  Collection<Member> everywhere(Collection<Kind<?>> first) {
    Map<ObjectRef.Id, Member> found = new LinkedHashMap<>();
    Set<String> uids = new HashSet<>(); // one object may be served by several groups
    first.forEach(kind -> add(kind, unseen(live(kind), uids), found));
    if (cluster.live() instanceof Client client) {
      client
          .discovery()
          .preferredResources()
          .allResources()
          .filter(resource -> resource.verbs().containsAll(List.of("list", "delete")))
          .map(LostMembers::kindOf)
          .forEach(kind -> add(kind, unseen(live(kind), uids), found));
    }
    return found.values();
  }

  private static Kind<?> kindOf(ApiResource resource) {
    return Kind.dynamic(resource.kind(), resource.name(), resource.scope());
  }

  private static List<? extends KubernetesObject> unseen(
      List<? extends KubernetesObject> objects, Set<String> uids) {
    return objects.stream().filter(object -> uids.add(object.metadata().uid())).toList();
  }

  private static void add(
      Kind<?> kind, List<? extends KubernetesObject> objects, Map<ObjectRef.Id, Member> found) {
    for (KubernetesObject object : objects) {
      Member member = new Member(kind.gvk(), kind.plural(), object.key());
      found.putIfAbsent(member.ref().id(), member);
    }
  }

  private List<? extends KubernetesObject> cached(Kind<?> kind) {
    try {
      return cluster.list(kind, ours);
    } catch (UndeclaredKindException | CacheNotStartedException e) {
      return live(kind);
    } catch (ApiException.NotFound e) {
      return List.of(); // the kind is not served
    }
  }

  private List<? extends KubernetesObject> live(Kind<?> kind) {
    Reader server = cluster.live();
    try {
      return server.list(kind, ours);
    } catch (ApiException.NotFound | ApiException.Forbidden e) {
      return List.of();
    }
  }
}
