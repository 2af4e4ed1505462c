package dev.drover.server.core;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A user as reviews and webhooks show it: `authentication/v1.UserInfo`.
public final class UserTree {
  private UserTree() {}

  public static Map<String, @Nullable Object> of(UserInfo user) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    putText(tree, "username", user.name());
    putText(tree, "uid", user.uid());
    if (!user.groups().isEmpty()) {
      tree.put("groups", user.groups());
    }
    if (!user.extra().isEmpty()) {
      tree.put("extra", new TreeMap<>(user.extra()));
    }
    return tree;
  }

  private static void putText(Map<String, @Nullable Object> tree, String name, String value) {
    if (!value.isEmpty()) {
      tree.put(name, value);
    }
  }
}
