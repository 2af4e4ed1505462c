package dev.drover.server.rules;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value as Kubernetes shows it in a complaint about a whole struct: the JSON of its internal
/// type, which has Go's names for the fields and leaves none out.
public final class InternalForm {
  /// Names that are not just capitalised.
  private static final Map<String, String> GO_NAMES =
      Map.ofEntries(
          Map.entry("apiGroup", "APIGroup"),
          Map.entry("apiVersion", "APIVersion"),
          Map.entry("awsElasticBlockStore", "AWSElasticBlockStore"),
          Map.entry("cidr", "CIDR"),
          Map.entry("csi", "CSI"),
          Map.entry("fc", "FC"),
          Map.entry("fsType", "FSType"),
          Map.entry("gcePersistentDisk", "GCEPersistentDisk"),
          Map.entry("ip", "IP"),
          Map.entry("ipBlock", "IPBlock"),
          Map.entry("iqn", "IQN"),
          Map.entry("iscsi", "ISCSI"),
          Map.entry("nfs", "NFS"),
          Map.entry("rbd", "RBD"),
          Map.entry("seLinuxOptions", "SELinuxOptions"),
          Map.entry("storageos", "StorageOS"),
          Map.entry("uid", "UID"),
          Map.entry("url", "URL"));

  private InternalForm() {}

  /// The internal form of a struct.
  ///
  /// @param type a type of the table, such as `core/v1.ObjectReference`
  public static Map<String, @Nullable Object> of(String type, TreeNode value) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    for (FieldEntry field : SchemaTable.builtIn().type(type).orElseThrow().fields()) {
      shown.put(goName(field.name()), shown(field, value.get(field.name())));
    }
    return shown;
  }

  private static String goName(String name) {
    return GO_NAMES.getOrDefault(
        name, name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static @Nullable Object shown(FieldEntry field, @Nullable Object value) {
    String base = field.type().base();
    return switch (field.type().container()) {
      case VALUE -> value == null ? zero(base) : one(base, value);
      case POINTER -> value == null ? null : one(base, value);
      case LIST -> value instanceof List<?> list ? each(base, list) : null;
      case MAP -> value;
    };
  }

  private static List<@Nullable Object> each(String base, List<?> list) {
    List<@Nullable Object> shown = new ArrayList<>();
    list.forEach(item -> shown.add(item == null ? null : one(base, item)));
    return shown;
  }

  /// Types of `meta/v1` have no internal twin.
  private static Object one(String base, Object value) {
    boolean isInternal = base.indexOf('/') >= 0 && !base.startsWith("meta/");
    return isInternal && value instanceof Map<?, ?> map ? of(base, TreeNode.view(map)) : value;
  }

  private static @Nullable Object zero(String base) {
    return switch (base) {
      case "string" -> "";
      case "bool" -> false;
      case "int32", "int64", "double", "intorstring" -> 0L;
      case "quantity" -> "0";
      default -> base.indexOf('/') < 0 ? null : of(base, TreeNode.empty());
    };
  }
}
