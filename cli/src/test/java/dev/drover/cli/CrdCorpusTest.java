package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.crd.Crd;
import dev.drover.codegen.KindProcessor;
import dev.drover.crd.RecordSources;
import dev.drover.crd.SampleObjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records for the definitions of well-known projects, which `fetch-crds` gets as Go modules.
@Tag("corpus")
class CrdCorpusTest {
  private static final int OBJECTS = 20;

  @TempDir Path folder;

  private static List<Crd> corpus() throws IOException {
    Map<String, Crd> byName = new TreeMap<>();
    for (String place : System.getProperty("drover.corpus").split(":", -1)) {
      try (Stream<Path> files = Files.walk(Path.of(place))) {
        for (Path file :
            files.filter(path -> path.toString().endsWith(".yaml")).sorted().toList()) {
          if (Files.readString(file).contains("\nkind: CustomResourceDefinition")) {
            DefinitionFiles.manifests(file).forEach(crd -> byName.put(crd.name(), crd));
          }
        }
      }
    }
    return List.copyOf(byName.values());
  }

  @Test
  void generatedRecordsStandForTheDefinitionsOfWellKnownProjects() throws Exception {
    List<Crd> corpus = corpus();
    List<RecordSources> all = new ArrayList<>();
    for (Crd crd : corpus) {
      all.add(RecordSources.of(crd));
    }
    List<String> found = new ArrayList<>();
    int compared = 0;
    try (var records = CompiledRecords.of(all, folder)) {
      for (int i = 0; i < all.size(); i++) {
        Crd original = corpus.get(i);
        RecordSources generated = all.get(i);
        if (isOpen(generated)) {
          continue; // without a schema there is nothing to compare
        }
        compared++;
        compare(original.name(), comparable(original), comparable(records.crd(generated)), found);
        for (Kind<?> kind : records.kinds(generated)) {
          roundTrips(original, kind, found);
        }
      }
    }
    assertThat(found).isEmpty();
    assertThat(compared).isGreaterThanOrEqualTo(30);
  }

  @Test
  void generatedCodecsOfWellKnownProjectsGiveTheBytesOfReflection() throws Exception {
    List<Crd> corpus = corpus();
    List<RecordSources> all = corpus.stream().map(crd -> RecordSources.of(crd)).toList();
    Path processed = Files.createDirectories(folder.resolve("processed"));
    Path plain = Files.createDirectories(folder.resolve("plain"));
    try (var one = CompiledRecords.of(all, processed, new KindProcessor());
        var other = CompiledRecords.of(all, plain)) {
      for (int i = 0; i < all.size(); i++) {
        Crd crd = corpus.get(i);
        List<Kind<?>> reflected = other.kinds(all.get(i));
        for (Kind<?> kind : one.kinds(all.get(i))) {
          assertThat(kind.usesReflection()).as("%s", kind).isFalse();
          Kind<?> same =
              reflected.stream().filter(k -> k.gvk().equals(kind.gvk())).findAny().orElseThrow();
          SampleObjects samples = new SampleObjects(crd, kind.gvk().version(), 2);
          for (int n = 0; n < OBJECTS; n++) {
            DynamicObject object = samples.next();
            assertThat(GenerateCommandTest.roundTrip(kind, object))
                .isEqualTo(GenerateCommandTest.roundTrip(same, object));
          }
        }
      }
    }
  }

  /// Adds the places at which two trees differ.
  private static void compare(
      String place, @Nullable Object before, @Nullable Object after, List<String> found) {
    if (before instanceof Map<?, ?> one && after instanceof Map<?, ?> other) {
      Set<Object> names = new LinkedHashSet<>(one.keySet());
      names.addAll(other.keySet());
      names.forEach(name -> compare(place + "." + name, one.get(name), other.get(name), found));
    } else if (before instanceof List<?> one
        && after instanceof List<?> other
        && one.size() == other.size()) {
      for (int i = 0; i < one.size(); i++) {
        compare(place + "[" + i + "]", one.get(i), other.get(i), found);
      }
    } else if (!Objects.equals(before, after) && found.size() < 30) {
      found.add("%s: %s became %s".formatted(place, before, after));
    }
  }

  private static boolean isOpen(RecordSources generated) {
    return generated.differences().stream()
        .anyMatch(difference -> difference.endsWith("fields beyond the schema are not read"));
  }

  private static void roundTrips(Crd original, Kind<?> kind, List<String> found) {
    SampleObjects samples = new SampleObjects(original, kind.gvk().version(), 1);
    for (int i = 0; i < OBJECTS; i++) {
      DynamicObject object = samples.next();
      compare(kind.toString(), object.tree(), GenerateCommandTest.roundTrip(kind, object), found);
    }
  }

  /// Without what [RecordSources#differences] lists for these: the server describes type and
  /// metadata by itself, and knows best when a status is there. The order of versions means
  /// nothing.
  private static @Nullable Object comparable(Crd crd) {
    Map<String, @Nullable Object> spec =
        new LinkedHashMap<>(map(crd.toObject().tree().get("spec")));
    spec.remove("conversion");
    spec.remove("preserveUnknownFields");
    Map<String, @Nullable Object> names = new LinkedHashMap<>(map(spec.get("names")));
    names.putIfAbsent("listKind", crd.kind() + "List");
    names.putIfAbsent("singular", crd.kind().toLowerCase(Locale.ROOT));
    spec.put("names", names);
    List<Object> versions = new ArrayList<>();
    List<Crd.Version> sorted =
        crd.versions().stream().sorted(Comparator.comparing(Crd.Version::name)).toList();
    for (Crd.Version version : sorted) {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>(version.tree());
      Map<String, @Nullable Object> schema = new LinkedHashMap<>(version.schema());
      Map<String, @Nullable Object> properties = new LinkedHashMap<>(map(schema.get("properties")));
      List.of("apiVersion", "kind", "metadata").forEach(properties::remove);
      schema.put("properties", properties);
      List<Object> required = new ArrayList<>();
      if (schema.get("required") instanceof List<?> written) {
        written.forEach(name -> required.add(Objects.requireNonNull(name)));
      }
      required.removeAll(List.of("status", "metadata", "apiVersion", "kind"));
      schema.put("required", required);
      tree.put("schema", Map.of("openAPIV3Schema", schema));
      if (map(tree.get("subresources")).isEmpty()) {
        tree.remove("subresources");
      }
      versions.add(tree);
    }
    spec.put("versions", versions);
    return GenerateCommandTest.sorted(spec);
  }

  private static Map<String, @Nullable Object> map(@Nullable Object tree) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> fields) {
      fields.forEach((name, value) -> map.put(String.valueOf(name), value));
    }
    return map;
  }
}
