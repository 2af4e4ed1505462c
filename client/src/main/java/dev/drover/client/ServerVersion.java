package dev.drover.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version of an API server.
///
/// In Go: {@index version.Info}.
///
/// @param major the first number of the version
/// @param minor the second
/// @param patch the third
/// @param gitVersion the whole version, such as `v1.36.3` or `v1.33.5-gke.1080000`
/// @param gitCommit the commit it was built from
/// @param buildDate when it was built
/// @param goVersion the Go it was built with
/// @param platform the system it runs on, such as `linux/amd64`
public record ServerVersion(
    int major,
    int minor,
    int patch,
    String gitVersion,
    String gitCommit,
    String buildDate,
    String goVersion,
    String platform) {
  private static final Pattern NUMBERS =
      Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:\\.(\\d{1,9}))?.*");

  static ServerVersion of(JsonAnswer answer) {
    String gitVersion = answer.text("gitVersion");
    Matcher numbers = NUMBERS.matcher(gitVersion);
    if (!numbers.matches()) {
      throw new RequestFailedException(
          answer.place() + ": unable to parse the server version '" + gitVersion + "'", null);
    }
    String patch = numbers.group(3);
    return new ServerVersion(
        Integer.parseInt(numbers.group(1)),
        Integer.parseInt(numbers.group(2)),
        patch == null ? 0 : Integer.parseInt(patch),
        gitVersion,
        answer.text("gitCommit"),
        answer.text("buildDate"),
        answer.text("goVersion"),
        answer.text("platform"));
  }

  /// Whether the server is of this release or a later one.
  public boolean isAtLeast(int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }

  /// The whole version, such as `v1.36.3`.
  @Override
  public String toString() {
    return gitVersion;
  }
}
