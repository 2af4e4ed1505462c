package dev.drover.api.codec;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A struct of one of the test types in [Samples].
public final class Sample extends Struct {
  private final int number;

  public Sample(int number, long present, Object[] values) {
    super(present, values);
    this.number = number;
  }

  @Override
  protected StructType<Sample> structType() {
    return Samples.type(number);
  }

  /// The value of a field, or null when it is absent.
  public @Nullable Object at(String field) {
    return slot(Objects.requireNonNull(structType().field(field), field).slot);
  }
}
