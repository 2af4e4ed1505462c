package dev.drover.crd;

import dev.drover.api.CustomResource;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the kinds in compiled classes, for tools that run in a build.
///
/// ```java
/// for (Crd crd : KindScan.definitions(List.of(Path.of("target/classes")), List.of())) {
///   Files.writeString(Path.of("target", crd.name() + ".yaml"), crd.toYaml());
/// }
/// ```
///
/// Classes are loaded but not initialized.
public final class KindScan {
  private KindScan() {}

  /// The definitions of all records with [CustomResource], by name; records that are versions of
  /// one kind make one definition.
  ///
  /// @param roots folders of classes and jars that are searched
  /// @param libraries further folders and jars that the records need; `drover-api` is that of the
  ///   caller
  /// @return none where there are no kinds
  /// @throws IllegalArgumentException when a root does not exist, or a record makes no definition
  public static List<Crd> definitions(List<Path> roots, List<Path> libraries) throws IOException {
    for (Path root : roots) {
      if (!Files.exists(root)) {
        throw new IllegalArgumentException(
            "there is no " + root + ": name a folder of classes, a jar or a Java file");
      }
    }
    List<Path> all = new ArrayList<>(roots);
    all.addAll(libraries);
    Map<String, List<Kind<?>>> kinds = new TreeMap<>();
    try (URLClassLoader loader = new URLClassLoader(urls(all), KindScan.class.getClassLoader())) {
      for (Path root : roots) {
        for (String name : classNames(root)) {
          Class<? extends KubernetesObject> type = kindClass(name, loader);
          if (type != null) {
            Kind<?> kind = kind(type);
            kinds
                .computeIfAbsent(kind.gvk().groupKind().toString(), _ -> new ArrayList<>())
                .add(kind);
          }
        }
      }
      List<Crd> definitions = new ArrayList<>();
      for (List<Kind<?>> versions : kinds.values()) {
        definitions.add(Crd.of(versions));
      }
      return definitions;
    }
  }

  private static Kind<?> kind(Class<? extends KubernetesObject> type) {
    try {
      return Kind.of(type);
    } catch (NoClassDefFoundError | TypeNotPresentException e) {
      throw new IllegalArgumentException(
          "%s needs a class that is not in the class path, %s: name its jar as a library"
              .formatted(type.getName(), e.getMessage()),
          e);
    }
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
        files = jar.stream().map(JarEntry::getName).toList();
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
}
