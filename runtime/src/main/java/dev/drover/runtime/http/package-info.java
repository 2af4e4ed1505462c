/// A small HTTP/1.1 server for webhooks, health and metrics. Not for users.
///
/// Reading order: an `HttpListener` accepts connections and keeps their number within the limit; an
/// `HttpConnection` reads requests (`RequestReader`), hands each to a `HttpHandler` and writes the
/// `HttpResponse`. `ServingCertificate` is the certificate of a listener that speaks TLS.
@NullMarked
package dev.drover.runtime.http;

import org.jspecify.annotations.NullMarked;
