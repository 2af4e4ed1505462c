package dev.drover.server.rest;

import dev.drover.api.GroupKind;
import dev.drover.crd.engine.FieldManagerNames;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.apply.ServerSideApply;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.OperationOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The query parameters of a write.
///
/// @param fieldManager as given; empty if it was not
/// @param force empty if not given
record WriteOptions(
    boolean dryRun, String fieldManager, FieldValidation fieldValidation, Optional<Boolean> force) {

  /// What happens to unknown and duplicate fields.
  enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }

  /// Reads the query of a create or an update.
  ///
  /// @param kind what an invalid query is called: `CreateOptions`, `UpdateOptions`
  static WriteOptions of(Call call, String kind) {
    return read(call, kind, new ArrayList<>());
  }

  static WriteOptions ofPatch(Call call, boolean isApply) {
    List<FieldError> errors = new ArrayList<>();
    if (isApply && call.parameter("fieldManager").orElse("").isEmpty()) {
      errors.add(FieldError.required(FieldPath.of("fieldManager"), "is required for apply patch"));
    }
    if (!isApply && call.parameter("force").isPresent()) {
      errors.add(
          FieldError.forbidden(FieldPath.of("force"), "may not be specified for non-apply patch"));
    }
    return read(call, "PatchOptions", errors);
  }

  private static WriteOptions read(Call call, String kind, List<FieldError> errors) {
    String manager = call.parameter("fieldManager").orElse("");
    errors.addAll(FieldManagerNames.errors(manager, FieldPath.of("fieldManager")));
    List<String> dryRun = call.query().getOrDefault("dryRun", List.of());
    errors.addAll(dryRunErrors(dryRun));
    Optional<FieldValidation> validation =
        fieldValidation(call.parameter("fieldValidation").orElse(""));
    if (validation.isEmpty()) {
      errors.add(
          FieldError.notSupported(
              FieldPath.of("fieldValidation"),
              call.parameter("fieldValidation").orElse(""),
              List.of("", "Ignore", "Strict", "Warn")));
    }
    if (!errors.isEmpty()) {
      throw ApiError.invalid(new GroupKind("meta.k8s.io", kind), "", errors);
    }
    return new WriteOptions(
        !dryRun.isEmpty(),
        manager,
        validation.orElseThrow(),
        call.parameter("force").map(Parameters::truth));
  }

  static List<FieldError> dryRunErrors(List<String> values) {
    return values.stream().allMatch("All"::equals)
        ? List.of()
        : List.of(FieldError.notSupported(FieldPath.of("dryRun"), values, List.of("All")));
  }

  private static Optional<FieldValidation> fieldValidation(String text) {
    return switch (text) {
      case "", "Warn" -> Optional.of(FieldValidation.WARN);
      case "Ignore" -> Optional.of(FieldValidation.IGNORE);
      case "Strict" -> Optional.of(FieldValidation.STRICT);
      default -> Optional.empty();
    };
  }

  private OperationOptions operationOptions(Call call) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    if (dryRun) {
      sent.put("dryRun", call.query().getOrDefault("dryRun", List.of()));
    }
    if (!fieldManager.isEmpty()) {
      sent.put("fieldManager", fieldManager);
    }
    call.parameter("fieldValidation")
        .filter(given -> !given.isEmpty())
        .ifPresent(given -> sent.put("fieldValidation", given));
    return new OperationOptions(sent, false);
  }

  /// The write that a call asks for; without a manager, the client's program is one.
  Write write(Call call) {
    return new Write(
        call.user(),
        ServerSideApply.managerName(fieldManager, call.header("user-agent").orElse("")),
        call.info().subresource(),
        dryRun,
        call.notes(),
        operationOptions(call));
  }
}
