package dev.drover.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/// Turns requests into WebSockets.
///
/// @param executor runs the threads that write to them
record WebSockets(WebSocketMappings mappings, Executor executor) {
  private static final String TOKEN_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

  static WebSockets of(Server jetty, Executor executor) {
    return new WebSockets(
        new WebSocketMappings(WebSocketServerComponents.ensureWebSocketComponents(jetty)),
        executor);
  }

  /// Whether a client asks for one.
  static boolean isAskedFor(Map<String, List<String>> headers) {
    return contains(headers, "upgrade", "websocket") && contains(headers, "connection", "upgrade");
  }

  private static boolean contains(Map<String, List<String>> headers, String name, String token) {
    return headers.getOrDefault(name, List.of()).stream()
        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(token));
  }

  /// Turns the request into a WebSocket, or answers why not: like Kubernetes, with a status alone.
  ///
  /// @param callback completed in either case
  /// @return whether it is one now
  boolean upgrade(
      WatchSocket socket,
      Map<String, List<String>> headers,
      Request request,
      Response response,
      Callback callback) {
    List<String> protocols = protocols(headers);
    if (protocols.size() > 1 || !headers.containsKey("origin")) {
      response.setStatus(protocols.size() > 1 ? 400 : 403);
      callback.succeeded();
      return false;
    }
    boolean isHandled =
        mappings.upgrade(
            (_, answer, _) -> {
              answer.setExtensions(List.of());
              protocols.forEach(answer::setAcceptedSubProtocol);
              return socket;
            },
            request,
            response,
            callback,
            null);
    if (!isHandled) {
      response.setStatus(400);
      callback.succeeded();
    }
    return isHandled;
  }

  /// The protocols that a client offers; one may be its credentials in disguise.
  private static List<String> protocols(Map<String, List<String>> headers) {
    List<String> protocols = new ArrayList<>();
    for (String header : headers.getOrDefault("sec-websocket-protocol", List.of())) {
      for (String protocol : header.split(",")) {
        if (!protocol.isBlank() && !protocol.strip().startsWith(TOKEN_PROTOCOL)) {
          protocols.add(protocol.strip());
        }
      }
    }
    return protocols;
  }
}
