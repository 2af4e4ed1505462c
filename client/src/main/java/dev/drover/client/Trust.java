package dev.drover.client;

import org.jspecify.annotations.Nullable;

/// Decides which servers are trusted.
///
/// @param authority the certificates of the CAs; without, the JDK's trust store
/// @param insecure whether every server is trusted
/// @param serverName the name that the server's certificate must have; without, the host's
record Trust(@Nullable PemSource authority, boolean insecure, @Nullable String serverName) {
  /// The JDK's trust store.
  static final Trust JDK = new Trust(null, false, null);

  Trust withAuthority(@Nullable PemSource changed) {
    return new Trust(changed, insecure, serverName);
  }

  Trust withInsecure(boolean changed) {
    return new Trust(authority, changed, serverName);
  }

  Trust withServerName(@Nullable String changed) {
    return new Trust(authority, insecure, changed);
  }

  /// @throws ConfigException when the parts contradict each other
  Trust checked(String source) {
    if (authority != null && insecure) {
      throw new ConfigException(
          source
              + " has a CA and also says to trust every server (insecure-skip-tls-verify);"
              + " remove one of them");
    }
    return this;
  }
}
