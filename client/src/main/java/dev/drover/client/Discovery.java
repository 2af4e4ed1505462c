package dev.drover.client;

import dev.drover.api.GroupVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// Reads what a server offers: groups, versions, resources, and its own version.
///
/// ```java
/// DiscoveryResult offered = client.discovery().preferredResources();
/// offered.allResources().filter(r -> r.verbs().contains("watch")).forEach(r -> log.info("{}", r));
/// offered.failures().forEach(f -> log.warn("{}", f.message()));
/// ```
///
/// New servers tell everything in two answers; from older ones each group version is read on its
/// own. A group version that cannot be read does not spoil the rest: see [DiscoveryResult]. Nothing
/// is kept: every call asks the server. Any number of threads.
///
/// In Go: {@index discovery.DiscoveryInterface}, {@index discovery.DiscoveryClient}.
public final class Discovery {
  private static final String JSON = "application/json";
  // The server wants the parameters in just this order.
  private static final String AGGREGATED =
      JSON + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String AGGREGATED_BETA =
      JSON + ";g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";
  private static final String ANY = AGGREGATED + "," + AGGREGATED_BETA + "," + JSON;

  private static final Duration TIMEOUT = Duration.ofSeconds(32);
  private static final int AT_ONCE = 16;

  private final RestClient rest;
  private final String accept;

  private Discovery(RestClient rest, String accept) {
    this.rest = rest;
    this.accept = accept;
  }

  /// Discovery by this client.
  public static Discovery over(RestClient rest) {
    return new Discovery(rest, ANY);
  }

  /// Discovery that asks for each group version on its own, as with servers that know no other way.
  ///
  /// In Go: {@index WithLegacy}.
  public Discovery legacy() {
    return new Discovery(rest, JSON);
  }

  /// Discovery of what the very server that answers offers, leaving out what only its peers do.
  public Discovery withoutPeers() {
    return new Discovery(rest, AGGREGATED + ";profile=nopeer," + ANY);
  }

  /// The client below.
  public RestClient rest() {
    return rest;
  }

  /// The groups and their versions.
  ///
  /// In Go: {@index ServerGroups}.
  public List<ApiGroup> groups() {
    return Stream.concat(core().result().groups().stream(), named().result().groups().stream())
        .toList();
  }

  /// The resources of a group version, subresources included.
  ///
  /// In Go: {@index ServerResourcesForGroupVersion}.
  ///
  /// @throws ApiException.NotFound when there is no such group version
  public List<ApiResource> resources(GroupVersion groupVersion) {
    String path =
        (groupVersion.group().isEmpty() ? "/api/" : "/apis/" + groupVersion.group() + "/")
            + groupVersion.version();
    return DiscoveryDocuments.resources(
        groupVersion, JsonAnswer.of("get " + path, get(path, JSON)));
  }

  /// All groups and resources, as far as they can be found out.
  ///
  /// In Go: {@index ServerGroupsAndResources}.
  public DiscoveryResult groupsAndResources() {
    DiscoveryResult result = ask();
    // A group may vanish between the list of groups and its own document; what is stale stays so.
    boolean moved =
        result.failures().stream().anyMatch(DiscoveryFailure.Unreadable.class::isInstance);
    return moved ? ask() : result;
  }

  /// Each resource once, in the version that the server prefers; no subresources.
  ///
  /// In Go: {@index ServerPreferredResources}.
  public DiscoveryResult preferredResources() {
    return groupsAndResources().preferred();
  }

  /// As [#preferredResources], only those whose objects live in namespaces.
  ///
  /// In Go: {@index ServerPreferredNamespacedResources}.
  public DiscoveryResult preferredNamespacedResources() {
    return preferredResources().namespaced();
  }

  /// The server's own version.
  ///
  /// In Go: {@index ServerVersion}.
  public ServerVersion serverVersion() {
    return ServerVersion.of(JsonAnswer.of("get /version", get("/version", JSON)));
  }

  private RestResult get(String path, String accepted) {
    return rest.get().absPath(path).setHeader("Accept", accepted).timeout(TIMEOUT).execute();
  }

  /// Servers that only extend the API may lack `/api`.
  private DiscoveryDocuments.Part core() {
    try {
      return part("/api");
    } catch (ApiException.NotFound e) {
      return DiscoveryDocuments.Part.NOTHING;
    }
  }

  private DiscoveryDocuments.Part named() {
    return part("/apis");
  }

  private DiscoveryDocuments.Part part(String path) {
    RestResult result = get(path, accept);
    return DiscoveryDocuments.part(result.contentType(), JsonAnswer.of("get " + path, result));
  }

  private DiscoveryResult ask() {
    DiscoveryDocuments.Part core = core();
    DiscoveryDocuments.Part named = named();
    List<ApiGroup> groups = new ArrayList<>(core.result().groups());
    groups.addAll(named.result().groups());
    if (!core.hasResources() || !named.hasResources()) {
      return askEach(groups);
    }
    SequencedMap<GroupVersion, List<ApiResource>> resources =
        new LinkedHashMap<>(core.result().resources());
    resources.putAll(named.result().resources());
    List<DiscoveryFailure> failures = new ArrayList<>(core.result().failures());
    failures.addAll(named.result().failures());
    return new DiscoveryResult(groups, resources, failures);
  }

  private DiscoveryResult askEach(List<ApiGroup> groups) {
    List<GroupVersion> versions =
        groups.stream().flatMap(group -> group.groupVersions().stream()).toList();
    SequencedMap<GroupVersion, List<ApiResource>> resources = new LinkedHashMap<>();
    List<DiscoveryFailure> failures = new ArrayList<>();
    for (Answer answer : inParallel(versions)) {
      switch (answer) {
        case Answer.Known(var groupVersion, var known) -> resources.put(groupVersion, known);
        case Answer.Failed(var failure) -> failures.add(failure);
      }
    }
    return new DiscoveryResult(groups, resources, failures);
  }

  private List<Answer> inParallel(List<GroupVersion> versions) {
    List<Callable<Answer>> questions = new ArrayList<>();
    for (GroupVersion version : versions) {
      questions.add(() -> answer(version));
    }
    var factory = Thread.ofVirtual().name("drover/client/discovery-", 0).factory();
    try (var threads = Executors.newFixedThreadPool(AT_ONCE, factory)) {
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> answer : threads.invokeAll(questions)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException("discovery: interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("discovery failed", e.getCause());
    }
  }

  private Answer answer(GroupVersion version) {
    try {
      return new Answer.Known(version, resources(version));
    } catch (KubernetesException e) {
      return new Answer.Failed(new DiscoveryFailure.Unreadable(version, e));
    }
  }

  /// The result of the request for one group version.
  private sealed interface Answer {
    record Known(GroupVersion groupVersion, List<ApiResource> resources) implements Answer {}

    record Failed(DiscoveryFailure failure) implements Answer {}
  }
}
