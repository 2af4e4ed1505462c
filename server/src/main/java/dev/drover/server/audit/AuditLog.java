package dev.drover.server.audit;

import dev.drover.server.core.CallNotes;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records requests by a policy. Safe for any number of threads.
///
/// ```
/// request ─▶ begin ─▶ started ─▶ completed
///              │         │           │
///     RequestReceived    │    ResponseComplete ─▶ sinks
///                 ResponseStarted (of requests that last)
/// ```
///
/// In Go: the filter `WithAudit`.
public final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  private static final UserInfo NOBODY = new UserInfo("", "", List.of(), Map.of());

  private final AuditPolicy policy;
  private final List<Sink> sinks;
  private final InstantSource clock;

  /// Takes in events, as trees in the order of the fields of `audit.k8s.io/v1.Event`. Called in the
  /// thread of the request, which waits.
  @FunctionalInterface
  public interface Sink {
    void accept(Map<String, @Nullable Object> event);
  }

  /// What is known of a request before its user is.
  ///
  /// @param uri path and query as they were sent
  /// @param sourceIps as the headers of proxies tell them, then that of the connection
  public record Arrival(
      Instant time, String auditId, String uri, List<String> sourceIps, String userAgent) {}

  /// @param sinks where events go; without any nothing is recorded
  public AuditLog(AuditPolicy policy, List<Sink> sinks, InstantSource clock) {
    this.policy = policy;
    this.sinks = List.copyOf(sinks);
    this.clock = clock;
  }

  /// Begins to record a request, if the policy asks for it.
  ///
  /// @param notes what the parts that serve it will note
  public AuditRecord begin(Arrival arrival, UserInfo user, RequestInfo request, CallNotes notes) {
    AuditRecord record = record(arrival, user, request, notes, true);
    record.received();
    return record;
  }

  /// Records a request whose client could not be authenticated: by one event, when it is answered.
  public AuditRecord unauthenticated(Arrival arrival, RequestInfo request, CallNotes notes) {
    return record(arrival, NOBODY, request, notes, false);
  }

  private AuditRecord record(
      Arrival arrival,
      UserInfo user,
      RequestInfo request,
      CallNotes notes,
      boolean isAuthenticated) {
    return sinks.isEmpty()
        ? AuditRecord.NONE
        : new AuditRecord(
            this, policy.decide(user, request), arrival, user, request, notes, isAuthenticated);
  }

  Instant now() {
    return clock.instant();
  }

  void emit(Map<String, @Nullable Object> event) {
    for (Sink sink : sinks) {
      try {
        sink.accept(event);
      } catch (RuntimeException e) {
        LOG.error("audit: a sink failed, event {} is lost to it", event.get("auditID"), e);
      }
    }
  }
}
