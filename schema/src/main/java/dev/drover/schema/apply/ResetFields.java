package dev.drover.schema.apply;

/// The fields of a built-in kind that the server resets when an object is written through one of
/// its paths. Such a write owns none of them.
///
/// ```java
/// ResetFields.DEFAULT.withStatus(FieldFilter.without("spec", "metadata.labels")).of("status");
/// ```
///
/// In Go: the `GetResetFields` of the strategies.
///
/// @param main what counts of a write to the object itself
/// @param status what counts of a write to `/status`
public record ResetFields(FieldFilter main, FieldFilter status) {
  /// The fields of most kinds: `status` through the main path, `spec` through `/status`.
  public static final ResetFields DEFAULT =
      new ResetFields(FieldFilter.without("status"), FieldFilter.without("spec"));

  /// The same with another filter of the main path.
  public ResetFields withMain(FieldFilter other) {
    return new ResetFields(other, status);
  }

  /// The same with another filter of `/status`.
  public ResetFields withStatus(FieldFilter other) {
    return new ResetFields(main, other);
  }

  /// What counts of a write.
  ///
  /// @param subresource empty for the main path
  public FieldFilter of(String subresource) {
    return switch (subresource) {
      case "" -> main;
      case "status" -> status;
      case "approval" -> FieldFilter.without("spec", "status.certificate");
      case "binding" -> FieldFilter.without("metadata", "spec", "status"); // has no owner
      case "finalize" -> FieldFilter.without("status");
      default -> FieldFilter.ALL;
    };
  }

  /// What counts of a write to a custom resource.
  ///
  /// @param hasStatus whether its `status` is written through a path of its own
  public static FieldFilter ofCustom(String subresource, boolean hasStatus) {
    return switch (subresource) {
      case "" -> hasStatus ? FieldFilter.without("status") : FieldFilter.ALL;
      case "status" -> FieldFilter.without("metadata", "spec");
      default -> FieldFilter.ALL;
    };
  }
}
