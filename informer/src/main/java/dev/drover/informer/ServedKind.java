package dev.drover.informer;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectList;
import dev.drover.api.PartialObject;
import dev.drover.api.Scope;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.client.ListOptions;
import dev.drover.client.MappingException;
import dev.drover.client.RequestFailedException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.ResourceClient;
import dev.drover.client.RestMapper;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the server whether it has a kind, and watches for the definition of one that it lacks.
///
/// A kind is missing when discovery does not have it and there is no CustomResourceDefinition of
/// it. One whose definition is there but does not serve it, as while a version is retired or the
/// server starts, has lost none of its objects: that stays a failure once they have been listed.
///
/// What has no definition, as the kinds of aggregated servers, is looked up twice a minute; where
/// definitions may not be read, every ten seconds at least.
final class ServedKind implements KindAvailability {
  private static final Logger LOG = LoggerFactory.getLogger(ServedKind.class);
  private static final Kind<DynamicObject> DEFINITION =
      Kind.dynamic(
          new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
          "customresourcedefinitions",
          Scope.CLUSTER);
  private static final Duration WATCH = Duration.ofSeconds(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final Kind<?> kind;
  private final Client client;
  private final RestMapper mapper;
  private final TimeSource time;
  private final String definition;

  ServedKind(Kind<?> kind, Client client, RestMapper mapper, TimeSource time) {
    this.kind = kind;
    this.client = client;
    this.mapper = mapper;
    this.time = time;
    this.definition = kind.plural() + "." + kind.gvk().group();
  }

  @Override
  public Optional<String> missingAt(RuntimeException failure, boolean wasThere) {
    boolean isSuspect =
        failure instanceof MappingException.NoMatch || failure instanceof ApiException.NotFound;
    try {
      return isSuspect && !isServed() ? missingAt(wasThere) : Optional.empty();
    } catch (KubernetesException e) {
      LOG.debug("cache of {}: cannot discover the kind, assuming that it is served", kind, e);
      return Optional.empty();
    }
  }

  private Optional<String> missingAt(boolean wasThere) {
    try {
      ObjectList<PartialObject> found =
          definitions()
              .list(
                  ListOptions.defaults()
                      .with(o -> o.fields(FieldSelector.field("metadata.name", definition))));
      return found.items().isEmpty() || !wasThere
          ? Optional.of(found.resourceVersion())
          : Optional.empty();
    } catch (ApiException.Forbidden e) {
      LOG.debug("cache of {}: may not read definitions, using discovery only", kind, e);
      return Optional.of("");
    }
  }

  private ResourceClient<PartialObject> definitions() {
    return client.metadata(DEFINITION);
  }

  private boolean isServed() {
    try {
      return client.discovery().resources(kind.gvk().groupVersion()).stream()
          .anyMatch(resource -> resource.name().equals(kind.plural()));
    } catch (ApiException.NotFound e) {
      return false;
    }
  }

  @Override
  public void await() throws InterruptedException {
    LOG.info("cache of {}: the server does not have the kind, waiting for it", kind);
    try {
      Duration pause = FIRST_PAUSE;
      while (!isServedNow()) {
        if (awaitDefinition()) {
          time.sleep(pause); // servers need a moment between the definition and its kind
          Duration twice = pause.multipliedBy(2);
          pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        }
      }
    } catch (RequestInterruptedException e) {
      throw interrupted(e);
    }
    mapper.invalidate();
    LOG.info("cache of {}: the server has the kind, listing", kind);
  }

  private static InterruptedException interrupted(RequestInterruptedException e) {
    InterruptedException interrupted = new InterruptedException("while a request was under way");
    interrupted.initCause(e);
    return interrupted;
  }

  private boolean isServedNow() {
    try {
      return isServed();
    } catch (ApiException | RequestFailedException e) {
      LOG.debug("cache of {}: cannot discover the kind, retrying", kind, e);
      return false;
    }
  }

  /// Whether there is a definition, or no way to watch for one; false when the time is over.
  private boolean awaitDefinition() {
    long begun = time.nanoTime();
    try {
      definitions().await(definition, _ -> true, WATCH);
      return true;
    } catch (ApiException | RequestFailedException e) {
      LOG.trace("cache of {}: no definition yet", kind, e);
      return time.nanoTime() - begun < WATCH.toNanos();
    }
  }
}
