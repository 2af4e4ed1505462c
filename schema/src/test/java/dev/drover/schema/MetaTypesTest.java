package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Condition;
import dev.drover.api.DeleteOptions;
import dev.drover.api.FieldSelectorRequirement;
import dev.drover.api.LabelSelector;
import dev.drover.api.LabelSelectorRequirement;
import dev.drover.api.ListMeta;
import dev.drover.api.ManagedFieldsEntry;
import dev.drover.api.ObjectMeta;
import dev.drover.api.OwnerReference;
import dev.drover.api.Preconditions;
import dev.drover.api.ShardInfo;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.api.codec.StructType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The classes of `meta/v1` are written by hand; this is what keeps them up to date.
class MetaTypesTest {
  static List<StructType<?>> types() {
    return List.of(
        Condition.TYPE,
        DeleteOptions.TYPE,
        FieldSelectorRequirement.TYPE,
        LabelSelector.TYPE,
        LabelSelectorRequirement.TYPE,
        ListMeta.TYPE,
        ManagedFieldsEntry.TYPE,
        ObjectMeta.TYPE,
        OwnerReference.TYPE,
        Preconditions.TYPE,
        ShardInfo.TYPE,
        Status.TYPE,
        StatusCause.TYPE,
        StatusDetails.TYPE);
  }

  @ParameterizedTest
  @MethodSource("types")
  void metaTypesHaveTheFieldsOfTheSchemaTable(StructType<?> type) {
    TypeEntry entry = SchemaTable.builtIn().type(type.name()).orElseThrow();
    assertThat(type.lines()).isEqualTo(entry.codecLines());
  }
}
