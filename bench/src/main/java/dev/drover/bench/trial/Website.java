package dev.drover.bench.trial;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Service;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import org.jspecify.annotations.Nullable;

/// The kind and the controller of `examples/WebsiteController.java`.
@CustomResource(group = "example.dev", version = "v1")
record Website(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Website.Status> {
  record Spec(String html, @Nullable Integer replicas) {}

  record Status(String url) {}

  static Website of(String html) {
    return new Website(ObjectMeta.builder().name("hello").build(), new Spec(html, 2), null);
  }

  Website with(String html) {
    return new Website(metadata, new Spec(html, 3), status);
  }

  static void addTo(Manager manager) {
    manager.install(Website.class);
    var _ =
        manager
            .controllerFor(Website.class)
            .owns(ConfigMap.class)
            .owns(Deployment.class)
            .owns(Service.class)
            .complete(Website::reconcile);
  }

  private static Result reconcile(Website site, Context<Website> ctx) {
    var _ =
        ctx.client()
            .apply(
                ConfigMap.named(site.namespace(), site.name())
                    .with(c -> c.ownedBy(site).data("index.html", site.spec.html)));
    var _ = ctx.client().apply(server(site));
    var _ =
        ctx.client()
            .apply(
                Service.named(site.namespace(), site.name())
                    .with(
                        v ->
                            v.ownedBy(site)
                                .spec(s -> s.selector("website", site.name()).port(80, p -> {}))));
    String url = "http://%s.%s.svc".formatted(site.name(), site.namespace());
    var _ = ctx.client().updateStatus(site, new Status(url));
    ctx.event("Published", "The page has " + site.spec.html.length() + " characters");
    return Result.done();
  }

  private static Deployment server(Website site) {
    return Deployment.named(site.namespace(), site.name())
        .with(
            d ->
                d.ownedBy(site)
                    .spec(
                        s ->
                            s.replicas(site.spec.replicas)
                                .matchLabel("website", site.name())
                                .template(
                                    t ->
                                        t.label("website", site.name())
                                            .container("web", c -> c.image("nginx:1")))));
  }
}
