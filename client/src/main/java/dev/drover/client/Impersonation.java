package dev.drover.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The user to act as: the server checks that the caller may impersonate it, and then treats the
/// requests as those of that user.
///
/// ```java
/// ClientConfig.load().with(config -> config.impersonate(Impersonation.of("jane").withGroups("viewers")));
/// ```
///
/// @param user the name to act as
/// @param uid the uid to act with
/// @param groups the groups to act with
/// @param extra further attributes of the user, each with its values
public record Impersonation(
    String user, @Nullable String uid, List<String> groups, Map<String, List<String>> extra) {

  public Impersonation {
    if (user.isEmpty()) {
      throw new ConfigException(
          "impersonation needs a user: uid, groups and extra values alone are not enough");
    }
    groups = List.copyOf(groups);
    Map<String, List<String>> copy = new LinkedHashMap<>();
    extra.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    extra = Collections.unmodifiableMap(copy);
  }

  /// Acts as a user without groups.
  public static Impersonation of(String user) {
    return new Impersonation(user, null, List.of(), Map.of());
  }

  /// The same with a uid.
  public Impersonation withUid(String newUid) {
    return new Impersonation(user, newUid, groups, extra);
  }

  /// The same in these groups.
  public Impersonation withGroups(String... newGroups) {
    return new Impersonation(user, uid, List.of(newGroups), extra);
  }

  /// The same with these further attributes.
  public Impersonation withExtra(Map<String, List<String>> newExtra) {
    return new Impersonation(user, uid, groups, newExtra);
  }
}
