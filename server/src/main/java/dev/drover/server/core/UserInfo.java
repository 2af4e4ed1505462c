package dev.drover.server.core;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The authenticated user of a call.
///
/// @param extra further facts by key, such as the id of a credential
public record UserInfo(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  public static final String ANONYMOUS = "system:anonymous";
  public static final String AUTHENTICATED_GROUP = "system:authenticated";
  public static final String UNAUTHENTICATED_GROUP = "system:unauthenticated";
  public static final String MASTERS_GROUP = "system:masters";

  /// The server itself.
  public static final UserInfo SERVER =
      of("system:apiserver", List.of(MASTERS_GROUP, AUTHENTICATED_GROUP));

  public UserInfo {
    groups = List.copyOf(groups);
    extra = Map.copyOf(new TreeMap<>(extra));
  }

  public static UserInfo of(String name, List<String> groups) {
    return new UserInfo(name, "", groups, Map.of());
  }
}
