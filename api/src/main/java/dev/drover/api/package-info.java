/// What a Kubernetes object is: its names, its metadata, its forms on the wire.
///
/// ```java
/// for (DynamicObject object : Manifests.read(Path.of("deploy"))) {
///   System.out.println(object.gvk() + " " + object.key());
/// }
/// ```
///
/// Reading order:
/// 1. Objects: [dev.drover.api.KubernetesObject], [dev.drover.api.ObjectMeta],
///    [dev.drover.api.DynamicObject], [dev.drover.api.PartialObject]; custom kinds are records with
///    [dev.drover.api.CustomResource].
/// 2. Names: [dev.drover.api.Kind], [dev.drover.api.GroupVersionKind], [dev.drover.api.ObjectKey],
///    [dev.drover.api.Scheme].
/// 3. Values: [dev.drover.api.Quantity], [dev.drover.api.IntOrString], [dev.drover.api.Bytes],
///    [dev.drover.api.RawExtension], [dev.drover.api.Condition].
/// 4. Requests: [dev.drover.api.Selector] and [dev.drover.api.Labels],
///    [dev.drover.api.FieldSelector], [dev.drover.api.Patch], [dev.drover.api.WatchEvent],
///    [dev.drover.api.Status].
/// 5. Text and bytes: [dev.drover.api.Manifests], [dev.drover.api.Yaml], [dev.drover.api.Codec].
/// 6. How codecs work: `ValueType` and its subtypes describe one type each; `ObjectType` reads and
///    writes objects with fields, as [dev.drover.api.Struct] (`StructType`) or as a record
///    (`RecordType`, `RecordShape`); `TreeType` reads untyped JSON; `Decoding` is the state of one
///    decode, [dev.drover.api.SharedParts] its table of equal parts, `DeepStack` the stack of
///    values nested deeply; [dev.drover.api.DecodeLimits] bounds it all. `Redaction` and
///    `ValueText` print values without secrets.
@NullMarked
package dev.drover.api;

import org.jspecify.annotations.NullMarked;
