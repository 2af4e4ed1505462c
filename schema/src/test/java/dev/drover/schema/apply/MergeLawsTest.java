package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for any set of fields and any tree.
class MergeLawsTest {
  private static final List<GroupVersionKind> KINDS =
      List.of(
          new GroupVersionKind("", "v1", "Pod"),
          new GroupVersionKind("", "v1", "Service"),
          new GroupVersionKind("apps", "v1", "Deployment"),
          new GroupVersionKind("resource.k8s.io", "v1", "ResourceClaim"));

  static Stream<RandomTrees> trees() {
    return KINDS.stream()
        .flatMap(
            kind ->
                IntStream.range(0, 25)
                    .mapToObj(seed -> new RandomTrees(new Random(seed), structure(kind))));
  }

  private static Structure structure(GroupVersionKind kind) {
    return SchemaTable.builtIn().structure(kind).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("trees")
  void fieldSetsObeyTheLawsOfSets(RandomTrees trees) {
    FieldSet a = OwnedPaths.of(trees.structure(), trees.next());
    FieldSet b = OwnedPaths.of(trees.structure(), trees.next());
    FieldSet c = OwnedPaths.of(trees.structure(), trees.next());
    assertThat(a.union(b)).isEqualTo(b.union(a));
    assertThat(a.intersection(b)).isEqualTo(b.intersection(a));
    assertThat(a.union(b).union(c)).isEqualTo(a.union(b.union(c)));
    assertThat(a.intersection(b.union(c))).isEqualTo(a.intersection(b).union(a.intersection(c)));
    assertThat(a.difference(b).union(a.intersection(b))).isEqualTo(a);
    assertThat(a.difference(b).intersection(b)).isEqualTo(FieldSet.EMPTY);
    assertThat(a.recursiveDifference(b).difference(a.difference(b))).isEqualTo(FieldSet.EMPTY);
    assertThat(a.leaves().difference(a)).isEqualTo(FieldSet.EMPTY);
    assertThat(a.paths()).allMatch(a::has);
    RawExtension written = RawExtension.ofTree(a.toFieldsV1());
    assertThat(FieldSet.ofFieldsV1(written.tree())).isEqualTo(a);
  }

  @ParameterizedTest
  @MethodSource("trees")
  void comparisonOfATreeWithItselfIsEmpty(RandomTrees trees) {
    Object tree = trees.next();
    Comparison none = Comparison.of(trees.structure(), tree, tree);
    assertThat(none).isEqualTo(new Comparison(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void reversedComparisonSwapsAddedAndRemoved(RandomTrees trees) {
    Object a = trees.next();
    Object b = trees.next();
    Comparison there = Comparison.of(trees.structure(), a, b);
    Comparison back = Comparison.of(trees.structure(), b, a);
    assertThat(there).isEqualTo(new Comparison(back.added(), back.modified(), back.removed()));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void mergeTakesAppliedValuesAndRemovesNothing(RandomTrees trees) {
    Map<String, @Nullable Object> live = trees.next();
    Map<String, @Nullable Object> config = trees.next();
    Object merged = TreeMerge.merge(trees.structure(), live, config);
    assertThat(Comparison.of(trees.structure(), live, merged).removed()).isEqualTo(FieldSet.EMPTY);
    assertThat(JsonOrder.same(TreeMerge.merge(trees.structure(), merged, config), merged)).isTrue();
    assertThat(JsonOrder.same(TreeMerge.merge(trees.structure(), live, live), live)).isTrue();
    FieldSet stated = OwnedPaths.of(trees.structure(), config);
    Comparison difference = Comparison.of(trees.structure(), config, merged);
    assertThat(stated.leaves().intersection(difference.removed())).isEqualTo(FieldSet.EMPTY);
  }

  @ParameterizedTest
  @MethodSource("trees")
  void removedFieldsAreGone(RandomTrees trees) {
    Map<String, @Nullable Object> tree = trees.next();
    FieldSet all = OwnedPaths.of(trees.structure(), tree);
    assertThat(TreeRemoval.remove(trees.structure(), tree, FieldSet.EMPTY)).isEqualTo(tree);
    Object rest =
        TreeRemoval.remove(
            trees.structure(), tree, OwnedPaths.withNamedFields(all, trees.structure()));
    assertThat(OwnedPaths.of(trees.structure(), rest)).isEqualTo(FieldSet.EMPTY);
  }

  @ParameterizedTest
  @MethodSource("trees")
  void applyIsIdempotentAndAnEmptyApplyRevertsIt(RandomTrees trees) {
    Map<String, @Nullable Object> live = trees.object();
    Map<String, @Nullable Object> config = trees.config();
    ServerSideApply rules = trees.rules();
    var tracked = rules.update(null, live, "manager", Instant.EPOCH);
    var once = rules.apply(tracked, config, "me", true, Instant.EPOCH);
    assertThat(rules.apply(once, config, "me", false, Instant.EPOCH.plusSeconds(9)))
        .isEqualTo(once);
    var back = rules.apply(once, trees.emptyConfig(), "me", false, Instant.EPOCH);
    assertThat(Story.json(back)).doesNotContain("\"manager\":\"me\"");
  }

  /// Trees that are anything but objects of the kind: refused, or merged, but never a crash.
  @ParameterizedTest
  @MethodSource("trees")
  void malformedConfigurationsAreRefused(RandomTrees trees) {
    Map<String, @Nullable Object> live = trees.object();
    Map<String, @Nullable Object> nonsense = trees.spoiled(trees.config());
    Optional<Map<String, @Nullable Object>> merged;
    try {
      merged =
          Optional.of(trees.rules().apply(live, nonsense, "me", trees.chance(2), Instant.EPOCH));
    } catch (ApplyException e) {
      assertThat(e.status().code()).isIn(400, 409, 500);
      merged = Optional.empty();
    }
    var written = trees.rules().update(live, trees.spoiled(live), "you", Instant.EPOCH);
    assertThat(written).containsKey("metadata");
    merged.ifPresent(object -> assertThat(object).containsKey("metadata"));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void malformedManagedFieldsAreIgnored(RandomTrees trees) {
    Map<String, @Nullable Object> live =
        trees.rules().update(null, trees.object(), "me", Instant.EPOCH);
    TreeNode spoiled = TreeNode.copyOf(live);
    Object entries = Shape.map(live.get("metadata")).get("managedFields");
    spoiled.child("metadata").orElseThrow().set("managedFields", trees.spoiledValue(entries));
    var written = trees.rules().update(live, spoiled.map(), "you", Instant.EPOCH);
    assertThat(written).containsKey("metadata");
  }
}
