package dev.drover.api;

/// An object of which only the metadata was read.
///
/// For watching kinds whose content does not matter, at a fraction of the memory. Its kind belongs
/// to the [Kind] that it was read with: see [Kind#metadataOnly()].
///
/// In Go: {@index metav1.PartialObjectMetadata}.
public final class PartialObject extends Struct implements KubernetesObject {
  static final StructType<PartialObject> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.PARTIAL_OBJECT,
          "meta/v1.PartialObjectMetadata",
          "metadata 1 meta/v1.ObjectMeta omitempty",
          "",
          false);

  PartialObject(long present, Object[] values) {
    super(present, values);
  }

  /// An object of which this is known.
  public static PartialObject of(ObjectMeta metadata) {
    return TYPE.with(TYPE.empty(), 0, metadata);
  }

  @Override
  protected StructType<PartialObject> structType() {
    return TYPE;
  }

  @Override
  public ObjectMeta metadata() {
    return struct(0, ObjectMeta.TYPE);
  }
}
