package dev.drover.client;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the resource of a kind and the kind of a resource, by what the server offers.
///
/// ```java
/// var mapper = RestMapper.over(Discovery.over(client.rest()));
/// mapper.mappingFor("deploy").gvk();                          // apps/v1, Kind=Deployment
/// mapper.mapping(new GroupKind("apps", "Deployment")).kind(); // to read Deployments as dynamic objects
/// ```
///
/// Resources go by their plural, singular or short name; an empty group or version means any, and a
/// group may be cut short (`storageclasses.storage`). Where several fit, `v1` of the core group is
/// best, then the groups in the server's order, each with its preferred version first.
///
/// The mapper queries the server at the first use, and again when a name is not known, so that a
/// new custom resource is found: whatever the server offered before a call is found by that call.
/// Threads that miss at the same time share one request. A name that was not there is not asked for
/// again for two seconds, which is how long a name that was missed may go on missing.
///
/// Any number of threads.
///
/// In Go: {@index meta.RESTMapper}, {@index restmapper.DeferredDiscoveryRESTMapper}, {@index
/// restmapper.NewShortcutExpander}, {@index restmapper.CategoryExpander}.
public final class RestMapper {
  static final Duration MISS_LIFE = Duration.ofSeconds(2);

  /// What to do where a server does not have the kind of a custom resource.
  static final String NEEDS_DEFINITION =
      "a custom resource needs its CustomResourceDefinition first: kubectl apply -f it, or"
          + " manager.install its type";

  private static final Pattern VERSION_FIRST =
      Pattern.compile("(v\\d+(?:(?:alpha|beta)\\d+)?)\\.(.*)");
  private static final int MOST_MISSES = 1000;
  private static final Logger log = LoggerFactory.getLogger(RestMapper.class);

  private final KnownMappings known;
  private final TimeSource clock;
  private final Map<MappingLookup, Long> misses = new ConcurrentHashMap<>(); // value: until when
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  RestMapper(Supplier<DiscoveryResult> source, TimeSource clock) {
    this.known = new KnownMappings(source);
    this.clock = clock;
  }

  /// A mapper for the server that this discovery asks.
  public static RestMapper over(Discovery discovery) {
    return new RestMapper(discovery::groupsAndResources, discovery.rest().config().clock());
  }

  /// The best kind for a resource of which group and version may be missing.
  ///
  /// In Go: {@index KindFor}.
  ///
  /// @throws MappingException when there is none, or no best one
  public GroupVersionKind kindFor(GroupVersionResource partial) {
    return best(new MappingLookup.ByResource(partial), MappingTable.Entry::gvk);
  }

  /// All kinds for a resource of which group and version may be missing, the best first.
  ///
  /// In Go: {@index KindsFor}.
  ///
  /// @throws MappingException.NoMatch when there is none
  public List<GroupVersionKind> kindsFor(GroupVersionResource partial) {
    return all(new MappingLookup.ByResource(partial), MappingTable.Entry::gvk);
  }

  /// The best resource for a name of which group and version may be missing.
  ///
  /// In Go: {@index ResourceFor}.
  ///
  /// @throws MappingException when there is none, or no best one
  public GroupVersionResource resourceFor(GroupVersionResource partial) {
    return best(new MappingLookup.ByResource(partial), MappingTable.Entry::resource);
  }

  /// All resources for a name of which group and version may be missing, the best first.
  ///
  /// In Go: {@index ResourcesFor}.
  ///
  /// @throws MappingException.NoMatch when there is none
  public List<GroupVersionResource> resourcesFor(GroupVersionResource partial) {
    return all(new MappingLookup.ByResource(partial), MappingTable.Entry::resource);
  }

  /// The best kind and resource for a name of which group and version may be missing.
  ///
  /// @throws MappingException when there is none, or no best one
  public RestMapping mappingFor(GroupVersionResource partial) {
    return best(new MappingLookup.ByResource(partial), MappingTable.Entry::mapping);
  }

  /// The kind and resource for what a person types: `pods`, `deploy`, `deployments.apps`,
  /// `deployments.v1.apps`.
  ///
  /// In Go: {@index schema.ParseResourceArg}.
  ///
  /// @throws MappingException when there is none, or no best one
  public RestMapping mappingFor(String text) {
    GroupResource name = GroupResource.parse(text);
    Matcher version = VERSION_FIRST.matcher(name.group());
    if (!version.matches()) {
      return mappingFor(name.withVersion(""));
    }
    try {
      return mappingFor(
          new GroupVersionResource(version.group(2), version.group(1), name.resource()));
    } catch (MappingException.NoMatch e) {
      // The name of a group may begin as a version does, too.
      if (!find(new MappingLookup.ByResource(name.withVersion(""))).entries.isEmpty()) {
        return mappingFor(name.withVersion(""));
      }
      throw e;
    }
  }

  /// The resource of a kind, in the first of these versions that has it, or in the best one.
  ///
  /// In Go: {@index RESTMapping}.
  ///
  /// @throws MappingException.NoMatch when there is none
  public RestMapping mapping(GroupKind kind, String... versions) {
    List<RestMapping> all = mappings(kind, versions);
    var best = all.getFirst().gvk().groupVersion();
    // Where one kind has several resources, client-go takes the last.
    return all.stream().filter(m -> m.gvk().groupVersion().equals(best)).toList().getLast();
  }

  /// The resource of a kind.
  ///
  /// @throws MappingException.NoMatch when there is none
  public RestMapping mapping(GroupVersionKind gvk) {
    return mapping(gvk.groupKind(), gvk.version());
  }

  /// The resources of a kind in these versions, or in all, the best first.
  ///
  /// In Go: {@index RESTMappings}.
  ///
  /// @throws MappingException.NoMatch when there is none
  public List<RestMapping> mappings(GroupKind kind, String... versions) {
    return all(
        new MappingLookup.ByKind(kind, Arrays.asList(versions)), MappingTable.Entry::mapping);
  }

  /// The resource of a kind, after a check that the server agrees with what the kind says of
  /// itself.
  ///
  /// @throws MappingException.NoMatch when the server does not have the kind
  /// @throws MappingException.Mismatch when the plural or the scope is another one
  public RestMapping mapping(Kind<?> kind) {
    List<RestMapping> served = mappings(kind.gvk().groupKind(), kind.gvk().version());
    for (RestMapping mapping : served) {
      if (mapping.resource().equals(kind.resource()) && mapping.scope() == kind.scope()) {
        return mapping;
      }
    }
    RestMapping other = served.getLast();
    throw new MappingException.Mismatch(
        "%s says that %s is served as '%s' with scope %s, the server says '%s' with scope %s"
            .formatted(
                kind.type().getName(),
                kind,
                kind.plural(),
                kind.scope(),
                other.resource().resource(),
                other.scope()));
  }

  /// The name of one object of a resource: `pod` for `pods` or `po`.
  ///
  /// In Go: {@index ResourceSingularizer}.
  ///
  /// @throws MappingException when there is none, or no best one
  public String singular(String resource) {
    return best(
        new MappingLookup.ByResource(new GroupVersionResource("", "", resource)),
        MappingTable.Entry::singular);
  }

  /// The resources of a category such as `all`; empty when no resource is of it.
  public List<GroupResource> category(String category) {
    return find(new MappingLookup.ByCategory(category)).entries.stream()
        .map(entry -> entry.resource().groupResource())
        .distinct()
        .toList();
  }

  /// Forgets everything; the next use queries the server again. For callers that know that it
  /// changed, such as a watch on definitions of custom resources.
  public void invalidate() {
    known.invalidate();
    misses.clear();
  }

  private <R> List<R> all(MappingLookup lookup, Function<MappingTable.Entry, R> part) {
    Found found = find(lookup);
    if (found.entries.isEmpty()) {
      throw new MappingException.NoMatch(noMatch(lookup, found.known));
    }
    return found.entries.stream().map(part).distinct().toList();
  }

  private <R> R best(MappingLookup lookup, Function<MappingTable.Entry, R> part) {
    Found found = find(lookup);
    if (found.entries.isEmpty()) {
      throw new MappingException.NoMatch(noMatch(lookup, found.known));
    }
    var best = found.entries.getFirst().gvk().groupVersion();
    List<R> answers =
        found.entries.stream()
            .filter(entry -> entry.gvk().groupVersion().equals(best))
            .map(part)
            .distinct()
            .toList();
    if (answers.size() > 1) {
      throw new MappingException.Ambiguous(
          lookup.describe() + " could be any of " + answers + "; name group and version");
    }
    return answers.getFirst();
  }

  private record Found(KnownMappings.Known known, List<MappingTable.Entry> entries) {}

  private Found find(MappingLookup lookup) {
    long before = known.started();
    KnownMappings.Known now = known.newest();
    List<MappingTable.Entry> entries = now.table().find(lookup);
    if (entries.isEmpty() && now.number() <= before && !wasMissing(lookup)) {
      now = known.newerThan(before);
      entries = now.table().find(lookup);
    }
    if (entries.isEmpty()) {
      noteMissing(lookup);
    } else if (lookup instanceof MappingLookup.ByResource byResource) {
      warnOfOthers(byResource, now.table());
    }
    return new Found(now, entries);
  }

  private boolean wasMissing(MappingLookup lookup) {
    Long until = misses.get(lookup);
    return until != null && clock.nanoTime() - until < 0;
  }

  private void noteMissing(MappingLookup lookup) {
    long now = clock.nanoTime();
    if (misses.size() >= MOST_MISSES) {
      misses.values().removeIf(until -> now - until >= 0);
    }
    if (misses.size() < MOST_MISSES) {
      misses.compute(
          lookup,
          (l, until) -> until != null && now - until < 0 ? until : now + MISS_LIFE.toNanos());
    }
  }

  private void warnOfOthers(MappingLookup.ByResource lookup, MappingTable table) {
    List<GroupResource> others = table.shadowed(lookup);
    if (!others.isEmpty() && warned.add(lookup.name())) {
      log.warn(
          "RestMapper: short name '{}' could also mean {}, which have a lower priority",
          lookup.name(),
          others);
    }
  }

  private static String noMatch(MappingLookup lookup, KnownMappings.Known known) {
    StringBuilder message = new StringBuilder("the server has no ").append(lookup.describe());
    List<String> similar = SimilarNames.of(lookup, known.table());
    if (!similar.isEmpty()) {
      message.append("; it has ").append(String.join(", ", similar));
    } else if (lookup.group().indexOf('.') > 0) {
      message.append("; ").append(NEEDS_DEFINITION);
    }
    for (DiscoveryFailure failure : known.result().failures()) {
      if (failure.groupVersion().group().startsWith(lookup.group())) {
        message.append("; ").append(failure.groupVersion()).append(" could not be discovered: ");
        message.append(failure.message());
      }
    }
    return message.toString();
  }
}
