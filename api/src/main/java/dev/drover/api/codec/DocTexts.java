package dev.drover.api.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// The Javadoc of a record, which the annotation processor of `drover-codegen` left in a resource:
/// a line `component=text` for each component, `.=text` for the record.
final class DocTexts {
  private final Map<String, String> texts;

  private DocTexts(Map<String, String> texts) {
    this.texts = texts;
  }

  /// Empty for a record that was compiled without the processor.
  static DocTexts of(Class<?> record) {
    String name = "/META-INF/drover/" + record.getName() + ".descriptions";
    Map<String, String> texts = new HashMap<>();
    try (InputStream in = record.getResourceAsStream(name)) {
      if (in != null) {
        for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
          int equals = line.indexOf('=');
          if (equals > 0) {
            texts.put(line.substring(0, equals), line.substring(equals + 1).replace("\\\\", "\\"));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
    return new DocTexts(texts);
  }

  /// The schema with the text for a component, or for the record (`.`), as description.
  Map<String, Object> describe(String key, Map<String, Object> schema) {
    String text = texts.get(key);
    if (text == null) {
      return schema;
    }
    Map<String, Object> described = new LinkedHashMap<>(schema);
    described.put("description", text);
    return described;
  }
}
