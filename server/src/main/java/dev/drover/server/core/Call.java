package dev.drover.server.core;

import dev.drover.api.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One HTTP request, body included, after authentication.
///
/// @param method upper case
/// @param path decoded
/// @param query every value of every parameter, in order
/// @param headers by lower-case name
/// @param body empty when there was none
/// @param user the caller; after impersonation the impersonated user
public record Call(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, List<String>> headers,
    Bytes body,
    UserInfo user,
    RequestInfo info,
    CallNotes notes) {

  /// The first value of a query parameter.
  public Optional<String> parameter(String name) {
    return query.getOrDefault(name, List.of()).stream().findFirst();
  }

  /// The first value of a header, by its lower-case name.
  public Optional<String> header(String name) {
    return headers.getOrDefault(name, List.of()).stream().findFirst();
  }

  @Override
  public String toString() {
    return method + " " + path; // the rest may hold secrets
  }
}
