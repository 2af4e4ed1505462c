package dev.drover.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The files of a new project: templates with `@NAME@` and the like, filled in.
final class ProjectTemplate {
  private final Map<String, String> values;
  private final Map<String, String> files = new LinkedHashMap<>(); // path to text

  /// @param values what stands for `@NAME@`, by `NAME`
  ProjectTemplate(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /// Adds a file from a template.
  ProjectTemplate add(String template, String path) {
    return addText(path, filled(template));
  }

  ProjectTemplate addText(String path, String text) {
    files.put(path, text);
    return this;
  }

  String filled(String template) {
    String text = read(template);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("@" + value.getKey() + "@", value.getValue());
    }
    return text;
  }

  private static String read(String template) {
    try (InputStream in = ProjectTemplate.class.getResourceAsStream("init/" + template)) {
      if (in == null) {
        throw new IllegalStateException("no template " + template);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the template " + template, e);
    }
  }

  /// Writes the files into a folder.
  void write(Path folder) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }
}
