/// HTTP for the server: listening, TLS, requests and their meaning, formats, the writing of
/// answers.
///
/// Reading order, along the way of a request: [HttpListener], `Exchange`, `RequestReader`,
/// [Negotiation], `Responder`.
@NullMarked
package dev.drover.server.http;

import org.jspecify.annotations.NullMarked;
