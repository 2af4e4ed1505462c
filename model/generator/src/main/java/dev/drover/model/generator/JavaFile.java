package dev.drover.model.generator;

import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A Java source file under construction: indents lines and imports what they use.
final class JavaFile {
  private final String javaPackage;
  private final Set<String> neighbours; // simple names that mean a class of the same package
  private final SortedMap<String, String> imports = new TreeMap<>(); // full name by simple name
  private final StringBuilder body = new StringBuilder();
  private int depth;

  JavaFile(String javaPackage, Set<String> neighbours) {
    this.javaPackage = javaPackage;
    this.neighbours = neighbours;
  }

  /// How to write a class here: its simple name if that is free, else its full name.
  String use(String fullName) {
    int dot = fullName.lastIndexOf('.');
    String of = fullName.substring(0, dot);
    String name = fullName.substring(dot + 1);
    if (of.equals("java.lang") || of.equals(javaPackage)) {
      return name;
    }
    return !neighbours.contains(name)
            && fullName.equals(imports.computeIfAbsent(name, any -> fullName))
        ? name
        : fullName;
  }

  /// Like [#use], for a type that may be null.
  String useNullable(String fullName) {
    String annotation = "@" + use("org.jspecify.annotations.Nullable") + " ";
    String type = use(fullName);
    int name = type.lastIndexOf('.') + 1; // the annotation stands before the simple name
    return name == 0
        ? annotation + type
        : type.substring(0, name) + annotation + type.substring(name);
  }

  void line(String text) {
    if (!text.isEmpty()) {
      body.repeat("  ", depth).append(text);
    }
    body.append('\n');
  }

  /// A line of documentation.
  void doc(String text) {
    line(text.isEmpty() ? "///" : "/// " + text);
  }

  /// Starts a block.
  void open(String text) {
    line(text + " {");
    depth++;
  }

  void close() {
    close("}");
  }

  /// Ends a block, with more than a brace.
  void close(String end) {
    depth--;
    line(end);
  }

  /// A method whose body is these lines, and an empty line before it.
  void method(String doc, String signature, String... lines) {
    line("");
    doc(doc);
    open(signature);
    for (String text : lines) {
      line(text);
    }
    close();
  }

  String text() {
    StringBuilder text = new StringBuilder("package ").append(javaPackage).append(";\n\n");
    for (String name : imports.values().stream().sorted().toList()) {
      text.append("import ").append(name).append(";\n");
    }
    return text.append(imports.isEmpty() ? "" : "\n").append(body).toString();
  }
}
