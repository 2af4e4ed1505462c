package dev.drover.server.custom;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.webhook.HookClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns objects of one version of a custom kind into another.
interface Conversion {
  /// Gives the object as one of a version, which may be the one it is in.
  ///
  /// @throws ApiError when that cannot be done
  Map<String, @Nullable Object> convert(Map<String, @Nullable Object> object, String apiVersion);

  /// The conversion that a definition asks for.
  ///
  /// @param hooks calls the webhook, if there is one
  static Conversion of(Definition definition, HookClient hooks) {
    TreeNode conversion = definition.spec().at("conversion");
    return conversion.text("strategy").equals("Webhook")
        ? new WebhookConversion(conversion.at("webhook"), hooks)
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
}
