package dev.drover.server.validation;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A value as Kubernetes shows it in a complaint about a whole struct: the JSON of its internal
/// type, which has Go's names for the fields and leaves none out. Types of `meta` are shown as
/// clients see them, with the fields in Go's order.
public final class InternalForm {
  /// Fields that clients set beside the security context, but Kubernetes keeps in it.
  private static final List<String> HOST_NAMESPACES =
      List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

  private InternalForm() {}

  /// The internal form of a struct.
  ///
  /// @param type a type of the table, such as `core/v1.ObjectReference`
  public static Map<String, @Nullable Object> of(String type, TreeNode value) {
    return struct(type.replaceFirst("/v[0-9a-z]+\\.", "."), value);
  }

  private static Map<String, @Nullable Object> struct(String name, TreeNode value) {
    TreeNode node = name.equals("core.PodSpec") ? withHostNamespaces(value) : value;
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    for (InternalTypes.Field field : InternalTypes.get().fields(name)) {
      Object member =
          field.path().startsWith("metadata.")
              ? node.at("metadata").get(field.path().substring("metadata.".length()))
              : node.get(field.path());
      if (!field.isOmittedWhenEmpty() || !isEmpty(member)) {
        shown.put(field.key(), shown(field.type(), member));
      }
    }
    return shown;
  }

  private static TreeNode withHostNamespaces(TreeNode spec) {
    TreeNode copy = TreeNode.copyOf(spec.map());
    for (String name : HOST_NAMESPACES) {
      if (spec.has(name)) {
        copy.orCreate("securityContext").set(name, spec.get(name));
      }
    }
    return copy;
  }

  private static boolean isEmpty(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case Map<?, ?> map -> map.isEmpty();
      case List<?> list -> list.isEmpty();
      case String text -> text.isEmpty();
      default -> false;
    };
  }

  private static @Nullable Object shown(String type, @Nullable Object value) {
    if (type.startsWith("*")) {
      return value == null ? null : one(type.substring(1), value);
    }
    if (type.startsWith("[]")) {
      return value instanceof List<?> list ? each(type.substring(2), list) : null;
    }
    if (type.startsWith("{}")) {
      return value instanceof Map<?, ?> map ? entries(type.substring(2), map) : null;
    }
    return value == null ? zero(type) : one(type, value);
  }

  private static Object one(String type, Object value) {
    boolean isStruct = type.indexOf('.') >= 0;
    return isStruct && value instanceof Map<?, ?> map ? struct(type, TreeNode.view(map)) : value;
  }

  private static List<@Nullable Object> each(String type, List<?> list) {
    List<@Nullable Object> shown = new ArrayList<>();
    list.forEach(item -> shown.add(shown(type, item)));
    return shown;
  }

  private static Map<String, @Nullable Object> entries(String type, Map<?, ?> map) {
    Map<String, @Nullable Object> shown = new TreeMap<>();
    map.forEach((key, value) -> shown.put((String) key, shown(type, value)));
    return shown;
  }

  private static @Nullable Object zero(String type) {
    return switch (type) {
      case "string" -> "";
      case "bool" -> false;
      case "int" -> 0L;
      case "quantity" -> "0";
      case "time", "bytes", "any" -> null;
      default -> struct(type, TreeNode.empty());
    };
  }
}
