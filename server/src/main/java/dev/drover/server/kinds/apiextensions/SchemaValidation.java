package dev.drover.server.kinds.apiextensions;

import dev.drover.crd.engine.EmbeddedObjectValidation;
import dev.drover.schema.FieldError;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the schema of a version.
///
/// In Go: `validateCustomResourceDefinitionValidation` and
/// `ValidateCustomResourceDefinitionOpenAPISchema`.
final class SchemaValidation {
  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");
  private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");
  private static final List<String> ALLOWED_AT_ROOT =
      List.of(
          "Description",
          "Type",
          "Format",
          "Title",
          "Maximum",
          "ExclusiveMaximum",
          "Minimum",
          "ExclusiveMinimum",
          "MaxLength",
          "MinLength",
          "Pattern",
          "MaxItems",
          "MinItems",
          "UniqueItems",
          "MultipleOf",
          "Required",
          "Items",
          "Properties",
          "ExternalDocs",
          "Example",
          "XPreserveUnknownFields",
          "XValidations");

  private SchemaValidation() {}

  /// What holds for a part of a schema because of where it is.
  ///
  /// @param noDefaults why it may have no defaults; empty when it may
  /// @param isMeta whether it describes `apiVersion`, `kind` or `metadata` of an object
  private record Context(String noDefaults, boolean isMeta) {
    Context withoutDefaults(String reason) {
      return new Context(reason, isMeta);
    }

    Context inMeta() {
      return new Context(noDefaults, true);
    }
  }

  /// @param validation what holds the schema as `openAPIV3Schema`
  /// @param hasStatus whether `/status` is served
  static void check(FieldValidator validation, boolean hasStatus) {
    FieldValidator schema = validation.child("openAPIV3Schema");
    if (!schema.isPresent()) {
      return;
    }
    FieldValidator found = schema.apart();
    if (hasStatus) {
      checkRoot(validation, found);
    }
    if (found.child("nullable").isTrue()) {
      found
          .as(validation.path().child("openAPIV3Schema.nullable"))
          .forbidden("nullable cannot be true at the root");
    }
    boolean compiles = false;
    String unsupported = StructuralSchemaValidation.unsupported(found.node());
    if (unsupported.isEmpty()) {
      List<FieldError> structural = StructuralSchemaValidation.errors(found);
      found.report(structural);
      if (structural.isEmpty()) {
        List<FieldError> defaults =
            StructuralSchema.defaultErrors(
                found.node().map(), found.path(), EmbeddedObjectValidation::errors);
        found.report(defaults);
        compiles = defaults.isEmpty();
      }
    }
    check(found, new Context("", false), true);
    if (compiles) {
      CelExpressionValidation.check(found);
    }
    if (found.errors().isEmpty() && !unsupported.isEmpty()) {
      found.invalid("", unsupported);
    }
    schema.report(found.errors());
  }

  /// The schema of the status is taken out of the whole, so that nothing around it may count.
  private static void checkRoot(FieldValidator validation, FieldValidator schema) {
    TreeNode node = schema.node();
    String offender =
        InternalSchema.firstSet(
            node,
            field ->
                field.equals("Type")
                    ? node.text("type").equals("object")
                    : ALLOWED_AT_ROOT.contains(field));
    if (offender == null) {
      return;
    }
    if (offender.equals("Type")) {
      schema
          .as(validation.path().child("openAPIV3Schema.type"))
          .invalid(
              node.text("type"),
              "only \"object\" is allowed as the type at the root of the schema if the status"
                  + " subresource is enabled");
    } else {
      schema.invalid(
          InternalSchema.schema(node),
          "only ["
              + String.join(" ", ALLOWED_AT_ROOT)
              + "] fields are allowed at the root of the schema if the status subresource is"
              + " enabled");
    }
  }

  private static void check(FieldValidator schema, Context context, boolean isRoot) {
    checkSupported(schema, context);
    if (schema.child("uniqueItems").isTrue()) {
      schema
          .child("uniqueItems")
          .forbidden(
              "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
    }
    checkProperties(schema, context, isRoot);
    checkNested(schema, context);
    checkExtensions(schema);
    ListTypeValidation.check(schema);
    CelRuleValidation.check(schema);
  }

  private static void checkSupported(FieldValidator schema, Context context) {
    FieldValidator type = schema.child("type");
    if (!type.isBlank() && !TYPES.contains(type.text())) {
      type.notSupported(type.text(), TYPES);
    }
    if (schema.has("default") && !context.noDefaults.isEmpty()) {
      schema.child("default").forbidden("must not be set " + context.noDefaults);
    }
    for (String field :
        List.of(
            "id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref")) {
      if (isSet(schema, field)) {
        schema.child(field).forbidden(field + " is not supported");
      }
    }
    if (type.text().equals("null")) {
      type.forbidden("type cannot be set to null, use nullable as an alternative");
    }
    if (schema.child("items").value() instanceof List<?>) {
      schema.child("items").forbidden("items must be a schema object and not an array");
    }
    if (context.isMeta && schema.child("x-kubernetes-embedded-resource").isTrue()) {
      schema
          .child("x-kubernetes-embedded-resource")
          .forbidden("must not be used inside of resource meta");
    }
  }

  private static boolean isSet(FieldValidator schema, String field) {
    FieldValidator value = schema.child(field);
    return value.value() instanceof Map<?, ?> ? value.size() > 0 : value.isPresent();
  }

  private static void checkProperties(FieldValidator schema, Context context, boolean isRoot) {
    FieldValidator additional = schema.child("additionalProperties");
    FieldValidator properties = schema.child("properties");
    if (additional.isPresent()) {
      if (properties.size() > 0 && !additional.isTrue()) {
        additional.forbidden("additionalProperties and properties are mutual exclusive");
      }
      if (additional.value() instanceof Map<?, ?>) {
        check(
            additional,
            context.isMeta
                ? context.withoutDefaults("inside additionalProperties applying to object metadata")
                : context,
            false);
      }
    }
    boolean isObject = isRoot || schema.child("x-kubernetes-embedded-resource").isTrue();
    properties
        .entries()
        .forEach(
            (name, property) -> {
              Context inside = isObject && META.contains(name) ? context.inMeta() : context;
              check(
                  property,
                  isRoot && META.contains(name)
                      ? inside.withoutDefaults("in top-level " + name)
                      : inside,
                  false);
            });
  }

  private static void checkNested(FieldValidator schema, Context context) {
    schema.child("not").ifPresent(not -> check(not, context, false));
    for (String junctor : List.of("allOf", "oneOf", "anyOf")) {
      schema.child(junctor).each(nested -> check(nested, context, false));
    }
    schema
        .child("definitions")
        .entries()
        .forEach((name, definition) -> check(definition, context, false));
    FieldValidator items = schema.child("items");
    if (items.value() instanceof Map<?, ?>) {
      check(items, context, false);
    } else {
      items.each(item -> check(item, context, false));
    }
    schema
        .child("dependencies")
        .entries()
        .forEach(
            (name, dependency) -> {
              if (dependency.value() instanceof Map<?, ?>) {
                check(dependency, context, false);
              }
            });
  }

  private static void checkExtensions(FieldValidator schema) {
    FieldValidator preserve = schema.child("x-kubernetes-preserve-unknown-fields");
    if (Boolean.FALSE.equals(preserve.value())) {
      preserve.invalid("must be true or undefined");
    }
    FieldValidator mapType = schema.child("x-kubernetes-map-type");
    if (mapType.isPresent()) {
      needType(schema, "object", "x-kubernetes-map-type");
      if (!List.of("atomic", "granular").contains(mapType.text())) {
        mapType.notSupported(mapType.text(), List.of("atomic", "granular"));
      }
    }
  }

  /// Complains unless the schema is of the type that an extension needs; says whether it is.
  static boolean needType(FieldValidator schema, String wanted, String extension) {
    FieldValidator type = schema.child("type");
    if (type.text().equals(wanted)) {
      return true;
    }
    String detail = "must be " + wanted + " if " + extension + " is specified";
    if (type.isBlank()) {
      type.required(detail);
    } else {
      type.invalid(detail);
    }
    return false;
  }
}
