/// Turns bytes into objects and back, and has the base classes of generated code.
///
/// User code needs [dev.drover.api.codec.Codec] at most. [dev.drover.api.codec.ListSink],
/// [dev.drover.api.codec.WatchReader] and [dev.drover.api.codec.SharedParts] are for clients and
/// caches; [dev.drover.api.codec.Struct], [dev.drover.api.codec.StructType],
/// [dev.drover.api.codec.StructFactory], [dev.drover.api.codec.RecordCodec],
/// [dev.drover.api.codec.ComponentType] and [dev.drover.api.codec.KindSource] for generated code;
/// [dev.drover.api.codec.RootType] and [dev.drover.api.codec.TreeType] for `dev.drover.api`.
///
/// Reading order:
/// 1. `Codec`, and `RootType` with `DynamicRoot`: whole objects. `ListDecoder` and `WatchReader`
///    take streams of them apart.
/// 2. `ValueType` describes how one type of value looks in JSON and in protobuf: `ScalarType`,
///    `ListType`, `MapType`, `TreeType`, and a small one for each value with a form of its own
///    (`TimeType`, `QuantityType`, ...).
/// 3. `ObjectType` reads and writes values with a `Field` per name. `StructType` (of `FieldLines`,
///    with `ProtoLayout` and `JsonForm`) is that of a `Struct`, `RecordType` that of a user's
///    record: of its generated `RecordCodec`, or of a `ReflectiveCodec` that `RecordShape` made.
/// 4. `Decoding` is the state of one decode: the stack of unfinished values, and `SharedParts` with
///    `SmallParts`, the table of equal parts. `Skip` says which fields are left out.
/// 5. Made from the same descriptions: `Difference` (merge patches) and `TypeSchema` (the schema of
///    a custom kind).
@NullMarked
package dev.drover.api.codec;

import org.jspecify.annotations.NullMarked;
