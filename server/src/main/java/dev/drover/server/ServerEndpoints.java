package dev.drover.server;

import dev.drover.schema.SchemaTable;
import dev.drover.server.aggregation.AggregatedApis;
import dev.drover.server.aggregation.AggregationRouter;
import dev.drover.server.auth.AccessControl;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.ScaleShape;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.core.Subresources;
import dev.drover.server.discovery.Discovery;
import dev.drover.server.discovery.RootPaths;
import dev.drover.server.discovery.ServerVersion;
import dev.drover.server.http.PathRouter;
import dev.drover.server.http.Representation;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.metrics.MetricsPage;
import dev.drover.server.openapi.OpenApi;
import dev.drover.server.rest.KnownKinds;
import dev.drover.server.rest.ObjectRegistry;
import dev.drover.server.rest.ResourceRouter;
import dev.drover.server.rest.ScaleEndpoint;
import dev.drover.server.status.DebugPages;
import dev.drover.server.status.FlagsPage;
import dev.drover.server.status.HealthChecks;
import dev.drover.server.status.HealthMetrics;
import dev.drover.server.status.StatusPage;
import dev.drover.server.strategy.StoredObjects;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The endpoints of a server by path.
record ServerEndpoints(
    Catalog catalog,
    ObjectRegistry objects,
    AccessControl access,
    KnownKinds kinds,
    Representation representation,
    AggregatedApis aggregated,
    MetricsPage metrics,
    Supplier<StoredObjects> stored,
    Supplier<Optional<String>> storageProblem,
    Map<String, String> flags,
    InstantSource clock)
    implements SubresourceDefinition.Context {
  private static final String STATUS_PATH = "/statusz";

  Endpoint all() {
    PathRouter paths =
        new PathRouter(
            new ResourceRouter(
                catalog,
                subresources(),
                objects,
                call -> access.authorizer().require(call.user(), call.info().withVerb("create")),
                kinds,
                representation));
    Endpoint discovery = new Discovery(catalog, kinds.codec(), aggregated::versions);
    Endpoint openApi = new OpenApi(catalog, SchemaTable.builtIn().release(), clock);
    Endpoint version = new ServerVersion(SchemaTable.builtIn().release());
    paths
        .serveBelow("/api", discovery)
        .serveBelow("/apis", discovery)
        .serve("/openapi/v2", openApi)
        .serve("/openapi/v3", openApi)
        .serveBelow("/openapi/v3", openApi)
        .serve("/version", version)
        .serve("/version/", version)
        .serve("/metrics", metrics);
    access.endpoints().forEach(paths::serve);
    HealthMetrics healthMetrics = new HealthMetrics();
    List<HealthChecks> health = HealthChecks.all(storageProblem, healthMetrics);
    paths.serve("/metrics/slis", new MetricsPage(List.of(healthMetrics)));
    health.forEach(checks -> paths.serveBelow(checks.path(), checks));
    paths.serve("/flagz", new FlagsPage(representation, flags));
    paths.serveBelow(DebugPages.PATH, new DebugPages());
    List<String> listed = new ArrayList<>(paths.paths());
    health.forEach(checks -> listed.addAll(checks.paths()));
    listed.addAll(List.of(STATUS_PATH, "/openapi/v3/"));
    paths.serve(
        STATUS_PATH,
        new StatusPage(representation, SchemaTable.builtIn().release(), clock, listed));
    paths.serve("/", new RootPaths(catalog, listed));
    return new AggregationRouter(aggregated, paths);
  }

  /// What is served below objects, and the reviews, which are not stored.
  private Subresources subresources() {
    Subresources subresources = new Subresources();
    access.register(subresources);
    BuiltInResources.register(subresources, this);
    return subresources;
  }

  @Override
  public ScaleEndpoint scale(ScaleShape shape) {
    return new ScaleEndpoint(objects, shape, kinds, representation);
  }
}
