package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Adds a finalizer to new volumes and claims, which keeps them while they are in use.
final class StorageObjectInUseProtection implements AdmissionPlugin {
  private static final Map<String, String> FINALIZERS =
      Map.of(
          "/persistentvolumes", "kubernetes.io/pv-protection",
          "/persistentvolumeclaims", "kubernetes.io/pvc-protection",
          "storage.k8s.io/volumeattributesclasses", "kubernetes.io/vac-protection");

  @Override
  public void admit(Attempt attempt) {
    String storage = attempt.resource().storage().name();
    String finalizer = FINALIZERS.get(storage);
    if (finalizer == null || !AdmissionPlugins.creates(attempt, storage)) {
      return;
    }
    TreeNode metadata = AdmissionPlugins.object(attempt).orCreate("metadata");
    List<String> finalizers = new ArrayList<>(metadata.texts("finalizers"));
    if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
      metadata.set("finalizers", finalizers);
    }
  }
}
