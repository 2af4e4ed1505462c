package dev.drover.testkit.trial;

import dev.drover.client.RequestOrigin;
import dev.drover.client.Transport;
import dev.drover.testkit.trial.TimelineEntry.Origin;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The layer around all requests of one process: records the calls of its reconciles, disturbs them
/// as the plan says, and serves the lists and watches of its caches from [LaggingViews]. Any number
/// of threads.
final class DisturbanceLayer implements Transport.Layer {
  private final Plan plan;
  private final Recording recording;
  private final LaggingViews views;
  private final Transport shared;
  private final Listener listener;
  private final CountDownLatch never = new CountDownLatch(1);
  private volatile boolean dead;

  /// Receives what the layer observes.
  interface Listener {
    /// The process has crashed.
    ///
    /// @param staysDown whether it is not to start before the next step
    void crashed(boolean staysDown);

    /// Another client is to change the object of this call.
    void intrude(ApiCall call);

    /// Another client is to delete the object of this call.
    void delete(ApiCall call);

    /// A call of the controller was answered.
    void answered(TimelineEntry.Called called);
  }

  /// @param shared sends the requests: connections outlive the process
  DisturbanceLayer(
      Plan plan, Recording recording, LaggingViews views, Transport shared, Listener listener) {
    this.plan = plan;
    this.recording = recording;
    this.views = views;
    this.shared = shared;
    this.listener = listener;
  }

  /// No request of this process reaches the server any more.
  void kill() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  @Override
  public Transport.Response send(Transport.Request request, Transport own) throws IOException {
    ApiCall call = ApiCall.of(request).orElse(null);
    Optional<RequestOrigin> origin = RequestOrigin.current();
    boolean isOwn =
        call != null && (origin.isPresent() || (call.isBookkeeping() && call.isWrite()));
    if (dead) {
      boolean isOfCache = !isOwn && call != null && (call.isList() || call.isWatch());
      throw isOfCache ? haltedForever() : gone();
    }
    if (call == null) {
      return shared.send(request);
    }
    if (!isOwn) {
      recording.called(call);
      if (call.isWatch()) {
        recording.watches(call.path());
      }
      return views.send(call, request, shared);
    }
    return own(call, origin.map(RequestOrigin::reconcileId).orElse(""), request);
  }

  private static IOException gone() {
    return new ConnectException("the controller has crashed (a disturbance of a trial)");
  }

  /// Caches of a dead process do nothing: were they refused, they would try again and again.
  private IOException haltedForever() {
    try {
      never.await();
      return gone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return (IOException) new InterruptedIOException("the process was ended").initCause(e);
    }
  }

  private Transport.Response own(ApiCall call, String run, Transport.Request request)
      throws IOException {
    Origin origin = run.isEmpty() ? Origin.BACKGROUND : Origin.RECONCILE;
    CallPoint point = recording.next(call, origin);
    Effect effect = plan.at(point).orElse(null);
    if (effect == null) {
      return answered(point, call, origin, run, null, shared.send(inJson(request)));
    }
    switch (effect) {
      case CRASH_BEFORE -> {
        recording.called(point, call, origin, run, 0, Map.of(), effect);
        throw crash(effect, point);
      }
      case CRASH_AFTER, CRASH_DOWN -> {
        answered(point, call, origin, run, effect, shared.send(inJson(request))).close();
        throw crash(effect, point);
      }
      case TIMEOUT_BEFORE -> {
        recording.called(point, call, origin, run, 0, Map.of(), effect);
        throw new SocketTimeoutException("timed out (a disturbance of a trial)");
      }
      case TIMEOUT_AFTER -> {
        answered(point, call, origin, run, effect, shared.send(inJson(request))).close();
        throw new SocketTimeoutException("timed out (a disturbance of a trial)");
      }
      case CONFLICT, TOO_MANY, ERROR -> {
        BufferedResponse refusal = BufferedResponse.of(effect);
        recording.called(point, call, origin, run, refusal.status(), Map.of(), effect);
        return refusal;
      }
      case OTHER_WRITER -> {
        listener.intrude(call);
        return answered(point, call, origin, run, effect, shared.send(inJson(request)));
      }
      case DELETED -> {
        listener.delete(call);
        return answered(point, call, origin, run, effect, shared.send(inJson(request)));
      }
    }
    throw new IllegalStateException("no such effect: " + effect);
  }

  private IOException crash(Effect effect, CallPoint point) {
    recording.note(effect.inWords(point.toString()));
    kill();
    listener.crashed(effect == Effect.CRASH_DOWN);
    return gone();
  }

  /// The answer is looked at, whatever the kind: only JSON can be read without its type.
  static Transport.Request inJson(Transport.Request request) {
    return jsonOf(request)
        .map(json -> request.with(r -> r.headers(request.headers().with("Accept", json))))
        .orElse(request);
  }

  /// Those of the media types that a request accepts which are JSON; empty if none is.
  static Optional<String> jsonOf(Transport.Request request) {
    String accept = request.headers().first("Accept").orElse("");
    return Optional.of(
            Arrays.stream(accept.split(","))
                .map(String::strip)
                .filter(type -> type.contains("json"))
                .collect(Collectors.joining(",")))
        .filter(json -> !json.isBlank());
  }

  private Transport.Response answered(
      CallPoint point,
      ApiCall call,
      Origin origin,
      String run,
      @Nullable Effect effect,
      Transport.Response response)
      throws IOException {
    BufferedResponse held = BufferedResponse.of(response);
    listener.answered(
        recording.called(
            point, call, origin, run, held.status(), Json.parse(held.bytes()), effect));
    return held;
  }
}
