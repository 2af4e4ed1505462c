package dev.drover.cli;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.api.crd.Crd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Reads definitions from manifests or from classes.
final class DefinitionFiles {
  private DefinitionFiles() {}

  /// The definitions in a YAML or JSON file, a folder of them, or of the records in a Java file, a
  /// jar or a folder of classes.
  ///
  /// @throws IllegalArgumentException when there are none
  static List<Crd> read(Path place) throws IOException {
    if (!Files.exists(place)) {
      throw new IllegalArgumentException(
          "there is no " + place + ": name a manifest, a Java file, a jar or a folder of classes");
    }
    String name = place.toString();
    if (name.endsWith(".java") || name.endsWith(".jar") || hasClasses(place)) {
      try (KindClasses classes = new KindClasses(List.of(place), List.of())) {
        return classes.definitions();
      }
    }
    List<Crd> definitions = manifests(place);
    if (definitions.isEmpty()) {
      throw new IllegalArgumentException(place + " has no CustomResourceDefinition");
    }
    return definitions;
  }

  /// The definitions in a YAML or JSON file or in a folder of them.
  static List<Crd> manifests(Path place) throws IOException {
    List<Crd> definitions = new ArrayList<>();
    for (DynamicObject object : Manifests.read(place)) {
      if (object.gvk().equals(Crd.KIND)) {
        definitions.add(Crd.ofObject(object));
      }
    }
    return definitions;
  }

  private static boolean hasClasses(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return false;
    }
    try (Stream<Path> all = Files.walk(place)) {
      return all.anyMatch(file -> file.toString().endsWith(".class"));
    }
  }
}
