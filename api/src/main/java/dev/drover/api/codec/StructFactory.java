package dev.drover.api.codec;

/// Makes the structs of one package; written by the generator, one class per API group and version.
///
/// A switch over small numbers instead of reflection: nothing to configure for native images, and a
/// class is loaded only when an object of it arrives.
public abstract class StructFactory {
  /// For generated code.
  protected StructFactory() {}

  /// A struct of the type with this number; takes over `values`.
  protected abstract Struct create(int number, long present, Object[] values);

  /// The type that a field refers to, such as `core/v1.PodSpec`. Types of `meta/v1` that this
  /// module has itself do not get here.
  protected abstract StructType<?> type(String reference);

  final StructType<?> resolve(String reference) {
    StructType<?> own = MetaReferences.find(reference);
    return own != null ? own : type(reference);
  }
}
