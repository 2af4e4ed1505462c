package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.List;
import java.util.function.Consumer;

/// One condition on a label: a key, an operator (`In`, `NotIn`, `Exists`, `DoesNotExist`) and its
/// values.
///
/// In Go: {@index metav1.LabelSelectorRequirement}.
public final class LabelSelectorRequirement extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<LabelSelectorRequirement> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.LABEL_SELECTOR_REQUIREMENT,
          "meta/v1.LabelSelectorRequirement",
          """
          key 1 string
          operator 2 string
          values 3 []string omitempty
          """);

  LabelSelectorRequirement(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<LabelSelectorRequirement> structType() {
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
  public LabelSelectorRequirement with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The label's name.
  public String key() {
    return text(0);
  }

  /// `In`, `NotIn`, `Exists` or `DoesNotExist`.
  public String operator() {
    return text(1);
  }

  /// The values for `In` and `NotIn`; none for the others.
  public List<String> values() {
    return list(2);
  }

  /// Builds a [LabelSelectorRequirement].
  public static final class Builder extends Struct.Builder<LabelSelectorRequirement> {
    private Builder(LabelSelectorRequirement from) {
      super(TYPE, from);
    }

    /// Sets [LabelSelectorRequirement#key].
    public Builder key(String key) {
      set(0, key);
      return this;
    }

    /// Sets [LabelSelectorRequirement#operator].
    public Builder operator(String operator) {
      set(1, operator);
      return this;
    }

    /// Sets [LabelSelectorRequirement#values].
    public Builder values(List<String> values) {
      setList(2, values);
      return this;
    }

    /// Adds one to [LabelSelectorRequirement#values].
    public Builder addValue(String value) {
      add(2, value);
      return this;
    }
  }
}
