package dev.drover.server;

import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.http.Interceptor;
import dev.drover.server.http.OpenStreams;
import dev.drover.server.storage.Store;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Injects faults into requests, for tests of clients.
///
/// ```java
/// server.faults().inject(RequestMatch.any().verb("update"), Fault.refuse(409), 2);
/// server.faults().cutWatches();
/// ```
///
/// Faults are tried in the order they were injected; the first that matches counts. Safe for any
/// number of threads.
public final class Faults {
  private final Store store;
  private final List<Injection> injections = new CopyOnWriteArrayList<>();
  private volatile Optional<OpenStreams> streams = Optional.empty();

  Faults(Store store) {
    this.store = store;
  }

  void start(OpenStreams openStreams) {
    streams = Optional.of(openStreams);
  }

  /// A fault that is in force until it is closed or has happened as often as it should.
  public final class Injection implements AutoCloseable {
    private final RequestMatch match;
    private final Fault fault;
    private final AtomicInteger left;
    private final AtomicInteger hits = new AtomicInteger();

    private Injection(RequestMatch match, Fault fault, int times) {
      this.match = match;
      this.fault = fault;
      this.left = new AtomicInteger(times);
    }

    /// How often it happened.
    public int hits() {
      return hits.get();
    }

    /// Takes one of the times that are left.
    private boolean take() {
      int before = left.getAndUpdate(n -> Math.max(0, n - 1));
      if (before == 1) {
        injections.remove(this);
      }
      if (before > 0) {
        hits.incrementAndGet();
      }
      return before > 0;
    }

    @Override
    public void close() {
      injections.remove(this);
    }
  }

  /// Makes every request that matches go wrong, until the injection is closed.
  public Injection inject(RequestMatch match, Fault fault) {
    return inject(match, fault, Integer.MAX_VALUE);
  }

  /// Makes the next requests that match go wrong.
  ///
  /// @param times how many
  public Injection inject(RequestMatch match, Fault fault, int times) {
    if (times < 1) {
      throw new IllegalArgumentException("need times >= 1, got " + times);
    }
    Injection injection = new Injection(match, fault, times);
    injections.add(injection);
    return injection;
  }

  /// Takes all faults back.
  public void clear() {
    injections.clear();
  }

  /// Breaks the connections of all watches.
  ///
  /// @return how many watches there were
  public int cutWatches() {
    return cutWatches("");
  }

  /// Breaks the connections of the watches of one resource.
  ///
  /// @param resource the plural, such as `pods`
  /// @return how many watches there were
  public int cutWatches(String resource) {
    return streams.map(open -> open.cut(request -> isWatch(request, resource))).orElse(0);
  }

  private static boolean isWatch(RequestInfo request, String resource) {
    return request.verb().equals("watch")
        && (resource.isEmpty() || request.resource().equals(resource));
  }

  /// Forgets the past, as etcd does from time to time: clients that resume from an old version are
  /// told that it expired.
  public void compact() {
    store.compactNow();
  }

  /// What becomes of a request.
  Interceptor.Decision intercept(Call call) throws InterruptedException {
    for (Injection injection : injections) {
      if (injection.match.matches(request(call)) && injection.take()) {
        return cause(injection.fault);
      }
    }
    return Interceptor.Decision.PROCEED;
  }

  private static RequestMatch.Request request(Call call) {
    RequestInfo info = call.info();
    return new RequestMatch.Request(
        info.verb(),
        info.group(),
        info.resource(),
        info.subresource(),
        info.namespace(),
        info.name(),
        call.user().name());
  }

  private static Interceptor.Decision cause(Fault fault) throws InterruptedException {
    return switch (fault) {
      case Fault.Refusal refusal -> throw error(refusal);
      case Fault.Delay(var duration) -> {
        Thread.sleep(duration);
        yield Interceptor.Decision.PROCEED;
      }
      case Fault.CutBefore() -> Interceptor.Decision.CUT_BEFORE;
      case Fault.CutAfter() -> Interceptor.Decision.CUT_AFTER;
    };
  }

  private static ApiError error(Fault.Refusal refusal) {
    Status.Builder status =
        Status.builder()
            .status("Failure")
            .code(refusal.code())
            .reason(refusal.reason())
            .message(refusal.message());
    refusal
        .retryAfter()
        .ifPresent(
            after ->
                status.details(
                    StatusDetails.builder().retryAfterSeconds((int) after.toSeconds()).build()));
    return ApiError.of(status.build());
  }
}
