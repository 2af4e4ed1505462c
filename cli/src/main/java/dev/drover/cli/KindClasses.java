package dev.drover.cli;

import dev.drover.api.CustomResource;
import dev.drover.api.GroupKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.crd.Crd;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
      roots.add(place.toString().endsWith(".java") ? compiled(place) : existing(place));
    }
    List<Path> all = new ArrayList<>(roots);
    all.addAll(libraries);
    Map<String, List<Kind<?>>> kinds = new TreeMap<>();
    try (URLClassLoader loader =
        new URLClassLoader(urls(all), KindClasses.class.getClassLoader())) {
      for (Path root : roots) {
        for (String name : classNames(root)) {
          Class<? extends KubernetesObject> type = kindClass(name, loader);
          if (type != null) {
            Kind<?> kind = Kind.of(type);
            GroupKind group = kind.gvk().groupKind();
            kinds.computeIfAbsent(group.toString(), _ -> new ArrayList<>()).add(kind);
          }
        }
      }
      List<Crd> definitions = new ArrayList<>();
      for (List<Kind<?>> versions : kinds.values()) {
        versions.sort(Comparator.comparing(kind -> kind.gvk().version()));
        definitions.add(Crd.of(versions));
      }
      if (definitions.isEmpty()) {
        throw new IllegalArgumentException(
            "no record with @CustomResource in " + places + ": name the folder of its classes");
      }
      return definitions;
    }
  }

  private static Path existing(Path place) {
    if (!Files.exists(place)) {
      throw new IllegalArgumentException(
          "there is no " + place + ": name a folder of classes, a jar or a Java file");
    }
    return place;
  }

  private static URL[] urls(List<Path> entries) throws MalformedURLException {
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = entries.get(i).toUri().toURL();
    }
    return urls;
  }

  private static @Nullable Class<? extends KubernetesObject> kindClass(
      String name, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      return type.isAnnotationPresent(CustomResource.class)
          ? type.asSubclass(KubernetesObject.class)
          : null;
    } catch (ClassNotFoundException | LinkageError e) {
      return null; // needs a library that is not here, so it is no kind of these
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          name + " has @CustomResource, but does not implement KubernetesObject", e);
    }
  }

  private static List<String> classNames(Path root) throws IOException {
    List<String> files;
    if (Files.isDirectory(root)) {
      try (Stream<Path> all = Files.walk(root)) {
        files = all.map(file -> root.relativize(file).toString()).toList();
      }
    } else {
      try (JarFile jar = new JarFile(root.toFile())) {
        files = jar.stream().map(entry -> entry.getName()).toList();
      }
    }
    return files.stream()
        .map(file -> file.replace(File.separatorChar, '/'))
        .filter(file -> file.endsWith(".class") && !file.endsWith("module-info.class"))
        .filter(file -> !file.startsWith("META-INF/"))
        .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
        .sorted()
        .toList();
  }

  private Path compiled(Path file) throws IOException {
    existing(file);
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
