package dev.drover.server.auth;

import java.util.List;

/// The bearer tokens that the server accepts: fixed ones, and those that it issued for service
/// accounts.
final class BearerTokens {
  private final StaticTokens fixed;
  private final ServiceAccountTokens serviceAccounts;

  BearerTokens(StaticTokens fixed, ServiceAccountTokens serviceAccounts) {
    this.fixed = fixed;
    this.serviceAccounts = serviceAccounts;
  }

  /// Looks at a token.
  ///
  /// @param wanted the audiences of which it must be for one; fixed tokens are for the API server
  TokenResult check(String token, List<String> wanted) {
    List<String> ofApi =
        ServiceAccountTokens.API_AUDIENCES.stream().filter(wanted::contains).toList();
    return fixed
        .find(token)
        .filter(_ -> !ofApi.isEmpty())
        .<TokenResult>map(user -> new TokenResult.Good(Authenticator.authenticated(user), ofApi))
        .orElseGet(() -> serviceAccount(token, wanted));
  }

  private TokenResult serviceAccount(String token, List<String> wanted) {
    return switch (serviceAccounts.check(token, wanted)) {
      case TokenResult.Good(var user, var audiences) ->
          new TokenResult.Good(Authenticator.authenticated(user), audiences);
      case TokenResult.Unknown unknown -> unknown;
      case TokenResult.Bad bad -> bad;
    };
  }
}
