package dev.drover.server.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersion;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.server.core.GroupDefinition;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BuiltInGroupsTest {
  @Test
  void everyDefinedKindIsInTheSchemaTable() {
    Set<GroupKind> known =
        SchemaTable.builtIn().kinds().stream()
            .map(kind -> kind.gvk().groupKind())
            .collect(Collectors.toSet());
    List<GroupKind> defined =
        BuiltInGroups.all().stream()
            .flatMap(
                group -> group.kinds().stream().map(k -> new GroupKind(group.name(), k.kind())))
            .toList();
    assertThat(known).containsAll(defined);
    assertThat(defined).doesNotHaveDuplicates();
  }

  @Test
  void everyVersionOfTheSchemaTableHasADiscoveryPriority() {
    assertThat(SchemaTable.builtIn().kinds())
        .extracting(KindEntry::gvk)
        .extracting(kind -> new GroupVersion(kind.group(), kind.version()))
        .allSatisfy(
            version ->
                assertThat(BuiltInGroups.priority(version))
                    .isNotEqualTo(BuiltInGroups.Priority.CUSTOM));
  }

  @Test
  void everySubresourceOfADefinitionIsInTheSchemaTable() {
    for (GroupDefinition group : BuiltInGroups.all()) {
      group
          .kinds()
          .forEach(
              definition -> {
                Set<String> served =
                    SchemaTable.builtIn().kinds().stream()
                        .filter(k -> k.gvk().group().equals(group.name()))
                        .filter(k -> k.gvk().kind().equals(definition.kind()))
                        .flatMap(k -> k.subresources().stream())
                        .map(KindEntry.Subresource::name)
                        .collect(Collectors.toSet());
                served.add(""); // a resource that is not stored itself
                assertThat(served)
                    .as(definition.kind())
                    .containsAll(definition.subresources().keySet());
              });
    }
  }
}
