/// The type table of the built-in kinds, and the rules of the API server that follow from types.
///
/// Reading order:
/// 1. The table: [dev.drover.schema.SchemaTable], then what it holds:
///    [dev.drover.schema.TypeEntry], [dev.drover.schema.FieldEntry], [dev.drover.schema.KindEntry],
///    [dev.drover.schema.ObjectEntry].
/// 2. Trees: `TreeNode` and `TreeCodec`; [dev.drover.schema.Structure] is the type of a tree, from
///    the table (`TableStructures`) or from the schema of a custom resource (`SchemaStructures`).
/// 3. Bodies: `JsonCursor` and `JsonSyntax` read JSON as Go does; `TypedReader`, `UntypedReader`
///    and `TypedForm` bring it into the form that Go's types give it.
/// 4. Custom resources: [dev.drover.schema.StructuralSchema], `Pruning`, `SchemaDefaults`,
///    `ValueCheck`.
/// 5. Patches: `JsonPatch`, `MergePatch`, `StrategicMergePatch` with `ListMerge`.
/// 6. Go's texts: `GoFormat`, `GoQuoting`, `GoTime`, `GoPattern`, `StringFormats`.
@NullMarked
package dev.drover.schema;

import org.jspecify.annotations.NullMarked;
