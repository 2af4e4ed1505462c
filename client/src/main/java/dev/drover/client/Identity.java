package dev.drover.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The configured credentials, before any file is read or program run.
///
/// @param certificate of the client, with the certificates between it and the CA
/// @param key the private key for it
/// @param token sent as bearer token
/// @param tokenFile holds the bearer token, wins over `token` once it was read
/// @param username for basic authentication
/// @param password for basic authentication
/// @param exec the program that gives credentials
/// @param oidc the identity provider that gives tokens
/// @param impersonation the user to act as
record Identity(
    @Nullable PemSource certificate,
    @Nullable PemSource key,
    @Nullable String token,
    @Nullable Path tokenFile,
    @Nullable String username,
    @Nullable String password,
    @Nullable ExecConfig exec,
    @Nullable OidcConfig oidc,
    @Nullable Impersonation impersonation) {
  /// No credentials.
  static final Identity ANONYMOUS =
      new Identity(null, null, null, null, null, null, null, null, null);

  Identity withCertificate(PemSource changed, PemSource itsKey) {
    return new Identity(
        changed, itsKey, token, tokenFile, username, password, exec, oidc, impersonation);
  }

  Identity withToken(String changed) {
    return new Identity(
        certificate, key, changed, tokenFile, username, password, exec, oidc, impersonation);
  }

  Identity withTokenFile(Path changed) {
    return new Identity(
        certificate, key, token, changed, username, password, exec, oidc, impersonation);
  }

  Identity withBasic(String name, String secret) {
    return new Identity(
        certificate, key, token, tokenFile, name, secret, exec, oidc, impersonation);
  }

  Identity withImpersonation(@Nullable Impersonation changed) {
    return new Identity(
        certificate, key, token, tokenFile, username, password, exec, oidc, changed);
  }

  Identity withOidc(@Nullable OidcConfig changed) {
    return new Identity(
        certificate, key, token, tokenFile, username, password, exec, changed, impersonation);
  }

  /// @throws ConfigException when the parts contradict each other
  Identity checked(String source) {
    if (hasToken() && hasBasic()) {
      throw new ConfigException(
          source + " has a token and also a user name or password; remove one of them");
    }
    String problem = token == null ? null : HeaderCredentials.problemOf(token);
    if (problem != null) {
      throw new ConfigException("the token of " + source + " " + problem);
    }
    if (impersonation != null) {
      HeaderCredentials.check(impersonation, source);
    }
    return this;
  }

  boolean hasToken() {
    return token != null || tokenFile != null;
  }

  boolean hasBasic() {
    return username != null || password != null;
  }

  boolean hasCertificate() {
    return certificate != null;
  }

  /// What is there, without its values.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (certificate != null) {
      text.append(", certificate from ").append(certificate.describe());
    }
    if (tokenFile != null) {
      text.append(", token from ").append(tokenFile);
    } else if (token != null) {
      text.append(", token");
    }
    if (hasBasic()) {
      text.append(", user name and password");
    }
    if (exec != null) {
      text.append(", credentials from the program '").append(exec.command()).append('\'');
    }
    if (oidc != null) {
      text.append(", tokens of the identity provider ").append(oidc.client().issuer());
    }
    if (impersonation != null) {
      text.append(", acting as '").append(impersonation.user()).append('\'');
    }
    return text.isEmpty() ? "anonymous" : text.substring(2);
  }
}
