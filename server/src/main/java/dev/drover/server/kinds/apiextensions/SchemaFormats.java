package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Set;

/// The formats of strings and numbers that a schema may name.
final class SchemaFormats {
  /// Without dashes, which do not count.
  private static final Set<String> OF_STRINGS =
      Set.of(
          "bsonobjectid",
          "uri",
          "email",
          "hostname",
          "ipv4",
          "ipv6",
          "cidr",
          "mac",
          "uuid",
          "uuid3",
          "uuid4",
          "uuid5",
          "isbn",
          "isbn10",
          "isbn13",
          "creditcard",
          "ssn",
          "hexcolor",
          "rgbcolor",
          "byte",
          "password",
          "date",
          "duration",
          "datetime",
          "k8sshortname",
          "k8slongname");

  private SchemaFormats() {}

  /// The formats in a schema that nothing ever checks.
  static List<String> unrecognized(TreeNode schema) {
    return SchemaParts.of(schema).stream()
        .filter(part -> !part.text("format").isEmpty())
        .filter(part -> !isRecognized(part.text("format"), part.text("type")))
        .map(part -> part.text("format"))
        .toList();
  }

  private static boolean isRecognized(String format, String type) {
    return switch (type) {
      case "", "string" -> OF_STRINGS.contains(format.replace("-", ""));
      case "integer" -> format.equals("int32") || format.equals("int64");
      case "number" -> format.equals("float") || format.equals("double");
      default -> false;
    };
  }
}
