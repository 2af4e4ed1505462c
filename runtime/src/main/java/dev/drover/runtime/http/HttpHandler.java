package dev.drover.runtime.http;

/// Answers requests. Called by one thread per connection, any number at once.
@FunctionalInterface
public interface HttpHandler {
  /// The response to a request. An exception is logged and answered with 500.
  HttpResponse handle(HttpRequest request) throws Exception;
}
