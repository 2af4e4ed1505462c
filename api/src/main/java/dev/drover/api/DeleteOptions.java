package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of a delete request: grace period, preconditions, what happens to dependents.
///
/// ```java
/// DeleteOptions options = DeleteOptions.builder()
///     .propagationPolicy("Foreground")
///     .preconditions(p -> p.uid(pod.metadata().uid()))
///     .build();
/// ```
///
/// In Go: {@index metav1.DeleteOptions}.
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

  /// How long the object may take to go, in seconds; 0 is at once, null is what its kind has by
  /// default.
  public @Nullable Long gracePeriodSeconds() {
    return get(0);
  }

  /// What must hold of the object, else nothing is deleted.
  public @Nullable Preconditions preconditions() {
    return get(1);
  }

  /// Old form of [#propagationPolicy]; set one of the two at most.
  public @Nullable Boolean orphanDependents() {
    return get(2);
  }

  /// What becomes of the objects that this one owns: `Orphan`, `Background` or `Foreground`.
  public @Nullable String propagationPolicy() {
    return get(3);
  }

  /// `All` makes the server check everything and delete nothing.
  public List<String> dryRun() {
    return list(4);
  }

  /// Deletes even an object that can no longer be read from storage. Dangerous: nothing that
  /// normally happens on a delete does.
  public @Nullable Boolean ignoreStoreReadErrorWithClusterBreakingPotential() {
    return get(5);
  }

  /// Builds a [DeleteOptions].
  public static final class Builder extends Struct.Builder<DeleteOptions> {
    private Builder(DeleteOptions from) {
      super(TYPE, from);
    }

    /// Sets [DeleteOptions#gracePeriodSeconds].
    public Builder gracePeriodSeconds(@Nullable Long gracePeriodSeconds) {
      set(0, gracePeriodSeconds);
      return this;
    }

    /// Sets [DeleteOptions#preconditions].
    public Builder preconditions(@Nullable Preconditions preconditions) {
      set(1, preconditions);
      return this;
    }

    /// Edits [DeleteOptions#preconditions] as it is now.
    public Builder preconditions(Consumer<Preconditions.Builder> change) {
      return preconditions(struct(1, Preconditions.TYPE).with(change));
    }

    /// Sets [DeleteOptions#orphanDependents].
    public Builder orphanDependents(@Nullable Boolean orphanDependents) {
      set(2, orphanDependents);
      return this;
    }

    /// Sets [DeleteOptions#propagationPolicy].
    public Builder propagationPolicy(@Nullable String propagationPolicy) {
      set(3, propagationPolicy);
      return this;
    }

    /// Sets [DeleteOptions#dryRun].
    public Builder dryRun(List<String> dryRun) {
      setList(4, dryRun);
      return this;
    }

    /// Adds one to [DeleteOptions#dryRun].
    public Builder addDryRun(String dryRun) {
      add(4, dryRun);
      return this;
    }

    /// Sets [DeleteOptions#ignoreStoreReadErrorWithClusterBreakingPotential].
    public Builder ignoreStoreReadErrorWithClusterBreakingPotential(
        @Nullable Boolean ignoreStoreReadErrorWithClusterBreakingPotential) {
      set(5, ignoreStoreReadErrorWithClusterBreakingPotential);
      return this;
    }
  }
}
