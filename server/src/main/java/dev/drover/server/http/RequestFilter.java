package dev.drover.server.http;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/// Admits requests, or answers them with an error.
public interface RequestFilter {
  /// The user of a request, after impersonation.
  ///
  /// @param headers by lower-case name
  /// @param chain the client's certificates, its own first; not yet verified
  /// @throws ApiError 401, or 403 without the permission to impersonate
  UserInfo identify(
      Map<String, List<String>> headers, List<X509Certificate> chain, RequestInfo request);

  /// The headers that the answer to a known user has, even when it is a refusal.
  Map<String, String> headers(UserInfo user, RequestInfo request);

  /// Refuses what the user may not do.
  ///
  /// @throws ApiError 403
  void require(UserInfo user, RequestInfo request);
}
