package dev.drover.api.codec;

/// What a protobuf field number of a message stands for.
sealed interface ProtoEntry permits ProtoLayout, ProtoEntry.Leaf {
  /// A field of the struct.
  record Leaf(Field field) implements ProtoEntry {}
}
