package dev.drover.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The public top-level types of the packages that user code can import, read from the sources of
/// all modules.
///
/// These are the packages that a `module-info.java` exports to all. A module without one has its
/// root package and the packages below it, except for the server, which users start and do not
/// import from: there it is the root package alone. The generated model is left out: its kinds
/// repeat in each version of a group.
final class ExportedTypes {
  private static final Pattern EXPORTS = Pattern.compile("(?m)^\\s*exports\\s+([\\w.]+)\\s*;");
  private static final Pattern MODULE_NAME =
      Pattern.compile("<Automatic-Module-Name>([\\w.]+)</Automatic-Module-Name>");
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^public (?<modifiers>(?:(?:abstract|final|sealed|non-sealed|static) )*)"
              + "(?<form>class|@?interface|record|enum) (?<name>\\w+)(?<header>[^{]*)");
  private static final Pattern NESTED_IN_INTERFACE =
      Pattern.compile("(?m)^  (?:public )?(?:(?:static|final) )*(?:class|record|enum) ");
  private static final Pattern NESTED_IN_CLASS =
      Pattern.compile("(?m)^  public (?:(?:static|final) )*(?:class|record) ");

  /// A public type.
  ///
  /// @param module the folder of its module
  /// @param isValue whether it is a record, an enum or an exception
  /// @param hasCases whether it is sealed and user code can name a subtype
  /// @param comment its Javadoc
  record Type(
      String module,
      String name,
      boolean isAnnotation,
      boolean isValue,
      boolean hasCases,
      String comment) {}

  private ExportedTypes() {}

  static List<Type> of(Path root) throws IOException {
    List<Type> types = new ArrayList<>();
    for (Path module : modules(root)) {
      for (Path folder : exported(module)) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
            type(root.relativize(module).toString(), Files.readString(file)).ifPresent(types::add);
          }
        }
      }
    }
    return types;
  }

  private static List<Path> modules(Path root) throws IOException {
    try (Stream<Path> folders = Files.walk(root, 2)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
          .sorted()
          .toList();
    }
  }

  private static List<Path> exported(Path module) throws IOException {
    Path sources = module.resolve("src/main/java");
    Path moduleInfo = sources.resolve("module-info.java");
    if (Files.exists(moduleInfo)) {
      return EXPORTS
          .matcher(Files.readString(moduleInfo))
          .results()
          .map(export -> folder(sources, export.group(1)))
          .toList();
    }
    Matcher name = MODULE_NAME.matcher(Files.readString(module.resolve("pom.xml")));
    if (!name.find()) {
      return List.of(); // not published as a library
    }
    Path rootPackage = folder(sources, name.group(1));
    if (module.endsWith("server")) {
      return List.of(rootPackage);
    }
    try (Stream<Path> folders = Files.walk(rootPackage)) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static Path folder(Path sources, String javaPackage) {
    return sources.resolve(javaPackage.replace('.', '/'));
  }

  private static Optional<Type> type(String module, String source) {
    Matcher type = TYPE.matcher(source);
    if (!type.find()) {
      return Optional.empty();
    }
    MatchResult found = type.toMatchResult();
    String comment =
        source
            .substring(0, found.start())
            .lines()
            .filter(line -> line.startsWith("///"))
            .map(line -> line.substring(3).strip() + "\n")
            .reduce("", String::concat);
    boolean hasCases = isSealed(found) && hasPublicSubtype(found, source.substring(found.end()));
    boolean isAnnotation = found.group("form").equals("@interface");
    String name = found.group("name");
    boolean isValue =
        Set.of("record", "enum").contains(found.group("form")) || name.endsWith("Exception");
    return Optional.of(new Type(module, name, isAnnotation, isValue, hasCases, comment));
  }

  private static boolean isSealed(MatchResult type) {
    String modifiers = type.group("modifiers");
    return modifiers.contains("sealed") && !modifiers.contains("non-sealed");
  }

  /// Subtypes in files of their own are taken for public.
  private static boolean hasPublicSubtype(MatchResult type, String body) {
    Pattern nested = type.group("form").equals("interface") ? NESTED_IN_INTERFACE : NESTED_IN_CLASS;
    return nested.matcher(body).find() || type.group("header").contains(",");
  }
}
