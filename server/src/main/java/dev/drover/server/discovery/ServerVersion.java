package dev.drover.server.discovery;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import java.util.Locale;
import java.util.Map;

/// Serves `/version`: the release of Kubernetes that this server stands in for, marked as ours
/// after the plus sign, as build metadata.
public final class ServerVersion implements Endpoint {
  private final String json;

  /// @param release such as `v1.36.3`
  public ServerVersion(String release) {
    String[] parts = release.substring(1).split("\\.");
    int minor = Integer.parseInt(parts[1]);
    this.json =
        """
        {
          "major": "%1$s",
          "minor": "%2$d",
          "emulationMajor": "%1$s",
          "emulationMinor": "%2$d",
          "minCompatibilityMajor": "%1$s",
          "minCompatibilityMinor": "%3$d",
          "gitVersion": "%4$s+drover",
          "gitCommit": "",
          "gitTreeState": "clean",
          "buildDate": "1970-01-01T00:00:00Z",
          "goVersion": "java%5$d",
          "compiler": "javac",
          "platform": "%6$s/%7$s"
        }\
        """
            .formatted(
                parts[0],
                minor,
                minor - 1,
                release,
                Runtime.version().feature(),
                System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-'),
                System.getProperty("os.arch"));
  }

  @Override
  public Answer serve(Call call) {
    if (!call.method().equals("GET")) {
      throw ApiError.noSuchMethod();
    }
    return new Answer.Content(200, "application/json", Bytes.ofUtf8(json), Map.of());
  }
}
