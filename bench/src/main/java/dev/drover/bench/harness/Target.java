package dev.drover.bench.harness;

import dev.drover.client.ClientConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The API server that contenders read from, with the credentials for it.
///
/// @param token empty = none
/// @param authority the file with the authority that signed the server's certificate
/// @param insecure whether any certificate will do
public record Target(URI server, String token, Optional<Path> authority, boolean insecure) {
  /// Hands the token to a process, so that it is not among its arguments.
  static final String TOKEN = "DROVER_BENCH_TOKEN";

  public static final Set<String> OPTIONS = Set.of("server", "token", "ca");
  public static final String INSECURE = "insecure";

  public static Target of(Access access) throws IOException {
    return new Target(access.server(), access.token(), Optional.of(access.authority()), false);
  }

  /// Empty when the arguments name no server.
  public static Optional<Target> of(Arguments arguments) {
    return arguments
        .find("server")
        .map(
            server ->
                new Target(
                    URI.create(server),
                    arguments
                        .find("token")
                        .or(() -> Optional.ofNullable(System.getenv(TOKEN)))
                        .orElse(""),
                    arguments.find("ca").map(Path::of),
                    arguments.has(INSECURE)));
  }

  public Target withToken(String changed) {
    return new Target(server, changed, authority, insecure);
  }

  /// As arguments of a process, all but the token.
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--server", server.toString()));
    authority.ifPresent(file -> arguments.addAll(List.of("--ca", file.toString())));
    if (insecure) {
      arguments.add("--" + INSECURE);
    }
    return arguments;
  }

  /// The configuration of our client.
  public ClientConfig config(boolean gzip) {
    return ClientConfig.of(server)
        .with(
            config -> {
              config
                  .insecureSkipTlsVerify(insecure)
                  .credentialsOverHttp(true) // the server of the events has no secrets
                  .compression(gzip);
              authority.ifPresent(config::certificateAuthority);
              if (!token.isEmpty()) {
                config.token(token);
              }
            });
  }
}
