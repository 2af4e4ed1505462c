package dev.drover.server.core;

import dev.drover.schema.TreeNode;
import dev.drover.schema.apply.ResetFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.table.Column;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Everything that is special about one kind: its [Strategy] and optional facets, each with a
/// default that fits most kinds.
///
/// ```java
/// KindDefinition.of("Deployment", new DeploymentStrategy())
///     .columns(AppsColumns.deployment())
///     .scale(ScaleShape.BY_SELECTOR);
/// ```
///
/// The [GroupDefinition] of its API group lists it; every other registry of the server (storage
/// versions, printer columns, quota, subresources, managed fields, discovery) is derived from it.
/// Immutable.
public final class KindDefinition {
  private final String kind;
  private Strategy strategy;
  private StorageForm storage = StorageForm.STABLE;
  private Optional<List<Column>> columns = Optional.empty();
  private Function<TreeNode, List<Map<String, @Nullable Object>>> rowConditions = _ -> List.of();
  private QuotaEvaluator quota = QuotaEvaluator.OBJECT_COUNT;
  private ResetFields resetFields = ResetFields.DEFAULT;
  private Map<String, SubresourceDefinition> subresources = Map.of();
  private Map<String, UnaryOperator<KindDefinition>> versions = Map.of();
  private Optional<String> hashedVersion = Optional.empty();
  private boolean isEnabled = true;

  private KindDefinition(String kind, Strategy strategy) {
    this.kind = kind;
    this.strategy = strategy;
  }

  /// A kind without facets.
  public static KindDefinition of(String kind, Strategy strategy) {
    return new KindDefinition(kind, strategy);
  }

  /// A kind without anything special.
  public static KindDefinition plain(String kind) {
    return of(kind, Strategy.PLAIN);
  }

  private KindDefinition with(Consumer<KindDefinition> change) {
    KindDefinition copy = new KindDefinition(kind, strategy);
    copy.storage = storage;
    copy.columns = columns;
    copy.rowConditions = rowConditions;
    copy.quota = quota;
    copy.resetFields = resetFields;
    copy.subresources = subresources;
    copy.versions = versions;
    copy.hashedVersion = hashedVersion;
    copy.isEnabled = isEnabled;
    change.accept(copy);
    return copy;
  }

  /// The definition with another strategy.
  public KindDefinition strategy(Strategy other) {
    return with(copy -> copy.strategy = other);
  }

  /// The definition with another stored form.
  public KindDefinition storage(StorageForm form) {
    return with(copy -> copy.storage = form);
  }

  /// The definition with printer columns, whose cells are computed of the stored version.
  public KindDefinition columns(List<Column> own) {
    return with(copy -> copy.columns = Optional.of(List.copyOf(own)));
  }

  /// The definition with conditions of table rows, computed of the stored version.
  public KindDefinition rowConditions(
      Function<TreeNode, List<Map<String, @Nullable Object>>> conditions) {
    return with(copy -> copy.rowConditions = conditions);
  }

  /// The definition with another usage of quotas.
  public KindDefinition quota(QuotaEvaluator evaluator) {
    return with(copy -> copy.quota = evaluator);
  }

  /// The definition with other fields that writes reset.
  public KindDefinition resetFields(UnaryOperator<ResetFields> change) {
    return with(copy -> copy.resetFields = change.apply(resetFields));
  }

  /// The definition with one more subresource. `status` needs none, see [Strategy#status].
  ///
  /// @param name the last part of the path; empty for the resource itself, if it is not stored
  public KindDefinition subresource(String name, SubresourceDefinition definition) {
    return with(
        copy -> {
          Map<String, SubresourceDefinition> more = new LinkedHashMap<>(subresources);
          more.put(name, definition);
          copy.subresources = Map.copyOf(more);
        });
  }

  /// The definition with the subresource `scale`.
  public KindDefinition scale(ScaleShape shape) {
    return subresource("scale", SubresourceDefinition.endpoint(context -> context.scale(shape)));
  }

  /// The definition with facets that are different in one served version.
  public KindDefinition inVersion(String version, UnaryOperator<KindDefinition> change) {
    return with(
        copy -> {
          Map<String, UnaryOperator<KindDefinition>> more = new HashMap<>(versions);
          more.put(version, change);
          copy.versions = Map.copyOf(more);
        });
  }

  /// The definition of a kind whose `storageVersionHash` in discovery is that of a version that is
  /// not served.
  public KindDefinition hashedAs(String version) {
    return with(copy -> copy.hashedVersion = Optional.of(version));
  }

  /// The definition of a kind whose feature is off by default: it is never served.
  public KindDefinition disabled() {
    return with(copy -> copy.isEnabled = false);
  }

  /// The definition as it holds for one served version.
  public KindDefinition forVersion(String version) {
    return versions.getOrDefault(version, UnaryOperator.identity()).apply(this);
  }

  public String kind() {
    return kind;
  }

  public Strategy strategy() {
    return strategy;
  }

  public StorageForm storage() {
    return storage;
  }

  /// The printer columns; empty if tables show only name and time of creation.
  public Optional<List<Column>> columns() {
    return columns;
  }

  /// The conditions of an object's row in a table; none for most kinds.
  public List<Map<String, @Nullable Object>> rowConditions(TreeNode stored) {
    return rowConditions.apply(stored);
  }

  public QuotaEvaluator quota() {
    return quota;
  }

  public ResetFields resetFields() {
    return resetFields;
  }

  public Map<String, SubresourceDefinition> subresources() {
    return subresources;
  }

  /// The version that `storageVersionHash` is computed of, unless it is the stored one.
  public Optional<String> hashedVersion() {
    return hashedVersion;
  }

  public boolean isEnabled() {
    return isEnabled;
  }

  @Override
  public String toString() {
    return "KindDefinition[" + kind + "]";
  }
}
