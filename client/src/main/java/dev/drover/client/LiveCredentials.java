package dev.drover.client;

import org.jspecify.annotations.Nullable;

/// The credentials of a [ClientConfig] that change while the program runs: certificates and tokens
/// from files and programs. Configurations that differ only in other settings share them, so that
/// they do not each run a program for credentials.
record LiveCredentials(TlsSettings tls, Credentials credentials) {
  /// The credentials of a configuration.
  ///
  /// @param origin the configuration that it is a changed copy of; null if it is none
  static LiveCredentials of(ClientConfig config, @Nullable ClientConfig origin) {
    return origin != null && haveSameCredentials(config, origin) ? origin.live() : of(config);
  }

  private static boolean haveSameCredentials(ClientConfig one, ClientConfig other) {
    return one.server().equals(other.server())
        && one.source().equals(other.source())
        && one.proxy().equals(other.proxy())
        && one.credentialsOverHttp() == other.credentialsOverHttp()
        && one.timeouts().credentials().equals(other.timeouts().credentials())
        && one.clock().equals(other.clock())
        && one.trust().equals(other.trust())
        && one.identity().equals(other.identity());
  }

  private static LiveCredentials of(ClientConfig config) {
    boolean canSend = "https".equals(config.server().getScheme()) || config.credentialsOverHttp();
    ExecPlugin plugin = ExecPlugin.forConfig(config);
    return new LiveCredentials(
        new TlsSettings(
            config.server(),
            config.trust(),
            config.identity(),
            plugin,
            config.source(),
            config.clock()),
        HeaderCredentials.of(
            config.identity(), plugin, OidcProvider.forConfig(config), canSend, config.clock()));
  }
}
