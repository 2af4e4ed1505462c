package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What users can import follows three conventions: names are unique, sealed types say whether they
/// may grow, and types that one starts from have an example.
class ExportedTypesTest {
  private static final Pattern GROWTH = Pattern.compile("(?m)^(May grow|Will not grow)\\b");

  private static final Set<String> PARTS =
      Set.of(
          "FieldSelectorRequirement",
          "LabelSelectorRequirement",
          "ManagedFieldsEntry",
          "Scope",
          "ShardInfo",
          "StatusCause",
          "StatusDetails",
          "ComponentType",
          "KindSource",
          "RecordCodec",
          "RootType",
          "Struct",
          "StructFactory",
          "StructType",
          "TreeType");

  /// Types of other modules that users get or implement in the examples of their owners.
  private static final Set<String> RESULTS =
      Set.of(
          "ApiResource",
          "DiscoveryFailure",
          "GeneratingOptions",
          "KindAvailability",
          "QueryParameters",
          "ReconcileRun",
          "TrialFailure");

  private final List<ExportedTypes.Type> types;

  ExportedTypesTest() throws IOException {
    types = ExportedTypes.of(Glossary.root());
  }

  @Test
  void exportedTypesAreFoundInEveryLibrary() {
    assertThat(types)
        .extracting(ExportedTypes.Type::name)
        .contains("Kind", "Codec", "Client", "SharedInformer", "Manager", "WorkQueue");
    assertThat(types).extracting(ExportedTypes.Type::module).contains("testkit", "server", "cel");
  }

  @Test
  void noSimpleNameIsPublicTwice() {
    Map<String, List<String>> modules =
        types.stream()
            .collect(
                Collectors.groupingBy(
                    ExportedTypes.Type::name,
                    TreeMap::new,
                    Collectors.mapping(ExportedTypes.Type::module, Collectors.toList())));
    modules.values().removeIf(of -> of.size() == 1);
    assertThat(modules).isEmpty();
  }

  /// Parts of other objects and values without behaviour are shown in the examples of their owners.
  @Test
  void entryTypesOfTheApiHaveAnExample() {
    assertThat(types)
        .filteredOn(type -> type.module().equals("api") && !PARTS.contains(type.name()))
        .filteredOn(type -> !type.isAnnotation() && !type.comment().contains("```java"))
        .extracting(ExportedTypes.Type::name)
        .isEmpty();
  }

  /// Records, enums and exceptions need none: they are results and parameters of others.
  @Test
  void entryTypesOfAllModulesHaveAnExample() {
    assertThat(types)
        .filteredOn(type -> !type.module().equals("api") && !RESULTS.contains(type.name()))
        .filteredOn(type -> !type.isAnnotation() && !type.isValue())
        .filteredOn(type -> !type.comment().matches("(?s).*```(java|sh)\n.*"))
        .extracting(type -> type.module() + ": " + type.name())
        .isEmpty();
  }

  @Test
  void sealedTypesSayWhetherTheyMayGrow() {
    assertThat(types)
        .filteredOn(ExportedTypes.Type::hasCases)
        .extracting(ExportedTypes.Type::name)
        .contains("WatchEvent", "ApiException", "Result")
        .doesNotContain("WatchReader");
    assertThat(types)
        .filteredOn(ExportedTypes.Type::hasCases)
        .filteredOn(type -> !GROWTH.matcher(type.comment()).find())
        .extracting(type -> type.module() + ": " + type.name())
        .isEmpty();
  }
}
