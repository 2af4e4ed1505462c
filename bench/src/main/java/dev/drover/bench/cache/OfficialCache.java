package dev.drover.bench.cache;

import dev.drover.bench.harness.Target;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.ModelMapper;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

/// The informer of the official client. It never keeps managed fields.
public final class OfficialCache implements Cache {
  private final SharedInformerFactory factory;
  private final SharedIndexInformer<? extends KubernetesObject> informer;

  private OfficialCache(
      SharedInformerFactory factory, SharedIndexInformer<? extends KubernetesObject> informer) {
    this.factory = factory;
    this.informer = informer;
  }

  static Starter starter() {
    return (target, served, tally) -> {
      Class<? extends KubernetesObject> type =
          served.isBuiltIn()
              ? ModelMapper.preBuiltGetApiTypeClass(
                      served.group(), served.version(), served.kind().gvk().kind())
                  .asSubclass(KubernetesObject.class)
              : OfficialMachine.class;
      Class<? extends KubernetesListObject> list =
          Class.forName(type.getName() + "List").asSubclass(KubernetesListObject.class);
      return start(client(target), served, type, list, tally);
    };
  }

  public static ApiClient client(Target target) throws IOException {
    ClientBuilder builder =
        new ClientBuilder()
            .setBasePath(target.server().toString())
            .setVerifyingSsl(!target.insecure())
            .setReadTimeout(Duration.ZERO); // as its examples do for informers
    if (!target.token().isEmpty()) {
      builder.setAuthentication(new AccessTokenAuthentication(target.token()));
    }
    if (target.authority().isPresent()) {
      builder.setCertificateAuthority(Files.readAllBytes(target.authority().get()));
    }
    return builder.build();
  }

  private static <T extends KubernetesObject, L extends KubernetesListObject> OfficialCache start(
      ApiClient client, Served served, Class<T> type, Class<L> list, Tally tally) {
    SharedInformerFactory factory = new SharedInformerFactory(client);
    SharedIndexInformer<T> informer =
        factory.sharedIndexInformerFor(
            new GenericKubernetesApi<>(
                type, list, served.group(), served.version(), served.plural(), client),
            type,
            0);
    if (tally.isWanted()) {
      informer.addEventHandler(new Counting<>(tally));
    }
    factory.startAllRegisteredInformers();
    return new OfficialCache(factory, informer);
  }

  @Override
  public boolean isSynced() {
    return informer.hasSynced();
  }

  @Override
  public int size() {
    return informer.getIndexer().listKeys().size();
  }

  @Override
  public void close() {
    factory.stopAllRegisteredInformers();
  }

  private record Counting<T extends KubernetesObject>(Tally tally)
      implements ResourceEventHandler<T> {
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
