package dev.drover.server.kinds.apiextensions;

import static dev.drover.server.validation.StringFormats.dns1035Label;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.custom.Definition;
import dev.drover.server.validation.FieldValidator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Validates custom resource definitions.
///
/// Kubernetes checks definitions in an internal form in which what all versions have in common
/// stands once, beside them; that is where its messages point: `spec.validation.openAPIV3Schema`.
///
/// In Go: `validation.ValidateCustomResourceDefinition`.
final class CustomResourceDefinitionValidation {
  private static final String MIXED_CASE = "may have mixed case, but should otherwise match: ";
  private static final List<String> COLUMN_TYPES =
      List.of("boolean", "date", "integer", "number", "string");
  private static final List<String> COLUMN_FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

  private final FieldValidator root;
  private final FieldValidator spec;
  private final List<FieldValidator> versions;

  private CustomResourceDefinitionValidation(TreeNode definition) {
    this.root = FieldValidator.root(definition);
    this.spec = root.child("spec");
    this.versions = spec.child("versions").items();
  }

  /// What is wrong with a new definition.
  static List<FieldError> create(TreeNode definition) {
    CustomResourceDefinitionValidation rules = new CustomResourceDefinitionValidation(definition);
    rules.checkName();
    rules.checkSpec();
    rules.checkStatus();
    ApiApproval.check(rules.root, null);
    rules.checkKeepsUnknown(false);
    return rules.root.errors();
  }

  /// What is wrong with a changed definition.
  static List<FieldError> update(TreeNode definition, TreeNode old) {
    CustomResourceDefinitionValidation rules = new CustomResourceDefinitionValidation(definition);
    rules.checkSpec();
    rules.checkUnchanged(old);
    rules.checkStatus();
    ApiApproval.check(rules.root, old);
    rules.checkKeepsUnknown(new Definition(old).keepsUnknownFields());
    return rules.root.errors();
  }

  /// What is wrong with a changed status.
  static List<FieldError> statusUpdate(TreeNode definition) {
    CustomResourceDefinitionValidation rules = new CustomResourceDefinitionValidation(definition);
    checkNames(rules.root.child("status", "acceptedNames"));
    return rules.root.errors();
  }

  private void checkName() {
    String wanted = spec.child("names", "plural").text() + "." + spec.child("group").text();
    for (String field : List.of("generateName", "name")) {
      FieldValidator name = root.child("metadata", field);
      if (!name.isBlank() && !name.text().equals(wanted)) {
        name.invalid(name.text(), "must be spec.names.plural+\".\"+spec.group");
      }
    }
  }

  private void checkSpec() {
    checkGroup(spec.child("group"));
    FieldValidator scope = spec.child("scope");
    if (scope.needText() && !List.of("Cluster", "Namespaced").contains(scope.text())) {
      scope.notSupported(scope.text(), List.of("Cluster", "Namespaced"));
    }
    if (!isCommon("schema") || !versions.getFirst().child("schema").has("openAPIV3Schema")) {
      versions.stream()
          .map(version -> version.child("schema", "openAPIV3Schema"))
          .filter(schema -> !schema.isPresent())
          .forEach(schema -> schema.required(""));
    }
    FieldValidator keepsUnknown = spec.child("preserveUnknownFields");
    if (keepsUnknown.isTrue() && hasDefaults()) {
      keepsUnknown.invalid("must be false in order to use defaults in the schema");
    }
    versions.forEach(this::checkVersion);
    checkVersions();
    checkRequiredNames();
    checkNames(spec.child("names"));
    if (!versions.isEmpty()) {
      checkCommon();
    }
    ConversionValidation.check(spec);
  }

  private boolean hasDefaults() {
    return versions.stream()
        .map(version -> version.child("schema", "openAPIV3Schema").node())
        .anyMatch(schema -> SchemaParts.of(schema).stream().anyMatch(p -> p.has("default")));
  }

  private static void checkGroup(FieldValidator group) {
    if (group.needText()) {
      List<String> complaints = Names.dnsSubdomain(group.text());
      if (!complaints.isEmpty()) {
        group.invalid(String.join(",", complaints));
      } else if (group.text().indexOf('.') < 0) {
        group.invalid("should be a domain with at least one dot");
      }
    }
  }

  /// Whether all versions say the same about something; then it is checked once, for all.
  private boolean isCommon(String field) {
    return !versions.isEmpty()
        && versions.stream().map(version -> ofVersion(version, field)).distinct().count() == 1;
  }

  private static Object ofVersion(FieldValidator version, String field) {
    Object value = version.child(field).value();
    return value == null || value.equals(List.of()) ? "nothing" : value;
  }

  private void checkVersion(FieldValidator version) {
    checkLabel(version.child("name"), version.child("name").text());
    checkDeprecation(version);
    if (!isCommon("schema")) {
      boolean hasStatus = version.child("subresources").has("status");
      SchemaValidation.check(version.child("schema"), hasStatus);
    }
    if (!isCommon("subresources")) {
      checkSubresources(version.child("subresources"));
    }
    if (!isCommon("additionalPrinterColumns")) {
      version
          .child("additionalPrinterColumns")
          .each(CustomResourceDefinitionValidation::checkColumn);
    }
    if (!isCommon("selectableFields")) {
      checkSelectableFields(version, version.child("selectableFields"));
    }
  }

  private static void checkDeprecation(FieldValidator version) {
    FieldValidator warning = version.child("deprecationWarning");
    if (!warning.isPresent()) {
      return;
    }
    if (!version.child("deprecated").isTrue()) {
      warning.invalid("can only be set for deprecated versions");
      return;
    }
    String text = warning.text();
    if (text.getBytes(StandardCharsets.UTF_8).length > 256) {
      warning.invalid("must be <= 256 characters long");
    }
    if (text.isEmpty()) {
      warning.invalid("must not be an empty string");
    }
    int bytes = 0;
    for (int c : text.codePoints().toArray()) {
      if (!GoQuoting.isPrintable(c)) {
        warning.invalid(
            "must only contain printable UTF-8 characters; non-printable character found at index "
                + bytes);
        return;
      }
      bytes += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
    }
  }

  private void checkVersions() {
    FieldValidator all = spec.child("versions");
    Set<String> names = new HashSet<>();
    long storage = versions.stream().filter(v -> v.child("storage").isTrue()).count();
    boolean isUnique = versions.stream().allMatch(v -> names.add(v.child("name").text()));
    if (!isUnique) {
      all.invalid(internalVersions(), "must contain unique version names");
    }
    if (storage != 1) {
      all.invalid(
          all.isPresent() ? internalVersions() : null,
          "must have exactly one version marked as storage version");
    }
    if (!versions.isEmpty()) {
      checkLabel(spec.child("version"), versions.getFirst().child("name").text());
    }
  }

  private List<@Nullable Object> internalVersions() {
    List<@Nullable Object> shown = new ArrayList<>();
    for (FieldValidator version : versions) {
      shown.add(
          InternalSchema.version(
              version.node(),
              isCommon("schema"),
              isCommon("subresources"),
              isCommon("additionalPrinterColumns"),
              isCommon("selectableFields")));
    }
    return shown;
  }

  private void checkRequiredNames() {
    for (String name : List.of("plural", "singular", "kind", "listKind")) {
      spec.child("names", name).needText();
    }
  }

  private static void checkNames(FieldValidator names) {
    checkOptionalLabel(names.child("plural"), "");
    checkOptionalLabel(names.child("singular"), "");
    checkOptionalLabel(names.child("kind"), MIXED_CASE);
    checkOptionalLabel(names.child("listKind"), MIXED_CASE);
    names.child("shortNames").each(name -> checkLabel(name, name.text()));
    FieldValidator listKind = names.child("listKind");
    if (!listKind.isBlank() && listKind.text().equals(names.child("kind").text())) {
      listKind.invalid("kind and listKind may not be the same");
    }
    names.child("categories").each(category -> checkLabel(category, category.text()));
  }

  private static void checkOptionalLabel(FieldValidator name, String hint) {
    if (!name.isBlank()) {
      String label = hint.isEmpty() ? name.text() : name.text().toLowerCase(Locale.ROOT);
      List<String> complaints = dns1035Label(label);
      if (!complaints.isEmpty()) {
        name.invalid(hint + String.join(",", complaints));
      }
    }
  }

  private static void checkLabel(FieldValidator place, String label) {
    List<String> complaints = dns1035Label(label);
    if (!complaints.isEmpty()) {
      place.invalid(label, String.join(",", complaints));
    }
  }

  /// What all versions have in common, where the internal form has it.
  private void checkCommon() {
    FieldValidator first = versions.getFirst();
    if (isCommon("schema")) {
      boolean hasStatus =
          versions.stream().anyMatch(version -> version.child("subresources").has("status"));
      SchemaValidation.check(common(first, "schema", "validation"), hasStatus);
    }
    if (isCommon("subresources")) {
      checkSubresources(common(first, "subresources", "subresources"));
    }
    if (isCommon("additionalPrinterColumns")) {
      common(first, "additionalPrinterColumns", "additionalPrinterColumns")
          .each(CustomResourceDefinitionValidation::checkColumn);
    }
    if (isCommon("selectableFields")) {
      FieldValidator fields = common(first, "selectableFields", "selectableFields");
      boolean hasCommonSchema = isCommon("schema") && first.child("schema").isPresent();
      if (fields.size() > 0 && !hasCommonSchema) {
        fields.invalid("", "may only be set when validations.schema is included");
      } else {
        SelectableFieldValidation.check(fields, first.child("schema", "openAPIV3Schema").node());
      }
    }
  }

  private FieldValidator common(FieldValidator version, String field, String internalName) {
    return version.child(field).as(spec.child(internalName).path());
  }

  private static void checkSelectableFields(FieldValidator version, FieldValidator fields) {
    if (fields.size() == 0) {
      return;
    }
    FieldValidator schema = version.child("schema", "openAPIV3Schema");
    if (schema.isPresent()) {
      SelectableFieldValidation.check(fields, schema.node());
    } else {
      fields.invalid("", "may only be set when `version.schema.openAPIV3Schema` is not included");
    }
  }

  private static void checkSubresources(FieldValidator subresources) {
    FieldValidator scale = subresources.child("scale");
    if (!scale.isPresent()) {
      return;
    }
    checkPath(at(subresources, scale, "specReplicasPath"), true, ".spec.", "under .spec");
    checkPath(at(subresources, scale, "statusReplicasPath"), true, ".status.", "under .status");
    FieldValidator selector = at(subresources, scale, "labelSelectorPath");
    boolean isUnderSpec = selector.text().startsWith(".spec.");
    checkPath(
        selector, false, isUnderSpec ? ".spec." : ".status.", "under either .spec or .status");
  }

  /// Kubernetes names the fields of a scale in one step, which shows in no message, but in paths.
  private static FieldValidator at(
      FieldValidator subresources, FieldValidator scale, String field) {
    FieldPath path = subresources.path().child("scale." + field);
    return scale.child(field).as(path);
  }

  private static void checkPath(
      FieldValidator path, boolean isRequired, String prefix, String where) {
    if (path.isBlank()) {
      if (isRequired) {
        path.required("");
      }
    } else if (checkSimplePath(path) && !path.text().startsWith(prefix)) {
      path.invalid("should be a json path " + where);
    }
  }

  /// Says whether the path is simple.
  private static boolean checkSimplePath(FieldValidator path) {
    if (!path.text().startsWith(".")) {
      path.invalid("must be a simple json path starting with .");
      return false;
    }
    return true;
  }

  private static void checkColumn(FieldValidator column) {
    column.child("name").needText();
    FieldValidator type = column.child("type");
    String types = "must be one of " + String.join(",", COLUMN_TYPES);
    if (type.needText(types) && !COLUMN_TYPES.contains(type.text())) {
      type.invalid(types);
    }
    FieldValidator format = column.child("format");
    if (!format.isBlank() && !COLUMN_FORMATS.contains(format.text())) {
      format.invalid("must be one of " + String.join(",", COLUMN_FORMATS));
    }
    FieldValidator path = column.child("jsonPath").as(column.path().child("JSONPath"));
    if (path.needText()) {
      checkSimplePath(path);
    }
  }

  private void checkUnchanged(TreeNode old) {
    Definition before = new Definition(old);
    if (before.is("Established")) {
      checkImmutable(spec.child("scope"), before.spec().text("scope"));
      checkImmutable(spec.child("names", "kind"), before.names().text("kind"));
    }
    checkImmutable(spec.child("group"), before.group());
    checkImmutable(spec.child("names", "plural"), before.names().text("plural"));
  }

  private static void checkImmutable(FieldValidator place, String before) {
    if (!place.text().equals(before)) {
      place.invalid(place.text(), FieldValidator.IMMUTABLE);
    }
  }

  private void checkStatus() {
    checkNames(root.child("status", "acceptedNames"));
    FieldValidator stored = root.child("status", "storedVersions");
    if (stored.size() == 0) {
      stored.invalid(null, "must have at least one stored version");
      return;
    }
    Map<String, FieldValidator> gone = new LinkedHashMap<>();
    stored.each(version -> gone.put(version.text(), version));
    for (FieldValidator version : versions) {
      String name = version.child("name").text();
      if (gone.remove(name) == null && version.child("storage").isTrue()) {
        stored.invalid("must have the storage version " + name);
      }
    }
    new TreeMap<>(gone)
        .forEach(
            (name, place) ->
                place.invalid(
                    ("missing from spec.versions; %1$s was previously a storage version, and must"
                            + " remain in spec.versions until a storage migration ensures no data"
                            + " remains persisted in %1$s and removes %1$s from"
                            + " status.storedVersions")
                        .formatted(name)));
  }

  private void checkKeepsUnknown(boolean didBefore) {
    FieldValidator keeps = spec.child("preserveUnknownFields");
    if (keeps.isTrue() && !didBefore) {
      keeps.invalid(
          "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
              + " spec.versions[*].schema instead");
    }
  }
}
