package dev.drover.bench.cache;

import dev.drover.bench.harness.Target;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/// The informer of fabric8.
///
/// @param <T> the type of the objects
public final class Fabric8Cache<T extends HasMetadata> implements dev.drover.bench.cache.Cache {
  private final KubernetesClient client;
  private final SharedIndexInformer<T> informer;

  private Fabric8Cache(KubernetesClient client, SharedIndexInformer<T> informer) {
    this.client = client;
    this.informer = informer;
  }

  /// @param managedFields whether they are kept
  static Starter starter(boolean managedFields) {
    return (target, served, tally) -> {
      KubernetesClient client = new KubernetesClientBuilder().withConfig(config(target)).build();
      return start(client, served, managedFields, tally);
    };
  }

  public static Config config(Target target) {
    ConfigBuilder config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(target.server().toString())
            .withOauthToken(target.token())
            .withTrustCerts(target.insecure())
            .withDisableHostnameVerification(target.insecure())
            .withOnlyHttpWatches(true); // the server of the events speaks no WebSocket
    target.authority().ifPresent(file -> config.withCaCertFile(file.toString()));
    return config.build();
  }

  @SuppressWarnings("unchecked") // a registered class of objects, or the one for all
  private static Fabric8Cache<?> start(
      KubernetesClient client, Served served, boolean managedFields, Tally tally) {
    if (!served.isBuiltIn()) {
      return start(client, client.resources(Fabric8Machine.class), managedFields, tally);
    }
    String apiVersion = served.kind().gvk().groupVersion().toString();
    Class<?> type =
        client
            .getKubernetesSerialization()
            .getRegisteredKubernetesResource(apiVersion, served.kind().gvk().kind());
    if (type != null && HasMetadata.class.isAssignableFrom(type)) {
      return start(
          client, client.resources((Class<? extends HasMetadata>) type), managedFields, tally);
    }
    return start(client, client.genericKubernetesResources(context(served)), managedFields, tally);
  }

  private static ResourceDefinitionContext context(Served served) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(served.group())
        .withVersion(served.version())
        .withKind(served.kind().gvk().kind())
        .withPlural(served.plural())
        .withNamespaced(served.kind().isNamespaced())
        .build();
  }

  private static <T extends HasMetadata> Fabric8Cache<T> start(
      KubernetesClient client,
      MixedOperation<T, ?, ?> resources,
      boolean managedFields,
      Tally tally) {
    SharedIndexInformer<T> informer = resources.inAnyNamespace().runnableInformer(0);
    if (!managedFields) {
      informer.itemStore(new WithoutManagedFields<>());
    }
    if (tally.isWanted()) {
      informer.addEventHandler(new Counting<>(tally));
    }
    informer.start();
    return new Fabric8Cache<>(client, informer);
  }

  @Override
  public boolean isSynced() {
    return informer.hasSynced();
  }

  @Override
  public int size() {
    return informer.getStore().listKeys().size();
  }

  @Override
  public void close() {
    informer.close();
    client.close();
  }

  /// It has no transform: what is stored is all that can be changed.
  private static final class WithoutManagedFields<T extends HasMetadata> extends BasicItemStore<T> {
    WithoutManagedFields() {
      super(Cache::metaNamespaceKeyFunc);
    }

    @Override
    public T put(String key, T object) {
      object.getMetadata().setManagedFields(null);
      return super.put(key, object);
    }
  }

  private record Counting<T extends HasMetadata>(Tally tally) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      tally.count(object.getMetadata().getResourceVersion());
    }

    @Override
    public void onUpdate(T before, T now) {
      tally.count(now.getMetadata().getResourceVersion());
    }

    @Override
    public void onDelete(T object, boolean unknown) {
      tally.count(object.getMetadata().getResourceVersion());
    }
  }
}
