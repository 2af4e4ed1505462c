package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;

/// A path such as `.spec.flavor` or `.labels['app']`, and the schema of what it leads to.
///
/// In Go: `cel.ValidFieldPath`.
///
/// @param root the first step
record SchemaPath(FieldPath path, String root, TreeNode schema) {

  /// Follows a path through a schema.
  ///
  /// @param allowsBrackets whether steps may be written as `['name']`
  /// @throws IllegalArgumentException with Kubernetes' words when it leads nowhere
  static SchemaPath find(String text, TreeNode schema, boolean allowsBrackets) {
    SchemaPath here = new SchemaPath(FieldPath.ROOT, "", schema);
    List<String> tokens = tokens(text);
    for (int i = 0; i < tokens.size(); i++) {
      switch (tokens.get(i)) {
        case "[" -> {
          if (!allowsBrackets) {
            throw new IllegalArgumentException("array notation is not allowed");
          }
          here = here.step(unquoted(token(tokens, i + 1)));
          if (!token(tokens, i + 2).equals("]")) {
            throw new IllegalArgumentException("expected ] but got " + tokens.get(i + 2));
          }
          i += 2;
        }
        case "." -> here = here.step(token(tokens, ++i));
        default -> throw new IllegalArgumentException("expected [ or . but got: " + tokens.get(i));
      }
    }
    return here;
  }

  /// The delimiters `.`, `[` and `]`, and what is between them.
  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      int end = i;
      if (text.charAt(i) == '\'') {
        end++;
        while (end < text.length() && !(text.charAt(end) == '\'' && text.charAt(end - 1) != '\\')) {
          end++;
        }
        end = Math.min(end + 1, text.length());
      } else {
        while (end < text.length() && ".[]".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        end = Math.max(end, i + 1);
      }
      tokens.add(text.substring(i, end));
      i = end;
    }
    return tokens;
  }

  private static String token(List<String> tokens, int i) {
    if (i >= tokens.size()) {
      throw new IllegalArgumentException("unexpected end of JSON path");
    }
    return tokens.get(i);
  }

  private static String unquoted(String token) {
    if (token.length() < 2 || !token.startsWith("'") || !token.endsWith("'")) {
      throw new IllegalArgumentException("expected single quoted string but got " + token);
    }
    return token.substring(1, token.length() - 1).replace("\\'", "'").replace("\\\\", "\\");
  }

  private SchemaPath step(String name) {
    String first = root.isEmpty() ? name : root;
    if (!schema.at("properties").map().isEmpty()) {
      TreeNode next = schema.at("properties").child(name).orElseThrow(SchemaPath::invalid);
      return new SchemaPath(path.child(name), first, next);
    }
    TreeNode next = schema.child("additionalProperties").orElseThrow(SchemaPath::invalid);
    return new SchemaPath(path.key(name), first, next);
  }

  private static IllegalArgumentException invalid() {
    return new IllegalArgumentException("does not refer to a valid field");
  }
}
