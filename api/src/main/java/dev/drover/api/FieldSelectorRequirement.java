package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.List;
import java.util.function.Consumer;

/// One condition on a field, as access reviews carry it.
///
/// In Go: {@index metav1.FieldSelectorRequirement}.
public final class FieldSelectorRequirement extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<FieldSelectorRequirement> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.FIELD_SELECTOR_REQUIREMENT,
          "meta/v1.FieldSelectorRequirement",
          """
          key 1 string
          operator 2 string
          values 3 []string omitempty
          """);

  FieldSelectorRequirement(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<FieldSelectorRequirement> structType() {
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
  public FieldSelectorRequirement with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The field's path.
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

  /// Builds a [FieldSelectorRequirement].
  public static final class Builder extends Struct.Builder<FieldSelectorRequirement> {
    private Builder(FieldSelectorRequirement from) {
      super(TYPE, from);
    }

    /// Sets [FieldSelectorRequirement#key].
    public Builder key(String key) {
      set(0, key);
      return this;
    }

    /// Sets [FieldSelectorRequirement#operator].
    public Builder operator(String operator) {
      set(1, operator);
      return this;
    }

    /// Sets [FieldSelectorRequirement#values].
    public Builder values(List<String> values) {
      setList(2, values);
      return this;
    }

    /// Adds one to [FieldSelectorRequirement#values].
    public Builder addValue(String value) {
      add(2, value);
      return this;
    }
  }
}
