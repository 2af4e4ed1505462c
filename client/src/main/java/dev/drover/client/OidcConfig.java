package dev.drover.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The `oidc` auth-provider of a kubeconfig: tokens of an OpenID Connect identity provider.
///
/// @param client the program's registration at the identity provider
/// @param authority the CAs of the identity provider; without, the JDK's trust store
/// @param tokens of the kubeconfig
/// @param user where new tokens are written; null if the kubeconfig is no file
/// @param proxies on the way to the identity provider
/// @param place what messages call the entry
record OidcConfig(
    Registration client,
    @Nullable PemSource authority,
    Tokens tokens,
    @Nullable KubeconfigUser user,
    ProxyVariables proxies,
    String place) {
  static final String NAME = "oidc";
  static final String ID_TOKEN = "id-token";
  static final String REFRESH_TOKEN = "refresh-token";

  /// The registration of a client.
  ///
  /// @param issuer the address of the identity provider
  /// @param id of the client
  /// @param secret of the client; empty for a public client
  record Registration(String issuer, String id, String secret) {
    @Override
    public String toString() {
      return "Registration[" + issuer + ", " + id + "]";
    }
  }

  /// A pair of tokens; those that are missing are empty.
  record Tokens(String id, String refresh) {
    @Override
    public String toString() {
      return "Tokens[...]";
    }
  }

  /// Reads the `auth-provider` of a user.
  ///
  /// @param provider the field
  static OidcConfig of(Fields provider, @Nullable KubeconfigUser user, String place) {
    Fields config = provider.inside("config");
    if (config == null) {
      throw provider.wrong("config", "is missing; it needs idp-issuer-url and client-id");
    }
    Registration client =
        new Registration(
            required(config, "idp-issuer-url", "names the identity provider"),
            required(config, "client-id", "is what the identity provider calls this program"),
            orEmpty(config.text("client-secret")));
    ServerAddress.check(
        ServerAddress.parse(client.issuer(), config.place()), config.place() + ", idp-issuer-url");
    // Relative to the working directory, as client-go has it for this field alone.
    PemSource authority =
        ClusterEntry.pem(config, Path.of("").toAbsolutePath(), "idp-certificate-authority");
    Tokens tokens = tokens(config);
    if (tokens.id().isEmpty() && tokens.refresh().isEmpty()) {
      throw config.wrong(ID_TOKEN, "and refresh-token are both missing; log in first");
    }
    return new OidcConfig(client, authority, tokens, user, ProxyVariables.NONE, place);
  }

  static Tokens tokens(Fields config) {
    return new Tokens(orEmpty(config.text(ID_TOKEN)), orEmpty(config.text(REFRESH_TOKEN)));
  }

  private static String required(Fields config, String name, String why) {
    String value = config.text(name);
    if (value == null) {
      throw config.wrong(name, "is missing; it " + why);
    }
    return value;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  OidcConfig through(ProxyVariables changed) {
    return new OidcConfig(client, authority, tokens, user, changed, place);
  }

  @Override
  public String toString() {
    return "OidcConfig[" + client.issuer() + ", " + place + "]";
  }
}
