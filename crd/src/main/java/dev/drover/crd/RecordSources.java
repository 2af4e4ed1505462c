package dev.drover.crd;

import dev.drover.api.crd.Crd;
import dev.drover.crd.source.KindText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.SourceVersion;

/// Java records for an existing definition: one file for each version.
///
/// ```java
/// List<RecordSources> all =
///     Crd.parse(Files.readString(Path.of("cert-manager.crds.yaml"))).stream().map(RecordSources::of).toList();
/// RecordSources.write(all, Path.of("src/main/java"));
/// ```
///
/// The records read and write every valid object without loss, with three exceptions: an empty list
/// or map that is not required is written as none, as Go's `omitempty` does; null is written as
/// none; a number in a `Quantity` is written as text. An object with both properties and
/// `x-kubernetes-preserve-unknown-fields` is a `RawExtension`, as a record would lose fields; a
/// `date-time` is a `String`, as an `Instant` would lose fractions.
///
/// [Crd#of] of the records gives the definition again, up to [#differences]: keywords that no
/// annotation has are in [dev.drover.api.crd.SchemaPart].
///
/// A definition may come from anyone. Its texts get into the source as escaped literals, its names
/// as letters and digits; nothing of it is written into comments.
///
/// @param files the source files
/// @param differences what a definition made from the records does not have, each with the place
public record RecordSources(List<File> files, List<String> differences) {
  /// The line with which every file begins.
  public static final String MARK = KindText.MARK;

  public RecordSources {
    files = List.copyOf(files);
    differences = List.copyOf(differences);
  }

  /// A source file.
  ///
  /// @param path below the folder of sources, with slashes
  /// @param text the source
  public record File(String path, String text) {}

  /// The records in packages called after group and version, such as `io.cert_manager.v1`.
  ///
  /// @throws IllegalArgumentException if the definition has no version, or one that no record can
  ///   stand for
  public static RecordSources of(Crd crd) {
    return of(crd, "");
  }

  /// The records in this package; if there are several versions, in packages below it. An empty
  /// package means the default.
  ///
  /// @throws IllegalArgumentException as [#of(Crd)], and if the package is no name of Java
  public static RecordSources of(Crd crd, String packageName) {
    if (!packageName.isEmpty() && !isPackage(packageName)) {
      throw new IllegalArgumentException(
          "'%s' is no name of a package, such as 'com.example.model'".formatted(packageName));
    }
    List<Crd.Version> versions = crd.versions();
    if (crd.kind().isEmpty() || versions.isEmpty()) {
      throw new IllegalArgumentException(
          "the definition '%s' names no kind or no version".formatted(crd.name()));
    }
    List<File> files = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    for (Crd.Version version : versions) {
      String name =
          packageName.isEmpty()
              ? KindText.packageName(crd, version)
              : versions.size() == 1
                  ? packageName
                  : packageName + "." + KindText.packagePart(version);
      KindText kind = new KindText(crd, version, name);
      files.add(new File(kind.path(), kind.text()));
      kind.losses().forEach(loss -> differences.add(version.name() + " " + loss));
    }
    return new RecordSources(files, differences);
  }

  /// A name of ASCII letters and digits without keywords.
  private static boolean isPackage(String name) {
    return SourceVersion.isName(name) && name.chars().allMatch(c -> c < 128 && c != '$');
  }

  /// Writes the files below a folder, in place of those that were generated before.
  ///
  /// @return the files, in order
  /// @throws IllegalArgumentException before anything is written: when two have the same path, or
  ///   one exists that was not generated
  public static List<Path> write(List<RecordSources> all, Path folder) throws IOException {
    Map<Path, String> texts = new LinkedHashMap<>();
    for (RecordSources generated : all) {
      for (File file : generated.files) {
        Path path = folder.resolve(file.path());
        requireOwn(path);
        if (texts.put(path, file.text()) != null) {
          throw new IllegalArgumentException(
              "two definitions make " + path + ": generate them with a package each");
        }
      }
    }
    for (Map.Entry<Path, String> file : texts.entrySet()) {
      Files.createDirectories(file.getKey().toAbsolutePath().getParent());
      Files.writeString(file.getKey(), file.getValue());
    }
    return List.copyOf(texts.keySet());
  }

  /// A file that someone wrote is not replaced.
  private static void requireOwn(Path path) throws IOException {
    if (Files.exists(path)) {
      String first;
      try (BufferedReader reader = Files.newBufferedReader(path)) {
        first = reader.readLine();
      }
      if (!MARK.equals(first)) {
        throw new IllegalArgumentException(
            path + " exists and was not generated: move it, or choose another package or folder");
      }
    }
  }
}
