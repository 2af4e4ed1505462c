package dev.drover.runtime.http;

import dev.drover.api.Bytes;
import dev.drover.client.Headers;

/// A request that has arrived in full, or whose body is larger than the listener accepts.
///
/// @param method such as `GET`
/// @param path decoded, without the query
/// @param query without `?`, not decoded; empty if there is none
/// @param body the whole body; its beginning if the body is too large
/// @param isBodyTooLarge whether the body is larger than the listener accepts
public record HttpRequest(
    String method,
    String path,
    String query,
    Headers headers,
    Bytes body,
    boolean isBodyTooLarge) {}
