package dev.drover.server.kinds.resource;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The two shapes of `resource.k8s.io/v1beta1` that later versions changed.
///
/// | in `v1beta1` | since then |
/// |---|---|
/// | a request says itself what it wants | in `exactly` |
/// | a device has its properties in `basic` | itself |
///
/// Functions take and give the content of an object; `apiVersion` is the caller's matter.
public final class V1Beta1Conversion {
  public static final V1Beta1Conversion CLAIM =
      new V1Beta1Conversion(
          object -> requests(object.at("spec"), V1Beta1Conversion::nest),
          object -> requests(object.at("spec"), V1Beta1Conversion::flatten));
  public static final V1Beta1Conversion CLAIM_TEMPLATE =
      new V1Beta1Conversion(
          object -> requests(object.at("spec").at("spec"), V1Beta1Conversion::nest),
          object -> requests(object.at("spec").at("spec"), V1Beta1Conversion::flatten));
  public static final V1Beta1Conversion SLICE =
      new V1Beta1Conversion(
          object -> object.at("spec").items("devices").forEach(V1Beta1Conversion::unpack),
          object -> object.at("spec").items("devices").forEach(V1Beta1Conversion::pack));

  private static final List<String> DETAILS =
      List.of(
          "deviceClassName",
          "selectors",
          "allocationMode",
          "count",
          "adminAccess",
          "tolerations",
          "capacity");
  private static final Set<String> DEVICE_ITSELF = Set.of("name", "basic");

  private final Consumer<TreeNode> upgrade;
  private final Consumer<TreeNode> downgrade;

  private V1Beta1Conversion(Consumer<TreeNode> upgrade, Consumer<TreeNode> downgrade) {
    this.upgrade = upgrade;
    this.downgrade = downgrade;
  }

  /// From `v1beta1` to the shape of today.
  public Map<String, @Nullable Object> toV1(Map<String, @Nullable Object> tree) {
    return changed(tree, upgrade);
  }

  /// Back to `v1beta1`.
  public Map<String, @Nullable Object> fromV1(Map<String, @Nullable Object> tree) {
    return changed(tree, downgrade);
  }

  private static Map<String, @Nullable Object> changed(
      Map<String, @Nullable Object> tree, Consumer<TreeNode> change) {
    TreeNode copy = TreeNode.copyOf(tree);
    change.accept(copy);
    return copy.map();
  }

  private static void requests(TreeNode spec, Consumer<TreeNode> change) {
    spec.at("devices").items("requests").forEach(change);
  }

  private static void nest(TreeNode request) {
    if (request.text("deviceClassName").isEmpty()) {
      request.remove("deviceClassName"); // the only detail that is written down when it is not set
    }
    if (DETAILS.stream().anyMatch(request::has)) {
      move(request, request.orCreate("exactly"), DETAILS);
    }
  }

  private static void flatten(TreeNode request) {
    request
        .child("exactly")
        .ifPresent(
            exactly -> {
              request.remove("exactly");
              move(exactly, request, DETAILS);
            });
    request.setDefault("deviceClassName", "");
  }

  private static void unpack(TreeNode device) {
    device
        .child("basic")
        .ifPresent(
            basic -> {
              device.remove("basic");
              move(basic, device, List.copyOf(basic.map().keySet()));
            });
  }

  private static void pack(TreeNode device) {
    List<String> properties =
        device.map().keySet().stream().filter(name -> !DEVICE_ITSELF.contains(name)).toList();
    move(device, device.orCreate("basic"), properties);
  }

  private static void move(TreeNode from, TreeNode to, List<String> names) {
    for (String name : names) {
      if (from.has(name)) {
        to.set(name, from.get(name));
        from.remove(name);
      }
    }
  }
}
