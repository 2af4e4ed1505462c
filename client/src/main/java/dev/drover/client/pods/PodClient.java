package dev.drover.client.pods;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.LogOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.RestRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Streams into the pods of one namespace: exec, attach, port-forward, files and logs.
///
/// ```java
/// var pods = PodClient.of(client).inNamespace("shop");
/// String date = pods.run("web-0", "date").text();
/// try (var forward = pods.forward("web-0", ForwardedPort.to(8080))) {
///   URI.create("http://127.0.0.1:" + forward.localPort(8080)) ...
/// }
/// pods.files("web-0").download("/etc/nginx", folder);
/// ```
///
/// Credentials, TLS, proxies and time-outs are those of the client; the streams need its HTTP/1.1
/// transport, which is the default. Any number of threads.
public final class PodClient {
  static final Kind<DynamicObject> POD =
      Kind.dynamic(new GroupVersionKind("", "v1", "Pod"), "pods", Scope.NAMESPACED);

  private final Client client;
  private final String namespace;

  private PodClient(Client client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /// The pods of the configuration's namespace.
  public static PodClient of(Client client) {
    return new PodClient(client, client.rest().config().namespace());
  }

  /// The pods of another namespace.
  public PodClient inNamespace(String changed) {
    if (changed.isEmpty()) {
      throw new IllegalArgumentException("streams into pods need the name of a namespace");
    }
    return new PodClient(client, changed);
  }

  /// The namespace.
  public String namespace() {
    return namespace;
  }

  /// Runs a command in a container and returns once the server has begun it.
  ///
  /// @throws dev.drover.client.ApiException when the server refuses: no such pod or container, not
  ///   allowed, not running
  public PodSession exec(String pod, SessionOptions options, String... command) {
    if (command.length == 0) {
      throw new IllegalArgumentException("exec needs a command");
    }
    RestRequest request = resources().subresource("GET", pod, "exec").params(options);
    for (String word : command) {
      request.param("command", word);
    }
    return session(request, options);
  }

  /// Connects to the main process of a container, which was started before.
  public PodSession attach(String pod, SessionOptions options) {
    return session(resources().subresource("GET", pod, "attach").params(options), options);
  }

  private static PodSession session(RestRequest request, SessionOptions options) {
    if (!options.stdin() && !options.stdout() && !options.stderr()) {
      throw new IllegalArgumentException("a session needs stdin, stdout or stderr");
    }
    List<String> protocols = List.of(PodSession.V5, PodSession.V4);
    return PodSession.start(WebSocket.open(request, protocols, options.keepAlive()), options);
  }

  /// Runs a command in the pod's only container without input, and waits for its end.
  ///
  /// @throws dev.drover.client.KubernetesException when it cannot be run, or its output is longer
  ///   than the limit of objects ([dev.drover.client.ResponseLimits#object]); an exit code other
  ///   than 0 is no exception
  public Completed run(String pod, String... command) {
    return run(pod, SessionOptions.defaults(), Bytes.EMPTY, command);
  }

  /// As [#run(String, String...)], with options and input. Which streams are used follows from the
  /// input and from [SessionOptions#tty].
  public Completed run(String pod, SessionOptions options, Bytes input, String... command) {
    SessionOptions all = options.with(o -> o.stdin(!input.isEmpty()).stdout(true).stderr(true));
    int limit = client.rest().config().limits().object();
    try (PodSession session = exec(pod, all, command)) {
      return new CommandRun(session, all, input, limit).get();
    }
  }

  /// Connects to a port of a pod.
  public PodSocket connect(String pod, int port) {
    SessionOptions usual = SessionOptions.defaults();
    Duration limit = client.rest().config().timeouts().read();
    RestRequest request = resources().subresource("GET", pod, "portforward");
    return PodSocket.open(request, port, usual.keepAlive(), limit);
  }

  /// Listens on local ports and connects each to a port of a pod. Close it.
  ///
  /// @throws java.io.UncheckedIOException when a local port is taken
  public PortForward forward(String pod, ForwardedPort... ports) {
    return PortForward.start(pod, port -> connect(pod, port), ports);
  }

  /// The files of the pod's only container.
  public PodFiles files(String pod) {
    return files(pod, "");
  }

  /// The files of a container.
  public PodFiles files(String pod, String container) {
    return new PodFiles(this, pod, container);
  }

  /// The log of a pod, of all its containers or of one, line by line. Close it.
  ///
  /// @throws dev.drover.client.ApiException.NotFound when there is no such pod
  /// @throws dev.drover.client.ApiException.BadRequest when it has no such container
  public PodLogs logs(String pod, LogOptions options) {
    return PodLogs.ofPod(resources(), pod, options);
  }

  /// The logs of all pods that a selector selects, merged line by line. Close it.
  public PodLogs logs(Selector selector, LogOptions options) {
    return PodLogs.ofSelector(resources(), selector, options);
  }

  /// Adds an ephemeral container to a pod, which stays until the pod goes.
  ///
  /// @return the pod with it; the container is started a little later
  /// @throws IllegalArgumentException when the pod has an ephemeral container of this name
  public DynamicObject debug(String pod, DebugContainer container) {
    Map<String, Object> spec = Map.of("ephemeralContainers", List.of(container.tree()));
    boolean isTaken =
        resources().get(pod).list("spec", "ephemeralContainers").stream()
            .anyMatch(c -> c instanceof Map<?, ?> map && container.name().equals(map.get("name")));
    if (isTaken) { // a merge patch would try to change it
      throw new IllegalArgumentException(
          "pod " + pod + " has an ephemeral container '" + container.name() + "' already");
    }
    return resources()
        .patch(pod, Patch.strategicMerge(Map.of("spec", spec)), "ephemeralcontainers");
  }

  private ResourceClient<DynamicObject> resources() {
    return client.resources(POD).inNamespace(namespace);
  }
}
