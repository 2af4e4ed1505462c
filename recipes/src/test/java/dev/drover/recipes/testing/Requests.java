package dev.drover.recipes.testing;

import dev.drover.client.Transport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Remembers the requests of a client, without watches, leases and events.
public final class Requests implements Transport.Layer {
  private final List<String> seen = new CopyOnWriteArrayList<>();

  @Override
  public Transport.Response send(Transport.Request request, Transport next) throws IOException {
    if (!isBackground(request)) {
      seen.add(request.toString());
    }
    return next.send(request);
  }

  public static boolean isBackground(Transport.Request request) {
    return request.longRunning()
        || request.target().contains("watch=")
        || request.target().contains("/events")
        || request.target().contains("/leases");
  }

  public List<String> all() {
    return List.copyOf(seen);
  }

  public List<String> writes() {
    return seen.stream().filter(line -> !line.startsWith("GET")).toList();
  }

  public void clear() {
    seen.clear();
  }
}
