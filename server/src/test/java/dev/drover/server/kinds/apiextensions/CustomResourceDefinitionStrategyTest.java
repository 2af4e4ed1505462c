package dev.drover.server.kinds.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.server.custom.Condition;
import dev.drover.server.custom.Definition;
import dev.drover.server.oracle.OwnWarnings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CustomResourceDefinitionStrategyTest {
  private static final Structure.Fields TYPE =
      SchemaTable.builtIn()
          .structure(new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"))
          .orElseThrow();

  private final CustomResourceDefinitionStrategy strategy = new CustomResourceDefinitionStrategy();

  static List<DefinitionCase> cases() {
    return DefinitionCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void definitionsGetTheErrorsOfKubeApiserver(DefinitionCase wrong) {
    TreeNode definition = created(wrong);

    List<FieldError> errors = new ArrayList<>();
    String name = definition.at("metadata").text("name");
    for (String complaint : Names.dnsSubdomain(name)) {
      errors.add(FieldError.invalid(FieldPath.of("metadata", "name"), name, complaint));
    }
    errors.addAll(strategy.validate(definition));
    List<String> answer =
        errors.isEmpty()
            ? OwnWarnings.without(strategy.warnings(definition, null)).stream()
                .map(text -> "!" + text)
                .sorted()
                .toList()
            : errors.stream()
                .map(e -> e.field() + " | " + e.type().reason() + " | " + e.body())
                .sorted()
                .toList();
    assertThat(answer).containsExactlyElementsOf(wrong.answer());
  }

  private TreeNode created(DefinitionCase given) {
    TreeNode definition = TreeNode.copyOf(TypedForm.ofTree(given.definition(), TYPE).tree());
    strategy.setDefaults(definition);
    strategy.prepareForCreate(definition);
    return definition;
  }

  @Test
  void missingNamesAreDerivedFromTheKind() {
    TreeNode definition = created(DefinitionCase.all().getFirst());

    assertThat(definition.at("spec").at("names").text("singular")).isEqualTo("try");
    assertThat(definition.at("spec").at("names").text("listKind")).isEqualTo("TryList");
    assertThat(definition.at("spec").at("conversion").text("strategy")).isEqualTo("None");
    assertThat(definition.at("status").texts("storedVersions")).containsExactly("v1");
  }

  @Test
  void clientsDoNotWriteTheStatus() {
    TreeNode old = created(DefinitionCase.all().getFirst());
    TreeNode changed = TreeNode.copyOf(old.map());
    changed.at("status").set("storedVersions", List.of("v9"));
    changed.at("spec").items("versions").getFirst().set("storage", false);
    TreeNode second = TreeNode.empty().set("name", "v2").set("storage", true);
    List<Object> versions = new ArrayList<>(changed.at("spec").list("versions"));
    versions.add(second.map());
    changed.at("spec").set("versions", versions);

    strategy.prepareForUpdate(changed, old, "2026-01-01T00:00:00Z");

    assertThat(changed.at("status").texts("storedVersions")).containsExactly("v1", "v2");
  }

  @Test
  void fieldsThatDetermineTheStoragePathAreImmutable() {
    TreeNode old = created(DefinitionCase.all().getFirst());
    Condition.isTrue("Established", "x", "y").setIn(old, "2026-01-01T00:00:00Z");
    TreeNode changed = TreeNode.copyOf(old.map());
    changed.at("spec").set("scope", "Cluster").set("group", "other.com");
    changed.at("spec").at("names").set("kind", "Other").set("plural", "others");
    changed.at("spec").items("versions").getFirst().set("name", "v2");

    assertThat(strategy.validateUpdate(changed, old))
        .extracting(FieldError::message)
        .containsExactlyInAnyOrder(
            "spec.scope: Invalid value: \"Cluster\": field is immutable",
            "spec.names.kind: Invalid value: \"Other\": field is immutable",
            "spec.group: Invalid value: \"other.com\": field is immutable",
            "spec.names.plural: Invalid value: \"others\": field is immutable",
            "status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v2",
            "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was"
                + " previously a storage version, and must remain in spec.versions until a storage"
                + " migration ensures no data remains persisted in v1 and removes v1 from"
                + " status.storedVersions");
  }

  @Test
  void unknownFormatWarnsOnlyWhenItIsNew() {
    DefinitionCase formats =
        DefinitionCase.all().stream()
            .filter(given -> given.name().equals("formats that nobody knows"))
            .findFirst()
            .orElseThrow();
    TreeNode definition = created(formats);

    assertThat(strategy.warnings(definition, null)).hasSize(3);
    assertThat(strategy.warnings(definition, definition)).isEmpty();
  }

  @Test
  void deletedDefinitionStaysUntilItsInstancesAreDeleted() {
    TreeNode definition = created(DefinitionCase.all().getFirst());

    assertThat(strategy.deletion().start().mark(definition, "2026-01-01T00:00:00Z")).isTrue();

    assertThat(definition.at("metadata").texts("finalizers"))
        .containsExactly("customresourcecleanup.apiextensions.k8s.io");
    assertThat(new Definition(definition).is("Terminating")).isTrue();
    assertThat(new Definition(definition).isBeingDeleted()).isTrue();
  }
}
