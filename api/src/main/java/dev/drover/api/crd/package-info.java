/// Custom resource definitions from records: the annotations that refine what the Java types say,
/// and the definition itself.
///
/// ```java
/// @CustomResource(group = "example.dev", version = "v1")
/// record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject {
///   record Spec(@Minimum(1) @Default("2") @PrinterColumn int tills, @Pattern("^#[0-9a-f]{6}$") String color) {}
/// }
/// System.out.print(Crd.of(Shop.class).toYaml());
/// ```
///
/// Reading order: [dev.drover.api.crd.Crd] and [dev.drover.api.crd.ConversionWebhook]; values:
/// [dev.drover.api.crd.Description], [dev.drover.api.crd.Default],
/// [dev.drover.api.crd.AllowedValues], [dev.drover.api.crd.Minimum], [dev.drover.api.crd.Maximum],
/// [dev.drover.api.crd.MultipleOf], [dev.drover.api.crd.Size], [dev.drover.api.crd.Pattern],
/// [dev.drover.api.crd.StringFormat], [dev.drover.api.crd.Rule], [dev.drover.api.crd.SchemaPart];
/// presence: [dev.drover.api.crd.Required], [dev.drover.api.crd.AllowNull],
/// [dev.drover.api.crd.PreserveUnknownFields], [dev.drover.api.crd.EmbeddedResource]; merging:
/// [dev.drover.api.ListKeys], [dev.drover.api.crd.ListSet], [dev.drover.api.crd.Atomic]; shapes:
/// [dev.drover.api.crd.Union]; of the kind: [dev.drover.api.CustomResource],
/// [dev.drover.api.crd.PrinterColumn], [dev.drover.api.crd.SelectableField],
/// [dev.drover.api.crd.Scale].
///
/// Annotations of other libraries are understood by name: Jakarta Validation's `@NotNull`,
/// `@NotEmpty`, `@NotBlank`, `@Size`, `@Min`, `@Max`, `@DecimalMin`, `@DecimalMax`, `@Positive`,
/// `@PositiveOrZero`, `@Negative`, `@NegativeOrZero` and `@Pattern`; fabric8's `@Required`, `@Min`,
/// `@Max`, `@Pattern`, `@Size`, `@Default`, `@Nullable`, `@ValidationRule`, `@PrinterColumn`,
/// `@AdditionalPrinterColumn`, `@SelectableField`, `@PreserveUnknownFields`, `@SpecReplicas`,
/// `@StatusReplicas` and `@LabelSelector`; Jackson's `@JsonPropertyDescription`.
@NullMarked
package dev.drover.api.crd;

import org.jspecify.annotations.NullMarked;
