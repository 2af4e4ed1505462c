package dev.drover.cli;

import dev.drover.api.crd.Crd;
import dev.drover.crd.KindScan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The kinds in folders of classes, in jars and in Java files, which are compiled.
final class KindClasses implements AutoCloseable {
  private final List<Path> places;
  private final List<Path> temporary = new ArrayList<>();
  private final List<Path> libraries;

  /// @param places folders, jars and Java files
  /// @param libraries further entries of the class path
  KindClasses(List<Path> places, List<Path> libraries) {
    this.places = List.copyOf(places);
    this.libraries = List.copyOf(libraries);
  }

  /// The definitions of all kinds, by name; records that are versions of one kind make one.
  ///
  /// @throws IllegalArgumentException when a place has no kind, or a record makes no definition
  List<Crd> definitions() throws IOException {
    List<Path> roots = new ArrayList<>();
    for (Path place : places) {
      roots.add(place.toString().endsWith(".java") ? compiled(place) : place);
    }
    List<Crd> definitions = KindScan.definitions(roots, libraries);
    if (definitions.isEmpty()) {
      throw new IllegalArgumentException(
          "no record with @CustomResource in " + places + ": name the folder of its classes");
    }
    return definitions;
  }

  private Path compiled(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "there is no " + file + ": name a folder of classes, a jar or a Java file");
    }
    Path classes = Files.createTempDirectory("drover-crd");
    temporary.add(classes);
    StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
    libraries.forEach(library -> path.append(File.pathSeparator).append(library));
    JavaFile.compile(file, path.toString(), classes);
    return classes;
  }

  @Override
  public void close() throws IOException {
    for (Path folder : temporary) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
