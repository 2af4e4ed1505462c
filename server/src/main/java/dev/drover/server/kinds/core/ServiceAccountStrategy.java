package dev.drover.server.kinds.core;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Service accounts: of the secrets that one refers to, only the name counts.
public final class ServiceAccountStrategy implements DataStrategy {
  private static final String MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

  @Override
  public void prepareForCreate(TreeNode object) {
    object.items("secrets").forEach(secret -> secret.map().keySet().retainAll(List.of("name")));
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    prepareForCreate(object);
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return hasMountable(object) && (old == null || !hasMountable(old))
        ? List.of(
            "metadata.annotations["
                + MOUNTABLE
                + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted"
                + " secrets")
        : List.of();
  }

  private static boolean hasMountable(TreeNode object) {
    return object.at("metadata").at("annotations").has(MOUNTABLE);
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
