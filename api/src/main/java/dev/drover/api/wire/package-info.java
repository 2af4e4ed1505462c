/// Bytes and nothing else: JSON and protobuf tokens, and the hash that recognises equal parts.
///
/// Not exported; `dev.drover.api.codec` gives the bytes their meaning.
///
/// Reading order:
/// 1. JSON in memory: `JsonReader` reads values, `JsonCursor` moves through them, `JsonIndex` finds
///    their ends in one pass. `JsonText`, `JsonNumber` and `FieldName` are the tokens.
/// 2. JSON of a stream: `JsonInput` hands over one value at a time; `JsonKeyScan` finds the key of
///    an object that is too large to keep.
/// 3. `JsonWriter`.
/// 4. Protobuf: `ProtoReader` in memory, `ProtoInput` and `ProtoKeyScan` for streams,
///    `ProtoWriter`, and `ProtoEnvelope`, the frame that Kubernetes puts around an object.
/// 5. `PartHash` and `Slice`: equal parts are recognised by the hash of their bytes.
/// 6. `WireException`: every violation of a format, with the path to its place.
@NullMarked
package dev.drover.api.wire;

import org.jspecify.annotations.NullMarked;
