package dev.drover.client;

import dev.drover.api.Status;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads from a 403 which RBAC rule would have allowed the request.
final class MissingRule {
  private static final Pattern SENTENCE =
      Pattern.compile(
          "User \"([^\"]*)\" cannot (\\S+) resource \"([^\"]*)\" in API group \"([^\"]*)\""
              + "(?: in the namespace \"([^\"]*)\")?");

  private static final Pattern PATH =
      Pattern.compile("User \"([^\"]*)\" cannot (\\S+) path \"([^\"]*)\"");

  private MissingRule() {}

  /// ` (needs ...)`, or nothing when the status does not have the authorizer's words.
  static String hint(Status status) {
    Matcher words = SENTENCE.matcher(Objects.toString(status.message(), ""));
    if (!words.find()) {
      return ofPath(status);
    }
    String namespace = words.group(5);
    return " (needs the RBAC rule {apiGroups: [\""
        + words.group(4)
        + "\"], resources: [\""
        + words.group(3)
        + "\"], verbs: ["
        + verbs(words.group(2))
        + "]} in a "
        + (namespace == null ? "ClusterRole" : "Role of namespace " + namespace)
        + " bound to "
        + words.group(1)
        + ")";
  }

  /// A cache, [ResourceClient#await] and a [RetryWatcher] need both verbs: with one of them alone
  /// the next 403 would follow.
  private static String verbs(String refused) {
    return switch (refused) {
      case "list", "watch" -> "\"list\", \"watch\"";
      default -> "\"" + refused + "\"";
    };
  }

  private static String ofPath(Status status) {
    Matcher words = PATH.matcher(Objects.toString(status.message(), ""));
    if (!words.find()) {
      return "";
    }
    return " (needs the RBAC rule {nonResourceURLs: [\""
        + words.group(3)
        + "\"], verbs: [\""
        + words.group(2)
        + "\"]} in a ClusterRole bound to "
        + words.group(1)
        + ")";
  }
}
