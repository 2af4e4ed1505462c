package dev.drover.api;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Collects the `{@index GoName}` tags of all sources: which name in Go is which name here.
final class Glossary {
  private static final Set<String> NO_SOURCES = Set.of("target", ".git", "test", "resources");
  private static final Pattern TAG = Pattern.compile("\\{@index\\s+([^}]+)}");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|@?interface|record|enum)\\s+(\\w+)");
  private static final Pattern METHOD = Pattern.compile("(\\w+)\\s*\\(");
  private static final Pattern CONSTANT = Pattern.compile("(\\w+)\\s*(?:=|[,;{]?$)");

  /// Where a name of Go's is to be found.
  ///
  /// @param name type and member, as in `Kind.ofObject`
  /// @param file the source, relative to the root of the repository
  record Entry(String name, Path file) {}

  private Glossary() {}

  /// The root of the repository.
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("docs"))
        || !Files.isDirectory(folder.resolve("api"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "not inside the repository: " + Path.of("").toAbsolutePath());
      }
    }
    return folder;
  }

  /// Names in Go with their places, by name.
  static TreeMap<String, List<Entry>> collect(Path root) throws IOException {
    TreeMap<String, List<Entry>> entries = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Path file : sources(root)) {
      tags(Files.readAllLines(file))
          .forEach(
              (go, names) -> {
                for (String name : names) {
                  entries
                      .computeIfAbsent(go, _ -> new ArrayList<>())
                      .add(new Entry(name, root.relativize(file)));
                }
              });
    }
    return entries;
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NO_SOURCES.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String path = root.relativize(file).toString().replace('\\', '/');
            if (path.contains("src/main/java/") && path.endsWith(".java") && isPublic(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    return files;
  }

  /// Whether users see a source: its type is public, and its module, if it has one, exports the
  /// package to all.
  static boolean isPublic(Path file) throws IOException {
    String source = Files.readString(file);
    String type = file.getFileName().toString().replace(".java", "");
    boolean isPublic =
        Pattern.compile("^public .*\\b" + type + "\\b", Pattern.MULTILINE).matcher(source).find();
    Path sources = file.getParent();
    while (!sources.endsWith("src/main/java")) {
      sources = sources.getParent();
    }
    Path module = sources.resolve("module-info.java");
    String name = sources.relativize(file.getParent()).toString().replaceAll("[/\\\\]", ".");
    return isPublic
        && (!Files.exists(module)
            || Files.readString(module).matches("(?s).*exports\\s+" + name + "\\s*;.*"));
  }

  /// The tags of one source with what they stand on. Sources are formatted, so two spaces are one
  /// level of nesting.
  static TreeMap<String, List<String>> tags(List<String> lines) {
    TreeMap<String, List<String>> found = new TreeMap<>();
    List<String> types = new ArrayList<>(); // by level
    StringBuilder comment = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String code = line.strip();
      if (code.startsWith("///")) {
        comment.append(code.substring(3)).append(' ');
        continue;
      }
      if (code.isEmpty() || (code.startsWith("@") && !code.startsWith("@interface"))) {
        continue; // annotations stand between a comment and its declaration
      }
      int level = (line.length() - line.stripLeading().length()) / 2;
      Matcher type = TYPE.matcher(code);
      boolean isType = type.find() && !code.contains("(" + type.group()) && isHeader(code, type);
      if (isType) {
        types.subList(Math.min(level, types.size()), types.size()).clear();
        types.add(type.group(1));
      }
      if (!comment.isEmpty()) {
        boolean broken = code.matches("[\\w<>,.?@\\s]+") && i + 1 < lines.size();
        String whole = broken && !code.endsWith(",") ? code + " " + lines.get(i + 1).strip() : code;
        String name = isType ? String.join(".", types) : member(types, level, whole);
        TAG.matcher(comment)
            .results()
            .map(tag -> tag.group(1).strip())
            .forEach(go -> found.computeIfAbsent(go, _ -> new ArrayList<>()).add(name));
        comment.setLength(0);
      }
    }
    return found;
  }

  /// `class` may also stand inside a statement or a text.
  private static boolean isHeader(String code, MatchResult type) {
    String before = code.substring(0, type.start());
    return before.matches(
        "(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed)\\s+)*");
  }

  private static String member(List<String> types, int level, String code) {
    String before = code.contains("=") ? code.substring(0, code.indexOf('=') + 1) : code;
    Matcher method = METHOD.matcher(before);
    Matcher constant = CONSTANT.matcher(before);
    String name = method.find() ? method.group(1) : constant.find() ? constant.group(1) : code;
    List<String> owners = types.subList(0, Math.min(level, types.size()));
    String owner = String.join(".", owners);
    return !owners.isEmpty() && owners.getLast().equals(name) ? "new " + owner : owner + "." + name;
  }

  /// The table in Markdown.
  static String markdown(TreeMap<String, List<Entry>> entries) {
    return entries.entrySet().stream()
        .map(
            entry ->
                "| `"
                    + entry.getKey()
                    + "` | "
                    + entry.getValue().stream()
                        .map(
                            e ->
                                "[`"
                                    + e.name()
                                    + "`](../"
                                    + e.file().toString().replace('\\', '/')
                                    + ")")
                        .distinct()
                        .collect(Collectors.joining(", "))
                    + " |\n")
        .collect(Collectors.joining("", "| Go | Drover |\n|---|---|\n", ""));
  }
}
