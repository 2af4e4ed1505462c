package dev.drover.server.http;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/// Lets requests in, or not.
@FunctionalInterface
public interface Gate {
  /// Who makes a request, after impersonation, once it is clear that they may.
  ///
  /// @param headers by lower-case name
  /// @param chain the client's certificates, its own first; nobody has verified them yet
  /// @throws ApiError 401 or 403
  UserInfo enter(
      Map<String, List<String>> headers, List<X509Certificate> chain, RequestInfo request);
}
