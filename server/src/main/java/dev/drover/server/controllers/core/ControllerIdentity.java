package dev.drover.server.controllers.core;

import dev.drover.server.core.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The user and component of a controller.
///
/// @param component the source of its events, and the owner of the fields that it writes
public record ControllerIdentity(UserInfo user, String component) {
  /// How controllers are called in their events, where that is not the name of their account.
  private static final Map<String, String> COMPONENTS =
      Map.of(
          "daemon-set-controller", "daemonset-controller",
          "disruption-controller", "controllermanager",
          "endpointslice-controller", "endpoint-slice-controller",
          "generic-garbage-collector", "garbage-collector-controller",
          "persistent-volume-binder", "persistentvolume-controller");

  /// A service account of kube-controller-manager.
  public static ControllerIdentity serviceAccount(String account) {
    return new ControllerIdentity(
        UserInfo.of(
            "system:serviceaccount:kube-system:" + account,
            List.of(
                "system:serviceaccounts",
                "system:serviceaccounts:kube-system",
                UserInfo.AUTHENTICATED_GROUP)),
        COMPONENTS.getOrDefault(account, account));
  }

  /// A component with a user of its own, such as `system:kube-scheduler`.
  public static ControllerIdentity component(String user, String component, String... groups) {
    List<String> all = new ArrayList<>(List.of(groups));
    all.add(UserInfo.AUTHENTICATED_GROUP);
    return new ControllerIdentity(UserInfo.of(user, all), component);
  }

  /// The owner of the fields that are written.
  String fieldManager() {
    return user.name().startsWith("system:serviceaccount:") ? "kube-controller-manager" : component;
  }
}
