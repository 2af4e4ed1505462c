package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Selects objects by their labels, as written inside other objects; all parts must hold.
///
/// ```java
/// LabelSelector selector = deployment.spec().selector();
/// boolean isOurs = selector.toSelector().matches(pod.metadata().labels());
/// LabelSelector web = LabelSelector.ofLabels(Map.of("app", "web"));
/// ```
///
/// In Go: {@index metav1.LabelSelector}.
public final class LabelSelector extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<LabelSelector> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.LABEL_SELECTOR,
          "meta/v1.LabelSelector",
          """
          matchLabels 1 map[]string omitempty
          matchExpressions 2 []meta/v1.LabelSelectorRequirement omitempty
          """);

  LabelSelector(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<LabelSelector> structType() {
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
  public LabelSelector with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// A selector of objects that carry all these labels.
  public static LabelSelector ofLabels(Map<String, String> labels) {
    return builder().matchLabels(labels).build();
  }

  /// The selector in the form that matches and that goes into URLs. An empty one selects
  /// everything.
  ///
  /// @throws IllegalArgumentException when an operator or a value is not allowed
  public Selector toSelector() {
    return Selector.of(
        matchLabels(),
        matchExpressions().stream()
            .map(e -> Selector.Requirement.ofExpression(e.key(), e.operator(), e.values()))
            .toList());
  }

  /// Labels that must be there with these values.
  public Map<String, String> matchLabels() {
    return map(0);
  }

  /// Conditions that must hold.
  public List<LabelSelectorRequirement> matchExpressions() {
    return list(1);
  }

  /// Builds a [LabelSelector].
  public static final class Builder extends Struct.Builder<LabelSelector> {
    private Builder(LabelSelector from) {
      super(TYPE, from);
    }

    /// Sets [LabelSelector#matchLabels].
    public Builder matchLabels(Map<String, String> matchLabels) {
      setMap(0, matchLabels);
      return this;
    }

    /// Sets one of [LabelSelector#matchLabels].
    public Builder matchLabel(String key, String value) {
      put(0, key, value);
      return this;
    }

    /// Sets [LabelSelector#matchExpressions].
    public Builder matchExpressions(List<LabelSelectorRequirement> matchExpressions) {
      setList(1, matchExpressions);
      return this;
    }

    /// Adds one to [LabelSelector#matchExpressions].
    public Builder addMatchExpression(LabelSelectorRequirement matchExpression) {
      add(1, matchExpression);
      return this;
    }
  }
}
