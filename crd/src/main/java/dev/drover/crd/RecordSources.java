package dev.drover.crd;

import dev.drover.api.crd.Crd;
import dev.drover.crd.source.KindText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Java records for an existing definition: one file for each version.
///
/// ```java
/// for (Crd crd : Crd.parse(Files.readString(Path.of("cert-manager.crds.yaml")))) {
///   for (RecordSources.File file : RecordSources.of(crd).files()) {
///     Path path = Path.of("src/main/java").resolve(file.path());
///     Files.createDirectories(path.getParent());
///     Files.writeString(path, file.text());
///   }
/// }
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
  private static final Pattern PACKAGE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");

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
    if (!packageName.isEmpty() && !PACKAGE.matcher(packageName).matches()) {
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
}
