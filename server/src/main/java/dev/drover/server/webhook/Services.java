package dev.drover.server.webhook;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// The local ports that take the place of services, because there is no cluster network here.
///
/// Safe for any number of threads.
public final class Services {
  private final Map<String, Integer> ports = new ConcurrentHashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /// Maps a service to a port of the loopback address.
  ///
  /// @param service namespace and name, such as `default/webhooks`
  /// @throws IllegalArgumentException when it has another form, or there is no such port
  public void map(String service, int port) {
    String[] parts = service.split("/", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new IllegalArgumentException(
          "need a service as namespace/name, got \"" + service + "\"");
    }
    if (port < 1 || port > 0xffff) {
      throw new IllegalArgumentException("need 1 <= port <= 65535, got " + port);
    }
    ports.put(service, port);
    listeners.forEach(Runnable::run);
  }

  /// Calls a listener after each change.
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /// The port for a service, if it is mapped.
  public OptionalInt port(String namespace, String name) {
    Integer port = ports.get(namespace + "/" + name);
    return port == null ? OptionalInt.empty() : OptionalInt.of(port);
  }
}
