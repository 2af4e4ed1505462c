package dev.drover.bench.cache;

import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.openapi.models.V1ListMeta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The list of [OfficialMachine].
final class OfficialMachineList implements KubernetesListObject {
  private @Nullable String apiVersion;
  private @Nullable String kind;
  private @Nullable V1ListMeta metadata;
  private List<OfficialMachine> items = new ArrayList<>();

  @Override
  public @Nullable V1ListMeta getMetadata() {
    return metadata;
  }

  @Override
  public List<OfficialMachine> getItems() {
    return items;
  }

  @Override
  public @Nullable String getApiVersion() {
    return apiVersion;
  }

  @Override
  public @Nullable String getKind() {
    return kind;
  }
}
