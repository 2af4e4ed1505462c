package dev.drover.api;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How to delete: grace period, preconditions, what happens to dependents. {@index
/// metav1.DeleteOptions}
public final class DeleteOptions extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<DeleteOptions> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.DELETE_OPTIONS,
          "meta/v1.DeleteOptions",
          """
          gracePeriodSeconds 1 *int64 omitempty
          preconditions 2 *meta/v1.Preconditions omitempty
          orphanDependents 3 *bool omitempty
          propagationPolicy 4 *string omitempty
          dryRun 5 []string omitempty
          ignoreStoreReadErrorWithClusterBreakingPotential 6 *bool omitempty
          """);

  DeleteOptions(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<DeleteOptions> structType() {
    return TYPE;
  }

  /// A builder with nothing set.
  public static Builder builder() {
    return TYPE.empty().toBuilder();
  }

  /// A builder that starts from this value.
  public Builder toBuilder() {
    return new Builder(this);
  }

  /// A changed copy.
  public DeleteOptions with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  public @Nullable Long gracePeriodSeconds() {
    return get(0);
  }

  public @Nullable Preconditions preconditions() {
    return get(1);
  }

  public @Nullable Boolean orphanDependents() {
    return get(2);
  }

  public @Nullable String propagationPolicy() {
    return get(3);
  }

  public List<String> dryRun() {
    return list(4);
  }

  public @Nullable Boolean ignoreStoreReadErrorWithClusterBreakingPotential() {
    return get(5);
  }

  /// Builds DeleteOptions.
  public static final class Builder extends Struct.Builder<DeleteOptions> {
    private Builder(DeleteOptions from) {
      super(TYPE, from);
    }

    public Builder gracePeriodSeconds(@Nullable Long gracePeriodSeconds) {
      set(0, gracePeriodSeconds);
      return this;
    }

    public Builder preconditions(@Nullable Preconditions preconditions) {
      set(1, preconditions);
      return this;
    }

    /// Edits what is there.
    public Builder preconditions(Consumer<Preconditions.Builder> change) {
      return preconditions(struct(1, Preconditions.TYPE).with(change));
    }

    public Builder orphanDependents(@Nullable Boolean orphanDependents) {
      set(2, orphanDependents);
      return this;
    }

    public Builder propagationPolicy(@Nullable String propagationPolicy) {
      set(3, propagationPolicy);
      return this;
    }

    public Builder dryRun(List<String> dryRun) {
      setList(4, dryRun);
      return this;
    }

    /// Adds one.
    public Builder addDryRun(String dryRun) {
      add(4, dryRun);
      return this;
    }

    public Builder ignoreStoreReadErrorWithClusterBreakingPotential(
        @Nullable Boolean ignoreStoreReadErrorWithClusterBreakingPotential) {
      set(5, ignoreStoreReadErrorWithClusterBreakingPotential);
      return this;
    }
  }
}
