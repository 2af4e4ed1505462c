/// What a Kubernetes object is: its names, its metadata, its values, and what requests say of it.
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
/// 5. Text: [dev.drover.api.Manifests] and [dev.drover.api.Yaml].
///
/// The packages below this one are plumbing: [dev.drover.api.codec] turns bytes into objects and
/// back, and has the base classes of generated code; `tree` has immutable JSON trees, `text` what
/// Go's libraries read and print, `wire` the tokens of JSON and protobuf.
@NullMarked
package dev.drover.api;

import org.jspecify.annotations.NullMarked;
