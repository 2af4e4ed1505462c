package dev.drover.server.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateStrategyTest {
  private static final FieldError EARLY = FieldError.required(FieldPath.of("spec"), "");

  @Test
  void writeWithoutOwnersKeepsEarlyValidationAndWarnings() {
    UpdateStrategy owned =
        UpdateStrategy.SUBRESOURCE
            .validatingEarly((_, _) -> List.of(EARLY))
            .warning((_, _) -> List.of("deprecated"));
    UpdateStrategy unowned = owned.withoutOwners();
    TreeNode object = TreeNode.empty();
    assertThat(unowned.recordsOwners()).isFalse();
    assertThat(unowned.early().errors(object, object)).containsExactly(EARLY);
    assertThat(unowned.warnings().of(object, object)).containsExactly("deprecated");
  }

  @Test
  void withoutOwnersChangesNothingElse() {
    UpdateStrategy owned = UpdateStrategy.STATUS.countingGeneration();
    UpdateStrategy unowned = owned.withoutOwners();
    assertThat(unowned).usingRecursiveComparison().ignoringFields("recordsOwners").isEqualTo(owned);
  }
}
