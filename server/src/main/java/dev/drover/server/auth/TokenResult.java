package dev.drover.server.auth;

import dev.drover.server.core.UserInfo;
import java.util.List;

/// The result of the verification of a bearer token.
sealed interface TokenResult {
  /// The token is good.
  ///
  /// @param audiences those of the wanted ones that it is for
  record Good(UserInfo user, List<String> audiences) implements TokenResult {}

  /// The token is unknown.
  record Unknown() implements TokenResult {}

  /// The token is one of ours, but not good, or not any more.
  ///
  /// @param problem why, as a token review tells it
  record Bad(String problem) implements TokenResult {}
}
