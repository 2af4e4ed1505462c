package dev.drover.schema.apply;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.SchemaTable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The life of one object, told by the writes to it. Each happens a minute after the one before.
final class Story {
  private final ServerSideApply rules;
  private @Nullable Map<String, @Nullable Object> live;
  private int minute;

  Story(ServerSideApply rules) {
    this.rules = rules;
  }

  /// Of a built-in object that is written through its main path.
  static Story of(GroupVersionKind kind) {
    var structure = SchemaTable.builtIn().structure(kind).orElseThrow();
    return new Story(
        new ServerSideApply(
            kind, "", FieldFilter.without("status"), Versions.only(kind.apiVersion(), structure)));
  }

  static Story ofConfigMap() {
    return of(new GroupVersionKind("", "v1", "ConfigMap"));
  }

  static Story ofDeployment() {
    return of(new GroupVersionKind("apps", "v1", "Deployment"));
  }

  static Map<String, @Nullable Object> tree(String json) {
    return Shape.map(RawExtension.ofJson(json).tree());
  }

  static String json(@Nullable Object tree) {
    return new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  /// The same object, from now on written by other rules.
  Story by(ServerSideApply others) {
    Story story = new Story(others);
    story.live = live;
    story.minute = minute;
    return story;
  }

  /// Creates or replaces the object: JSON without what says which object it is.
  Story update(String manager, String json) {
    var written = rules.update(live, object(json, true), manager, now());
    return then(written);
  }

  Story apply(String manager, String json) {
    return then(rules.apply(live, object(json, false), manager, false, now()));
  }

  Story force(String manager, String json) {
    return then(rules.apply(live, object(json, false), manager, true, now()));
  }

  /// A writer without field management changes the object.
  Story tamper(String json) {
    live = object(json, true);
    return this;
  }

  private Story then(Map<String, @Nullable Object> written) {
    live = written;
    minute++;
    return this;
  }

  private Instant now() {
    return Instant.parse("2026-01-01T00:00:00Z").plusSeconds(60L * minute);
  }

  private Map<String, @Nullable Object> object(String json, boolean stored) {
    Map<String, @Nullable Object> object = new TreeMap<>(tree(json));
    object.putIfAbsent("apiVersion", rules.kind().apiVersion());
    object.putIfAbsent("kind", rules.kind().kind());
    Map<String, @Nullable Object> metadata = new TreeMap<>(Shape.map(object.get("metadata")));
    metadata.put("name", "it");
    if (stored) {
      metadata.put("uid", "1");
    }
    object.put("metadata", metadata);
    return object;
  }

  Map<String, @Nullable Object> live() {
    if (live == null) {
      throw new IllegalStateException("nothing was written yet");
    }
    return live;
  }

  /// A part of the object as JSON.
  String part(String name) {
    return json(live().get(name));
  }

  Map<String, @Nullable Object> metadata() {
    return Shape.map(live().get("metadata"));
  }

  /// The owners and their fields, one owner per line: `me Update 00:01 .data.a .data.b`.
  String owners() {
    StringJoiner lines = new StringJoiner("\n");
    for (Object entry : Shape.list(metadata().get("managedFields"))) {
      Map<String, @Nullable Object> map = Shape.map(entry);
      StringJoiner line = new StringJoiner(" ");
      Object subresource = map.get("subresource");
      line.add(map.get("manager") + (subresource == null ? "" : "/" + subresource));
      line.add(String.valueOf(map.get("operation")));
      if (!rules.kind().apiVersion().equals(map.get("apiVersion"))) {
        line.add(String.valueOf(map.get("apiVersion")));
      }
      line.add(map.get("time") instanceof String time ? time.substring(11, 16) : "-");
      FieldSet.ofFieldsV1(map.get("fieldsV1"))
          .paths()
          .forEach(path -> line.add(FieldSet.text(path)));
      lines.add(line.toString());
    }
    return lines.toString();
  }
}
