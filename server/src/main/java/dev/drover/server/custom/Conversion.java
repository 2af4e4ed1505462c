package dev.drover.server.custom;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns objects of one version of a custom kind into another.
interface Conversion {
  /// Gives the object as one of a version, which may be the one it is in.
  ///
  /// @throws ApiError when that cannot be done
  Map<String, @Nullable Object> convert(Map<String, @Nullable Object> object, String apiVersion);

  /// The conversion that a definition asks for.
  static Conversion of(Definition definition) {
    return definition.spec().at("conversion").text("strategy").equals("Webhook")
        ? new ByWebhook()
        : new ByName();
  }

  /// Versions differ in name only.
  final class ByName implements Conversion {
    @Override
    public Map<String, @Nullable Object> convert(
        Map<String, @Nullable Object> object, String apiVersion) {
      return apiVersion.equals(object.get("apiVersion"))
          ? object
          : TreeNode.copyOf(object).set("apiVersion", apiVersion).map();
    }
  }

  /// A conversion webhook would convert; this server does not call it.
  final class ByWebhook implements Conversion {
    @Override
    public Map<String, @Nullable Object> convert(
        Map<String, @Nullable Object> object, String apiVersion) {
      if (apiVersion.equals(object.get("apiVersion"))) {
        return object;
      }
      throw ApiError.internal(
          "conversion webhook for %s, Kind=%s failed: this server does not call conversion webhooks"
              .formatted(object.get("apiVersion"), object.get("kind")));
    }
  }
}
