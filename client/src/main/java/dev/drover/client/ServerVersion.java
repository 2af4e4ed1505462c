package dev.drover.client;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The version of an API server.
///
/// ```java
/// ServerVersion server = client.discovery().serverVersion();
/// if (!server.isAtLeast(1, 30)) { LOG.warn("{} is not tested", server.gitVersion()); }
/// ```
///
/// In Go: {@index version.Info}.
public final class ServerVersion {
  private static final Pattern NUMBERS =
      Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:\\.(\\d{1,9}))?.*");

  private final int major;
  private final int minor;
  private final int patch;
  private final String gitVersion;
  private final String gitCommit;
  private final String buildDate;
  private final String goVersion;
  private final String platform;

  ServerVersion(
      int major,
      int minor,
      int patch,
      String gitVersion,
      String gitCommit,
      String buildDate,
      String goVersion,
      String platform) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
    this.gitVersion = gitVersion;
    this.gitCommit = gitCommit;
    this.buildDate = buildDate;
    this.goVersion = goVersion;
    this.platform = platform;
  }

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

  /// The first number of the version.
  public int major() {
    return major;
  }

  /// The second.
  public int minor() {
    return minor;
  }

  /// The third.
  public int patch() {
    return patch;
  }

  /// The whole version, such as `v1.36.3` or `v1.33.5-gke.1080000`.
  public String gitVersion() {
    return gitVersion;
  }

  /// The commit it was built from.
  public String gitCommit() {
    return gitCommit;
  }

  /// When it was built.
  public String buildDate() {
    return buildDate;
  }

  /// The Go it was built with.
  public String goVersion() {
    return goVersion;
  }

  /// The system it runs on, such as `linux/amd64`.
  public String platform() {
    return platform;
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

  private List<Object> parts() {
    return List.of(major, minor, patch, gitVersion, gitCommit, buildDate, goVersion, platform);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ServerVersion that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }
}
