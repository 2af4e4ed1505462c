package dev.drover.client;

import dev.drover.api.GroupVersion;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds requests to one API server.
///
/// ```java
/// try (RestClient rest = RestClient.of(ClientConfig.load())) {
///   RestResult health = rest.get().absPath("/readyz").param("verbose", "true").execute();
/// }
/// ```
///
/// Cheap copies ([#forGroupVersion], [#withUserAgent], ...) share connections with the client they
/// were made from; closing any of them closes those. Any number of threads.
///
/// In Go: {@index rest.RESTClient}, {@index rest.Interface}.
public final class RestClient implements AutoCloseable {
  private final ClientConfig config;
  private final Transport transport;
  private final @Nullable GroupVersion groupVersion;
  private final @Nullable RateLimiter limiter;
  private final WarningHandler warnings;
  private final Pause pause;
  private final String controller; // empty = none

  private RestClient(
      ClientConfig config,
      Transport transport,
      @Nullable GroupVersion groupVersion,
      @Nullable RateLimiter limiter,
      WarningHandler warnings,
      Pause pause,
      String controller) {
    this.config = config;
    this.transport = transport;
    this.groupVersion = groupVersion;
    this.limiter = limiter;
    this.warnings = warnings;
    this.pause = pause;
    this.controller = controller;
  }

  /// A client for this server. Connects when the first request is sent.
  ///
  /// In Go: {@index rest.RESTClientFor}.
  public static RestClient of(ClientConfig config) {
    return over(config, Transport.of(config));
  }

  /// A client over another transport.
  public static RestClient over(ClientConfig config, Transport transport) {
    return new RestClient(config, transport, null, null, WarningHandler.LOG, Pause.REAL, "");
  }

  /// A client whose requests begin at this group and version (`/api/v1`, `/apis/apps/v1`).
  public RestClient forGroupVersion(GroupVersion changed) {
    return new RestClient(config, transport, changed, limiter, warnings, pause, controller);
  }

  /// A client that sends this `User-Agent`.
  public RestClient withUserAgent(String agent) {
    return new RestClient(
        config.with(c -> c.userAgent(agent)),
        transport,
        groupVersion,
        limiter,
        warnings,
        pause,
        controller);
  }

  /// A client of a controller, which its `User-Agent` names: `shop/cones`, or `drover/1.0 (...)
  /// controller/cones`. When a controller is at work in the thread, that one is named instead.
  ///
  /// @see RequestOrigin
  public RestClient forController(String name) {
    return new RestClient(config, transport, groupVersion, limiter, warnings, pause, name);
  }

  /// A client whose requests wait for this limiter.
  public RestClient withRateLimiter(RateLimiter changed) {
    return new RestClient(config, transport, groupVersion, changed, warnings, pause, controller);
  }

  /// A client that hands warnings of the server to this handler.
  public RestClient withWarningHandler(WarningHandler changed) {
    return new RestClient(config, transport, groupVersion, limiter, changed, pause, controller);
  }

  /// A client with a layer around its transport.
  public RestClient with(Transport.Layer layer) {
    return new RestClient(
        config, transport.with(layer), groupVersion, limiter, warnings, pause, controller);
  }

  RestClient withPause(Pause changed) {
    return new RestClient(config, transport, groupVersion, limiter, warnings, changed, controller);
  }

  /// The group and version that requests begin at; empty for none.
  public Optional<GroupVersion> groupVersion() {
    return Optional.ofNullable(groupVersion);
  }

  /// The limiter, if there is one.
  public Optional<RateLimiter> rateLimiter() {
    return Optional.ofNullable(limiter);
  }

  /// What this client was made from.
  public ClientConfig config() {
    return config;
  }

  /// A request with the verb GET.
  public RestRequest get() {
    return verb("GET");
  }

  /// A request with the verb POST.
  public RestRequest post() {
    return verb("POST");
  }

  /// A request with the verb PUT.
  public RestRequest put() {
    return verb("PUT");
  }

  /// A request with the verb DELETE.
  public RestRequest delete() {
    return verb("DELETE");
  }

  /// A request with the verb PATCH and a body of this type.
  public RestRequest patch(String contentType) {
    return verb("PATCH").setHeader("Content-Type", contentType);
  }

  /// A request with any verb.
  public RestRequest verb(String verb) {
    return new RestRequest(this, verb);
  }

  String prefix() {
    if (groupVersion == null) {
      return "";
    }
    return groupVersion.group().isEmpty()
        ? "/api/" + groupVersion.version()
        : "/apis/" + groupVersion.group() + "/" + groupVersion.version();
  }

  Transport transport() {
    return transport;
  }

  String userAgent() {
    String atWork = RequestOrigin.current().map(RequestOrigin::controller).orElse(controller);
    return atWork.isEmpty()
        ? config.userAgent()
        : UserAgent.ofController(config.userAgent(), atWork);
  }

  WarningHandler warnings() {
    return warnings;
  }

  void pause(Duration duration) throws InterruptedException {
    if (duration.isPositive()) {
      pause.sleep(duration);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
