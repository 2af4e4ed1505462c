package dev.drover.server.http;

import dev.drover.server.core.ActingUser;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.flowcontrol.Flow;
import dev.drover.server.flowcontrol.Seat;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Admits requests, or answers them with an error.
public interface RequestFilter {
  /// The caller of a request.
  ///
  /// @param headers by lower-case name
  /// @param chain the client's certificates, its own first; not yet verified
  /// @throws ApiError 401
  UserInfo authenticate(Map<String, List<String>> headers, List<X509Certificate> chain);

  /// The user for whom the caller makes the request.
  ///
  /// @param headers by lower-case name
  /// @throws ApiError 403 without the permission to impersonate
  ActingUser impersonate(UserInfo caller, RequestInfo request, Map<String, List<String>> headers);

  /// To which flow a request belongs; empty if it is not limited.
  Optional<Flow> flow(UserInfo user, RequestInfo request);

  /// Waits for the turn of a request.
  ///
  /// @return empty if there are too many
  Optional<Seat> await(Flow flow) throws InterruptedException;

  /// Refuses what the user may not do.
  ///
  /// @param notes where the decision is noted
  /// @throws ApiError 403
  void require(UserInfo user, RequestInfo request, CallNotes notes);
}
