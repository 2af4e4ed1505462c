package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ResourceClient;
import dev.drover.informer.InformerState;
import dev.drover.informer.ReflectorStatus;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.internal.Definitions;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Handlers and controllers of kinds that come and go.
@ExtendWith(TestCluster.Supply.class)
abstract class WhenInstalledContract {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Kind<DynamicObject> DEFINITION =
      Kind.dynamic(
          new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
          "customresourcedefinitions",
          Scope.CLUSTER);
  private static final Kind<Parcel> PARCEL = Kind.of(Parcel.class);
  private static final String NAME = "parcels.post.drover.dev";

  @CustomResource(group = "post.drover.dev", version = "v1")
  record Parcel(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int grams) {}
  }

  private ClientConfig config;
  private Client client;

  @BeforeEach
  void connect(TestCluster cluster) throws Exception {
    config = cluster.config();
    client = Client.connect(config);
    uninstall();
  }

  @AfterEach
  void close() throws Exception {
    uninstall();
    client.close();
  }

  private ResourceClient<DynamicObject> definitions() {
    return client.resources(DEFINITION);
  }

  private void install() {
    Definitions.install(client, PARCEL);
  }

  private void uninstall() throws Exception {
    try {
      definitions().delete(NAME);
    } catch (ApiException.NotFound e) {
      return;
    }
    Eventually.holds("the definition is gone", () -> definitions().find(NAME).isEmpty());
  }

  private void send(String name) {
    client.create(
        new Parcel(
            ObjectMeta.builder().namespace("default").name(name).build(), new Parcel.Spec(100)));
  }

  private static <V> V next(BlockingQueue<V> queue) throws InterruptedException {
    V value = queue.poll(20, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }

  private static void awaitMissing(SharedIndexInformer<?> informer) throws Exception {
    Eventually.holds(
        informer + " waits",
        () ->
            informer.state().sources().stream()
                .allMatch(s -> s.reflector().phase() == ReflectorStatus.Phase.MISSING));
  }

  @Test
  void handlersStartWhenTheKindAppearsStopWhenItGoesAndStartAgain() throws Exception {
    BlockingQueue<String> parcels = new LinkedBlockingQueue<>();
    BlockingQueue<ObjectKey> maps = new LinkedBlockingQueue<>();
    try (var factory = SharedControllerFactory.fromConfig(config)) {
      SharedController<Parcel> parcel = factory.forObject(Parcel.class);
      parcel.registerHandler(
          "carry",
          (key, object) -> {
            parcels.add(key.name() + (object == null ? " gone" : ""));
            return object;
          });
      factory
          .forObject(ConfigMap.class)
          .registerHandler(
              "other",
              (key, object) -> {
                maps.add(key);
                return object;
              });
      factory.start(2);
      next(maps); // the others work
      awaitMissing(parcel.informer());
      for (String name : List.of("first", "second")) {
        install();
        send(name);
        assertThat(next(parcels)).isEqualTo(name);
        uninstall();
        assertThat(next(parcels)).isEqualTo(name + " gone");
        awaitMissing(parcel.informer());
        assertThat(parcel.informer().indexer().list()).isEmpty();
      }
      InformerState state = parcel.informer().state();
      assertThat(state.lag()).isZero();
      assertThat(state.lists()).as("lists: missing, there, missing, there, missing").isEqualTo(5);
      maps.clear();
      client.create(ConfigMap.named("default", "still-seen"));
      assertThat(next(maps).name()).isEqualTo("still-seen");
      client.resources(ConfigMap.class).inNamespace("default").delete("still-seen");
    }
  }

  @Test
  void controllerThatWorksWhenItsKindIsInstalledDoesNotKeepTheManagerFromStarting()
      throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (var manager = Manager.connect("post", config)) {
      manager
          .controllerFor(Parcel.class)
          .whenInstalled()
          .onGone(request -> seen.add(request.name() + " gone"))
          .complete(
              (parcel, ctx) -> {
                seen.add(parcel.name() + " " + parcel.spec().grams());
                return Result.done();
              });
      manager.start();
      awaitMissing(manager.cache().informer(Parcel.class));
      manager.settle(SOON);
      install();
      send("a");
      assertThat(next(seen)).isEqualTo("a 100");
      uninstall();
      assertThat(next(seen)).isEqualTo("a gone");
      install();
      send("b");
      assertThat(next(seen)).isEqualTo("b 100");
    }
  }

  @Test
  void kindIsFoundByDiscoveryWithoutTheRightToReadDefinitions(TestCluster cluster)
      throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    ClientConfig theirs =
        cluster.user(
            "postman",
            rule ->
                rule.apiGroups("post.drover.dev")
                    .resources("parcels")
                    .verbs("get", "list", "watch"));
    try (var factory = SharedControllerFactory.fromConfig(theirs)) {
      SharedController<Parcel> parcel = factory.forObject(Parcel.class);
      parcel.registerHandler(
          "carry",
          (key, object) -> {
            seen.add(key.name());
            return object;
          });
      factory.start(1);
      awaitMissing(parcel.informer());
      install();
      send("a");
      assertThat(next(seen)).isEqualTo("a");
      assertThat(parcel.informer().state().errors()).isZero();
    }
  }

  @Test
  void kindThatIsDefinedButNotServedHasLostNothing() throws Exception {
    install();
    send("a");
    try (var factory = SharedControllerFactory.fromConfig(config)) {
      SharedController<Parcel> parcel = factory.forObject(Parcel.class);
      parcel.registerHandler("carry", (key, object) -> object);
      factory.start(1);
      serve(false);
      Eventually.holds("the list fails", () -> parcel.informer().state().errors() > 0);
      assertThat(parcel.informer().indexer().list()).extracting(Parcel::name).containsExactly("a");
      serve(true);
      send("b");
      Eventually.holds("b is seen", () -> parcel.informer().indexer().list().size() == 2);
    }
  }

  private void serve(boolean served) {
    DynamicObject definition = definitions().get(NAME);
    Map<String, Object> version = new HashMap<>();
    ((Map<?, ?>) definition.list("spec", "versions").getFirst())
        .forEach((key, value) -> version.put((String) key, value));
    version.put("served", served);
    definitions().edit(definition, d -> d.with(List.of(version), "spec", "versions"));
    if (served) {
      Definitions.install(client, PARCEL);
    }
  }
}
