package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.Objects;

/// An object of which only the metadata was read.
///
/// For watching kinds whose content does not matter, at a fraction of the memory. Its kind belongs
/// to the [Kind] that it was read with: see [Kind#metadataOnly()].
///
/// ```java
/// Kind<PartialObject> secrets = Secret.KIND.metadataOnly();
/// for (PartialObject secret : client.resources(secrets).list().items()) {
///   LOG.info("{} {}", secret.key(), secret.metadata().labels());
/// }
/// ```
///
/// In Go: {@index metav1.PartialObjectMetadata}.
public final class PartialObject extends Struct implements KubernetesObject {
  /// The fields, as in the schema table.
  public static final StructType<PartialObject> TYPE =
      StructType.ofKnownFields(
          MetaTypes.INSTANCE,
          MetaTypes.PARTIAL_OBJECT,
          "meta/v1.PartialObjectMetadata",
          "metadata 1 meta/v1.ObjectMeta omitempty");

  PartialObject(long present, Object[] values) {
    super(present, values);
  }

  /// An object of which this is known.
  public static PartialObject of(ObjectMeta metadata) {
    return new PartialObject(1, new Object[] {Objects.requireNonNull(metadata)});
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
