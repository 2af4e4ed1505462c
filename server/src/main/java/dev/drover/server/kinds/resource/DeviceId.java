package dev.drover.server.kinds.resource;

import dev.drover.schema.TreeNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// A device that is allocated, or a share of it.
///
/// @param share empty when the whole device is
record DeviceId(String driver, String pool, String device, String share) {
  static DeviceId of(TreeNode node) {
    return new DeviceId(
        node.text("driver"), node.text("pool"), node.text("device"), node.text("shareID"));
  }

  /// As complaints show it.
  Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("Driver", driver);
    shown.put("Pool", pool);
    shown.put("Device", device);
    shown.put("ShareID", share);
    return shown;
  }
}
