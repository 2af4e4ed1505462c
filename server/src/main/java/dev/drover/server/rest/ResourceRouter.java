package dev.drover.server.rest;

import dev.drover.crd.engine.ScalePaths;
import dev.drover.schema.KindEntry;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.ScaleShape;
import dev.drover.server.core.Subresources;
import dev.drover.server.http.Negotiation;
import dev.drover.server.http.PathRouter;
import dev.drover.server.http.Representation;
import dev.drover.server.storage.Store;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Routes a call to the handler of a resource.
public final class ResourceRouter implements Endpoint {
  private static final List<String> ON_OBJECTS = List.of("get", "update", "patch", "delete");

  private final Catalog catalog;
  private final Subresources subresources;
  private final ObjectRegistry objects;
  private final KnownKinds kinds;
  private final Representation representation;
  private final Map<String, ResourceEndpoint> verbs; // of the objects themselves
  private final ResourceEndpoint notStored;

  public ResourceRouter(
      Catalog catalog,
      Subresources subresources,
      ObjectRegistry objects,
      CreateCheck createCheck,
      KnownKinds kinds,
      Representation representation) {
    this.catalog = catalog;
    this.subresources = subresources;
    this.objects = objects;
    this.kinds = kinds;
    this.representation = representation;
    Store store = objects.environment().store();
    Tables tables = new Tables(objects.environment().clock());
    Output output = new Output(representation, tables);
    ObjectBytes bytes = new ObjectBytes(kinds.codec());
    BodyReader bodies = new BodyReader(kinds);
    DeleteOptionsReader deleteOptions = new DeleteOptionsReader(bodies);
    this.notStored = new CreateOnlyHandler(objects, subresources, bodies, output);
    this.verbs =
        Map.of(
            "get", new GetHandler(store, output, bytes),
            "list", new ListHandler(store, output, bytes),
            "watch",
                new WatchHandler(
                    catalog, store, objects.environment().random(), new WatchEvents(bytes, tables)),
            "create", new CreateHandler(objects.creation(), bodies, output),
            "update", new UpdateHandler(objects, subresources, createCheck, bodies, output),
            "patch", new PatchHandler(objects, subresources, createCheck, kinds, output),
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
    if (resource.get().isCustom() && isMisplaced(info, resource.get())) {
      return PathRouter.notFound();
    }
    requirePlace(info, resource.get());
    ResourceEndpoint endpoint = find(call, resource.get());
    Deprecations.note(resource.get(), call.notes());
    if (!info.subresource().isEmpty()) {
      ConnectAdmission.require(call, resource.get(), objects.environment());
    }
    return endpoint.serve(call, resource.get());
  }

  private ResourceEndpoint find(Call call, Resource resource) {
    RequestInfo info = call.info();
    String subresource = info.subresource();
    Optional<ResourceEndpoint> special = subresources.endpoint(resource, subresource);
    if (special.isPresent()) {
      return special.get();
    }
    Optional<ScalePaths> scale = resource.custom().flatMap(CustomVersion::scale);
    if (subresource.equals("scale") && scale.isPresent()) {
      return new ScaleEndpoint(objects, ScaleShape.of(scale.get()), kinds, representation);
    }
    if (!subresource.isEmpty()) {
      return findBelow(info, resource);
    }
    boolean isKnown = resource.verbs().contains(info.verb()) && !call.method().equals("HEAD");
    if (!isKnown || isOnCollection(call) != hasNoName(info)) {
      throw isNamed(info) && Collections.disjoint(resource.verbs(), ON_OBJECTS)
          ? ApiError.noSuchPath()
          : ApiError.noSuchMethod();
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
        throw ApiError.noSuchMethod();
      }
      return notStored;
    }
    Optional<KindEntry.Subresource> subresource = resource.subresource(info.subresource());
    if (subresource.isEmpty() || subresources.rules(resource, info.subresource()).isEmpty()) {
      throw resource.isCustom()
          ? ApiError.notFound(resource.groupResource(), info.name())
          : ApiError.noSuchPath();
    }
    if (!subresource.get().verbs().contains(info.verb())) {
      throw ApiError.noSuchMethod();
    }
    return verb(info.verb());
  }

  private ResourceEndpoint verb(String name) {
    ResourceEndpoint endpoint = verbs.get(name);
    if (endpoint == null) {
      throw ApiError.noSuchMethod();
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

  /// Whether a path has a namespace where the resource has none, or none where it needs one.
  private static boolean isMisplaced(RequestInfo info, Resource resource) {
    boolean spansNamespaces = info.verb().equals("list") || info.verb().equals("watch");
    return resource.namespaced()
        ? info.namespace().isEmpty() && !spansNamespaces
        : !info.namespace().isEmpty();
  }

  /// Objects in namespaces are reached through them; only lists and watches span them all.
  private static void requirePlace(RequestInfo info, Resource resource) {
    boolean isNamespace = NamespaceValidation.isNamespace(resource);
    boolean isInNamespace = isNamespace ? isNested(info) : !info.namespace().isEmpty();
    if (!resource.namespaced() && isInNamespace) {
      throw ApiError.noSuchPath();
    }
    if (resource.namespaced() && info.namespace().isEmpty()) {
      if (isNamed(info) || !info.subresource().isEmpty() || !resource.verbs().contains("list")) {
        throw ApiError.noSuchPath();
      }
      if (!info.verb().equals("list") && !info.verb().equals("watch")) {
        throw ApiError.noSuchMethod();
      }
    }
    boolean goesOn = !info.subresource().isEmpty() && !endsWith(info, info.subresource());
    if (goesOn && !info.subresource().equals("proxy") && !resource.isCustom()) {
      throw ApiError.noSuchPath();
    }
  }

  /// Whether the path is one of namespaces in a namespace.
  private static boolean isNested(RequestInfo info) {
    return info.path().matches("/api/v1/namespaces/[^/]+/namespaces(/.*)?");
  }

  /// Whether the path itself ends with a name; else it may come from a selector.
  private static boolean isNamed(RequestInfo info) {
    return !info.name().isEmpty() && endsWith(info, info.name());
  }

  private static boolean endsWith(RequestInfo info, String part) {
    String path = info.path();
    return (path.endsWith("/") ? path.substring(0, path.length() - 1) : path).endsWith("/" + part);
  }

  /// Built-in groups answer with a `Status`; other groups have no handler that could.
  private Answer unknown(RequestInfo info) {
    if (catalog.hasBuiltIn(info.group())) {
      throw ApiError.noSuchPath();
    }
    return PathRouter.notFound();
  }
}
