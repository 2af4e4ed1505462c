package dev.drover.schema;

import dev.drover.api.GroupVersionKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the lines of a table; the head of the table file explains them.
///
/// Records with an unknown letter are skipped, as the format wants it. Otherwise strict: a flag
/// that this reader does not know is an error, because it was added to have an effect.
final class TableReader {
  private final String source;
  private final Map<String, TypeEntry> types = new LinkedHashMap<>();
  private final Map<GroupVersionKind, KindEntry> kinds = new LinkedHashMap<>();
  private final Map<GroupVersionKind, ObjectEntry> objects = new LinkedHashMap<>();
  private final Map<String, Integer> references =
      new LinkedHashMap<>(); // type name to its first line
  private @Nullable String release;
  private @Nullable TypeEntry open; // the type whose fields are being read
  private final List<FieldEntry> openFields = new ArrayList<>();
  private int line;

  TableReader(String source) {
    this.source = source;
  }

  SchemaTable read(BufferedReader in) throws IOException {
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      line++;
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      try {
        readLine(text.split(" ", -1));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(at(line) + e.getMessage(), e);
      }
    }
    close();
    references.forEach(
        (name, at) -> {
          if (!types.containsKey(name)) {
            throw new IllegalArgumentException(at(at) + "no type is called " + name);
          }
        });
    if (release == null) {
      throw new IllegalArgumentException(source + ": no release line");
    }
    return new SchemaTable(release, types, kinds, objects);
  }

  private String at(int number) {
    return source + ":" + number + ": ";
  }

  private void readLine(String[] columns) {
    switch (columns[0]) {
      case "release" -> release = column(columns, 1, "a release");
      case "T" -> openType(columns);
      case "F" -> openFields.add(field(columns));
      case "K" -> addKind(columns);
      case "O" -> addObject(columns);
      default -> skip(columns[0]);
    }
  }

  private static void skip(String letter) {
    if (letter.length() != 1) {
      throw new IllegalArgumentException(
          "a line starts with release or a letter, not with '" + letter + "'");
    }
  }

  private static String column(String[] columns, int index, String what) {
    if (index >= columns.length || columns[index].isEmpty()) {
      throw new IllegalArgumentException(
          "column " + (index + 1) + " must be " + what + ": " + String.join(" ", columns));
    }
    return columns[index];
  }

  private void openType(String[] columns) {
    close();
    Facts facts = new Facts(columns, 3);
    open =
        new TypeEntry(
            column(columns, 1, "a folder"),
            column(columns, 2, "a type name"),
            facts.text("json"),
            List.of());
    facts.requireAllUsed();
    if (types.containsKey(open.name())) {
      throw new IllegalArgumentException("a second type " + open.name());
    }
  }

  private void close() {
    if (open != null) {
      types.put(
          open.name(),
          new TypeEntry(open.folder(), open.simpleName(), open.jsonForm(), openFields));
    }
    open = null;
    openFields.clear();
  }

  private FieldEntry field(String[] columns) {
    if (open == null) {
      throw new IllegalArgumentException("a field belongs below a T line");
    }
    String name = column(columns, 1, "a JSON name");
    List<Integer> path = protoPath(column(columns, 2, "a protobuf path"));
    FieldType type = FieldType.parse(column(columns, 3, "a type"));
    if (type.isStruct()) {
      references.putIfAbsent(type.base(), line);
    }
    Facts facts = new Facts(columns, 4);
    FieldEntry field =
        new FieldEntry(
            name,
            path,
            type,
            facts.flag("omitempty"),
            facts.flag("omitzero"),
            facts.flag("required"),
            Set.copyOf(facts.list("patch")),
            facts.text("mergeKey"),
            facts.merge("listType"),
            facts.list("listKeys"),
            facts.merge("mapType"),
            facts.merge("structType"),
            facts.json("default"),
            facts.flag("secret"),
            Objects.requireNonNullElseGet(facts.text("go"), type::goName),
            facts.dotted("in"));
    facts.requireAllUsed();
    return field;
  }

  private static List<Integer> protoPath(String text) {
    try {
      return Arrays.stream(text.split("\\.", -1)).map(Integer::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a protobuf path is numbers and dots, not " + text, e);
    }
  }

  private void addKind(String[] columns) {
    close();
    GroupVersionKind gvk = gvk(columns);
    String type = typeReference(columns);
    Facts facts = new Facts(columns, 5);
    String list = facts.text("list");
    if (list != null) {
      references.putIfAbsent(list, line);
    }
    KindEntry kind =
        new KindEntry(
            gvk,
            type,
            facts.required("plural"),
            facts.required("singular"),
            isNamespaced(facts.required("scope")),
            list,
            facts.list("short"),
            facts.list("categories"),
            facts.list("verbs"),
            facts.list("subresources").stream().map(text -> subresource(text, gvk)).toList());
    facts.requireAllUsed();
    if (kinds.put(gvk, kind) != null) {
      throw new IllegalArgumentException("a second kind " + gvk);
    }
  }

  private void addObject(String[] columns) {
    close();
    ObjectEntry object = new ObjectEntry(gvk(columns), typeReference(columns));
    new Facts(columns, 5).requireAllUsed();
    if (objects.put(object.gvk(), object) != null) {
      throw new IllegalArgumentException("a second object " + object.gvk());
    }
  }

  private static GroupVersionKind gvk(String[] columns) {
    return new GroupVersionKind(
        group(column(columns, 1, "a group")),
        column(columns, 2, "a version"),
        column(columns, 3, "a kind"));
  }

  private String typeReference(String[] columns) {
    String type = column(columns, 4, "a type name");
    references.putIfAbsent(type, line);
    return type;
  }

  private static String group(String text) {
    return text.equals("core") ? "" : text;
  }

  private static boolean isNamespaced(String scope) {
    return switch (scope) {
      case "Namespaced" -> true;
      case "Cluster" -> false;
      default -> throw new IllegalArgumentException("no such scope: " + scope);
    };
  }

  private static KindEntry.Subresource subresource(String text, GroupVersionKind owner) {
    String[] parts = text.split(":", -1);
    GroupVersionKind kind =
        parts.length > 1 && !parts[1].isEmpty() ? subresourceKind(parts[1], text) : owner;
    return switch (parts.length) {
      case 1, 2 -> new KindEntry.Subresource(parts[0], kind);
      case 3 -> new KindEntry.Subresource(parts[0], kind, List.of(parts[2].split("\\+", -1)));
      default -> throw noSubresource(text);
    };
  }

  private static GroupVersionKind subresourceKind(String kind, String text) {
    String[] parts = kind.split("/", -1);
    if (parts.length != 3) {
      throw noSubresource(text);
    }
    return new GroupVersionKind(group(parts[0]), parts[1], parts[2]);
  }

  private static IllegalArgumentException noSubresource(String text) {
    return new IllegalArgumentException(
        "a subresource is name, name:group/version/Kind or that with :verb+verb, not " + text);
  }

  /// The optional columns of a line, `flag` or `name=value`, each removed by the code that
  /// understands it.
  private static final class Facts {
    private final Map<String, String> left = new LinkedHashMap<>();

    Facts(String[] columns, int from) {
      for (int i = from; i < columns.length; i++) {
        int equals = columns[i].indexOf('=');
        String name = equals < 0 ? columns[i] : columns[i].substring(0, equals);
        if (left.put(name, equals < 0 ? "" : columns[i].substring(equals + 1)) != null) {
          throw new IllegalArgumentException(name + " twice");
        }
      }
    }

    boolean flag(String name) {
      return left.remove(name) != null;
    }

    @Nullable String text(String name) {
      return left.remove(name);
    }

    String required(String name) {
      String value = left.remove(name);
      if (value == null) {
        throw new IllegalArgumentException(name + "= is missing");
      }
      return value;
    }

    List<String> list(String name) {
      String value = left.remove(name);
      return value == null ? List.of() : List.of(value.split(",", -1));
    }

    List<String> dotted(String name) {
      String value = left.remove(name);
      return value == null ? List.of() : List.of(value.split("\\.", -1));
    }

    FieldEntry.@Nullable Merge merge(String name) {
      return switch (left.remove(name)) {
        case null -> null;
        case "atomic" -> FieldEntry.Merge.ATOMIC;
        case "set" -> FieldEntry.Merge.SET;
        case "map" -> FieldEntry.Merge.MAP;
        case "granular" -> FieldEntry.Merge.GRANULAR;
        case String other -> throw new IllegalArgumentException("no such " + name + ": " + other);
      };
    }

    /// JSON text; where it holds spaces the table has percent signs.
    @Nullable String json(String name) {
      String value = left.remove(name);
      return value == null || value.indexOf('%') < 0
          ? value
          : URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    void requireAllUsed() {
      if (!left.isEmpty()) {
        throw new IllegalArgumentException("unknown: " + String.join(" ", left.keySet()));
      }
    }
  }
}
