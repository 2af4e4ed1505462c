package dev.drover.server.rest;

import dev.drover.api.ListMeta;
import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.schema.TreeCodec;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.Subresources;
import dev.drover.server.http.Negotiation;
import dev.drover.server.http.PathRouter;
import dev.drover.server.http.Representation;
import dev.drover.server.storage.Store;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds whoever serves a call to a resource.
public final class ResourceRouter implements Endpoint {
  private static final List<String> ON_OBJECTS = List.of("get", "update", "patch", "delete");

  private final Catalog catalog;
  private final Subresources subresources;
  private final Map<String, ResourceEndpoint> verbs; // of the objects themselves
  private final ResourceEndpoint notStored;

  public ResourceRouter(
      Catalog catalog,
      Subresources subresources,
      ObjectRegistry objects,
      CreateCheck createCheck,
      TreeCodec codec,
      Representation representation) {
    this.catalog = catalog;
    this.subresources = subresources;
    Store store = objects.environment().store();
    Output output = new Output(representation);
    BodyReader bodies = new BodyReader(codec);
    DeleteOptionsReader deleteOptions = new DeleteOptionsReader(bodies);
    this.notStored = new NotStoredHandler(objects, subresources, bodies, output);
    this.verbs =
        Map.of(
            "get", new GetHandler(store, output),
            "list", new ListHandler(store, output),
            "watch",
                new WatchHandler(store, objects.environment().random(), new WatchEvents(codec)),
            "create", new CreateHandler(objects.creation(), bodies, output),
            "update", new UpdateHandler(objects, subresources, createCheck, bodies, output),
            "delete", new DeleteHandler(objects.deletion(), deleteOptions, output),
            "deletecollection",
                new DeleteCollectionHandler(store, objects.deletion(), deleteOptions, output));
  }

  @Override
  public Answer serve(Call call) {
    RequestInfo info = call.info();
    Optional<Resource> resource = catalog.find(info.group(), info.version(), info.resource());
    if (resource.isEmpty()) {
      return unknown(info);
    }
    requirePlace(info, resource.get());
    return find(call, resource.get()).serve(call, resource.get());
  }

  private ResourceEndpoint find(Call call, Resource resource) {
    RequestInfo info = call.info();
    String subresource = info.subresource();
    Optional<ResourceEndpoint> special = subresources.endpoint(resource, subresource);
    if (special.isPresent()) {
      return special.get();
    }
    if (!subresource.isEmpty()) {
      return findBelow(info, resource);
    }
    boolean isKnown = resource.verbs().contains(info.verb()) && !call.method().equals("HEAD");
    if (!isKnown || isOnCollection(call) != hasNoName(info)) {
      boolean isNamed = info.path().endsWith("/" + info.name()) && !info.name().isEmpty();
      throw isNamed && Collections.disjoint(resource.verbs(), ON_OBJECTS)
          ? notFound()
          : notAllowed();
    }
    if (!resource.isCustom()) {
      boolean streams = info.verb().equals("list") || info.verb().equals("watch");
      Negotiation.requireAcceptable(call.header("accept").orElse(""), streams);
    }
    return subresources.notStored(resource, "").isPresent() ? notStored : verb(info.verb());
  }

  private ResourceEndpoint findBelow(RequestInfo info, Resource resource) {
    if (subresources.notStored(resource, info.subresource()).isPresent()) {
      if (!info.verb().equals("create")) {
        throw notAllowed();
      }
      return notStored;
    }
    boolean isServed =
        resource.subresource(info.subresource()).isPresent()
            && subresources.rules(resource, info.subresource()).isPresent();
    if (!isServed) {
      throw notFound();
    }
    return switch (info.verb()) {
      case "get", "update", "patch" -> verb(info.verb());
      default -> throw notAllowed();
    };
  }

  private ResourceEndpoint verb(String name) {
    ResourceEndpoint endpoint = verbs.get(name);
    if (endpoint == null) {
      throw notAllowed();
    }
    return endpoint;
  }

  private static boolean isOnCollection(Call call) {
    return switch (call.info().verb()) {
      case "create", "list", "deletecollection" -> true;
      default -> false;
    };
  }

  private static boolean hasNoName(RequestInfo info) {
    return switch (info.verb()) {
      case "list" -> true; // a name comes from a field selector
      case "watch" -> false;
      default -> info.name().isEmpty();
    };
  }

  /// Objects in namespaces are reached through them; only lists and watches span them all.
  private static void requirePlace(RequestInfo info, Resource resource) {
    boolean isNamespace = NamespaceRules.isNamespace(resource);
    if (!resource.namespaced() && !info.namespace().isEmpty() && !isNamespace) {
      throw notFound();
    }
    if (resource.namespaced() && info.namespace().isEmpty()) {
      boolean hasName = !info.name().isEmpty() && info.path().endsWith("/" + info.name());
      if (hasName) {
        throw notFound();
      }
      if (!info.verb().equals("list") && !info.verb().equals("watch")) {
        throw resource.verbs().contains("list") ? notAllowed() : notFound();
      }
    }
  }

  /// Built-in groups say so in the API's own words; elsewhere nobody speaks for the group.
  private Answer unknown(RequestInfo info) {
    boolean isBuiltIn =
        catalog.snapshot().resources().stream()
            .anyMatch(r -> !r.isCustom() && r.gvr().group().equals(info.group()));
    if (isBuiltIn) {
      throw notFound();
    }
    return PathRouter.notFound();
  }

  static ApiError notFound() {
    return generic(404, "NotFound", "the server could not find the requested resource");
  }

  static ApiError notAllowed() {
    return generic(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  private static ApiError generic(int code, String reason, String message) {
    return ApiError.of(
        Status.builder()
            .metadata(ListMeta.builder().build())
            .status("Failure")
            .code(code)
            .reason(reason)
            .message(message)
            .details(StatusDetails.builder().build())
            .build());
  }
}
