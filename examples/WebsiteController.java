// A Website has a page, a web server and an address: the controller of docs/first-controller.md.
//   ./drover run examples/WebsiteController.java

// tag::imports
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

// end::imports

// tag::type
@CustomResource(group = "example.dev", version = "v1")
record Website(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Website.Status> {
  record Spec(String html, @Nullable Integer replicas) {}

  record Status(String url) {}
}

// end::type

// tag::reconcile
Result reconcile(Website site, Context<Website> ctx) {
  ctx.client().apply(page(site));
  ctx.client().apply(server(site));
  ctx.client().apply(address(site));
  String url = "http://%s.%s.svc".formatted(site.name(), site.namespace());
  ctx.client().updateStatus(site, new Website.Status(url)); // no write when it is that already
  ctx.event("Published", "The page has " + site.spec().html().length() + " characters");
  return Result.done();
}

// end::reconcile

// tag::wanted
ConfigMap page(Website site) {
  return ConfigMap.named(site.namespace(), site.name())
      .with(c -> c.ownedBy(site).data("index.html", site.spec().html()));
}

Deployment server(Website site) {
  return Deployment.named(site.namespace(), site.name()).with(d -> d
      .ownedBy(site)
      .spec(s -> s.replicas(site.spec().replicas()).matchLabel("website", site.name())
          .template(t -> t.label("website", site.name())
              .volume("page", v -> v.configMap(c -> c.name(site.name())))
              .container("web", c -> c.image("nginx:1")
                  .volumeMount("/usr/share/nginx/html", m -> m.name("page"))))));
}

Service address(Website site) {
  return Service.named(site.namespace(), site.name()).with(v -> v
      .ownedBy(site)
      .spec(s -> s.selector("website", site.name()).port(80, p -> {})));
}

// end::wanted

// tag::main
void main(String[] args) throws Exception {
  try (var manager = Manager.connect("website-controller", args)) {
    manager.install(Website.class); // the CRD, from the record
    addTo(manager);
    manager.run(); // until Ctrl-C or SIGTERM
  }
}

void addTo(Manager manager) {
  manager.controllerFor(Website.class)
      .owns(ConfigMap.class)
      .owns(Deployment.class)
      .owns(Service.class)
      .complete(this::reconcile);
}
// end::main
