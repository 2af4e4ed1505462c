package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Builders and short forms of the types of `meta/v1`.
class MetaBuildersTest {
  private static LabelSelectorRequirement tierIsFrontOrBack() {
    return LabelSelectorRequirement.builder()
        .key("tier")
        .operator("In")
        .addValue("front")
        .addValue("back")
        .build();
  }

  @Test
  void labelSelectorMatchesAsItsSelector() {
    LabelSelector both =
        LabelSelector.ofLabels(Map.of("app", "web")).toBuilder()
            .addMatchExpression(tierIsFrontOrBack())
            .build();
    Selector selector = both.toSelector();
    assertThat(selector).hasToString("app=web,tier in (back,front)");
    assertThat(selector.matches(Map.of("app", "web", "tier", "back"))).isTrue();
    assertThat(selector.matches(Map.of("app", "web"))).isFalse();
    assertThat(LabelSelector.builder().build().toSelector().isEverything()).isTrue();
  }

  @Test
  void labelSelectorWithAnUnknownOperatorIsRefused() {
    LabelSelector odd =
        LabelSelector.builder()
            .addMatchExpression(
                LabelSelectorRequirement.builder().key("k").operator("Near").build())
            .build();
    assertThatIllegalArgumentException().isThrownBy(odd::toSelector).withMessageContaining("Near");
  }

  @Test
  void buildersAddItemsToLists() {
    assertThat(FieldSelectorRequirement.builder().addValue("a").addValue("b").build().values())
        .containsExactly("a", "b");
    StatusCause cause =
        StatusCause.builder().field("spec.size").reason("FieldValueInvalid").build();
    assertThat(StatusDetails.builder().addCause(cause).build().causes()).containsExactly(cause);
    ManagedFieldsEntry entry = ManagedFieldsEntry.builder().manager("shop").build();
    assertThat(ObjectMeta.builder().addManagedField(entry).build().managedFields())
        .containsExactly(entry);
  }

  @Test
  void builderEditsAPartAsItIs() {
    ListMeta meta =
        ListMeta.builder()
            .shardInfo(ShardInfo.builder().selector("a").build())
            .shardInfo(shard -> shard.selector("b"))
            .build();
    assertThat(meta.shardInfo()).isEqualTo(ShardInfo.builder().selector("b").build());
  }

  @Test
  void statusIsAFailureByItsStatus() {
    assertThat(Status.builder().status("Failure").code(409).build().isFailure()).isTrue();
    assertThat(Status.builder().status("Success").code(200).build().isFailure()).isFalse();
  }

  @Test
  void depthOfDecodeLimitsChangesAlone() {
    DecodeLimits limits = DecodeLimits.DEFAULT.withMaxDepth(100);
    assertThat(limits.maxDepth()).isEqualTo(100);
    assertThat(limits.maxObjectBytes()).isEqualTo(DecodeLimits.DEFAULT.maxObjectBytes());
    assertThat(List.of(limits, DecodeLimits.DEFAULT)).doesNotHaveDuplicates();
  }
}
