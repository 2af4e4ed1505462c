package dev.drover.server.kinds.batch;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.StorageForm;
import dev.drover.server.strategy.StorageVersion;
import java.util.Map;

/// The group `batch`.
public final class BatchGroup {
  private BatchGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("batch", 17_400)
        .version("v1", 15)
        .version("v1beta1", 9)
        .kinds(
            KindDefinition.of("CronJob", new CronJobStrategy()).columns(BatchColumns.cronJob()),
            KindDefinition.of("Job", new JobStrategy())
                .columns(BatchColumns.job())
                .storage(BatchGroup::jobStorage));
  }

  /// New jobs are stored without a status, which every reader sees as an empty one.
  private static StorageVersion jobStorage(String name, GroupVersionKind served) {
    return StorageVersion.same(name, served)
        .reading(tree -> StorageForm.withStatus(tree, Map.of()))
        .creating(
            tree ->
                JobStrategy.isStoredWithoutStatus(TreeNode.view(tree))
                    ? StorageForm.withoutStatus(tree)
                    : tree);
  }
}
