/// HTTP for the server: listening, TLS, request parsing, content negotiation, writing responses.
/// The only package that uses Jetty.
///
/// Reading order, along the path of a request: [HttpListener], `Exchange`, `RequestReader`,
/// [Negotiation], `Responder`; for streams [OpenStreams] and `WatchSocket`.
@NullMarked
package dev.drover.server.http;

import org.jspecify.annotations.NullMarked;
