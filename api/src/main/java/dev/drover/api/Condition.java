package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One aspect of an object's state: true, false or unknown, since when and why.
///
/// ```java
/// Condition ready = Condition.builder().type("Ready").status("True")
///     .reason("AllReplicasReady").observedGeneration(shop.metadata().generation()).build();
/// boolean isReady = shop.status().conditions().stream().anyMatch(c -> c.type().equals("Ready") && c.isTrue());
/// ```
///
/// In Go: {@index metav1.Condition}.
public final class Condition extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<Condition> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.CONDITION,
          "meta/v1.Condition",
          """
          type 1 string
          status 2 string
          observedGeneration 3 int64 omitempty
          lastTransitionTime 4 time
          reason 5 string
          message 6 string
          """);

  Condition(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<Condition> structType() {
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
  public Condition with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The status of a condition that holds.
  public static final String TRUE = "True";

  /// The status of a condition that does not hold.
  public static final String FALSE = "False";

  /// The status of a condition that could not be determined.
  public static final String UNKNOWN = "Unknown";

  /// Whether the condition holds.
  public boolean isTrue() {
    return status().equals(TRUE);
  }

  /// What the condition is about, in upper camel case, such as `Ready`.
  public String type() {
    return text(0);
  }

  /// Whether it holds: [#TRUE], [#FALSE] or [#UNKNOWN].
  public String status() {
    return text(1);
  }

  /// The generation of the object that was looked at; 0 when not said.
  public long observedGeneration() {
    return int64(2);
  }

  /// Since when [#status] is what it is.
  public @Nullable Instant lastTransitionTime() {
    return get(3);
  }

  /// Why, in one word for programs.
  public String reason() {
    return text(4);
  }

  /// Why, in words for people.
  public String message() {
    return text(5);
  }

  /// Builds a [Condition].
  public static final class Builder extends Struct.Builder<Condition> {
    private Builder(Condition from) {
      super(TYPE, from);
    }

    /// Sets [Condition#type].
    public Builder type(String type) {
      set(0, type);
      return this;
    }

    /// Sets [Condition#status].
    public Builder status(String status) {
      set(1, status);
      return this;
    }

    /// Sets [Condition#observedGeneration].
    public Builder observedGeneration(long observedGeneration) {
      set(2, observedGeneration);
      return this;
    }

    /// Sets [Condition#lastTransitionTime].
    public Builder lastTransitionTime(@Nullable Instant lastTransitionTime) {
      set(3, lastTransitionTime);
      return this;
    }

    /// Sets [Condition#reason].
    public Builder reason(String reason) {
      set(4, reason);
      return this;
    }

    /// Sets [Condition#message].
    public Builder message(String message) {
      set(5, message);
      return this;
    }
  }
}
