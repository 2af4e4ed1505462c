package dev.drover.server.http;

import dev.drover.server.audit.AuditLog;
import dev.drover.server.audit.AuditRecord;
import dev.drover.server.core.ActingUser;
import dev.drover.server.core.Answer;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.flowcontrol.Seat;
import dev.drover.server.metrics.RequestMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Accounts for one request in the audit log and in the metrics, and holds its seat.
///
/// An answer is accounted for before it is sent: a client that has it finds it in both. For one
/// thread at a time.
final class RequestAccounting {
  private static final int LARGEST_STATUS = 16 << 10;

  private final AuditLog audit;
  private final RequestMetrics metrics;
  private final Representation representation;
  private final AuditLog.Arrival arrival;
  private final CallNotes notes;
  private AuditRecord record = AuditRecord.NONE;
  private RequestMetrics.@Nullable Measurement measurement; // null until the request is let in
  private @Nullable Seat seat; // null if the request takes none
  private Duration queued = Duration.ZERO;
  private int code;
  private long bytes;

  RequestAccounting(
      AuditLog audit,
      RequestMetrics metrics,
      Representation representation,
      AuditLog.Arrival arrival,
      CallNotes notes) {
    this.audit = audit;
    this.metrics = metrics;
    this.representation = representation;
    this.arrival = arrival;
    this.notes = notes;
  }

  void authenticated(UserInfo caller, RequestInfo request) {
    metrics.authenticated(true);
    record = audit.begin(arrival, caller, request, notes);
  }

  void unauthenticated(RequestInfo request) {
    metrics.authenticated(false);
    record = audit.unauthenticated(arrival, request, notes);
  }

  void impersonates(ActingUser user) {
    record.impersonates(user);
  }

  void takes(Seat taken) {
    seat = taken;
    queued = taken.waited();
  }

  void authorized(boolean isAllowed) {
    metrics.authorized(isAllowed);
  }

  /// The request was let in.
  void begins(
      RequestInfo request,
      String method,
      Map<String, List<String>> query,
      Map<String, List<String>> headers) {
    measurement = metrics.begin(request, method, query, contentType(headers));
  }

  /// The request is refused because there are too many.
  void dropped(
      RequestInfo request,
      String method,
      Map<String, List<String>> query,
      Map<String, List<String>> headers) {
    metrics.dropped(request, method, query, contentType(headers));
  }

  private static String contentType(Map<String, List<String>> headers) {
    return headers.getOrDefault("content-type", List.of("")).getFirst();
  }

  /// An answer is about to be sent.
  void answered(int status, String contentType, byte[] body) {
    answered(status, contentType, body.length, () -> body);
  }

  /// The same for a body that is put together only if it is recorded.
  void answered(int status, String contentType, long length, Supplier<byte[]> body) {
    code = status;
    bytes = length;
    record.answered(status, () -> object(contentType, length, body));
    end();
  }

  /// Only a `Status` is looked at unless answers are recorded.
  private Optional<Map<String, @Nullable Object>> object(
      String contentType, long length, Supplier<byte[]> body) {
    return record.showsResponses() || length <= LARGEST_STATUS
        ? representation.object(contentType, body.get())
        : Optional.empty();
  }

  /// A stream is about to begin. The next request need not wait for its end.
  void streams(int status) {
    code = status;
    record.started(status);
    if (measurement != null) {
      measurement.streams();
    }
    leaveSeat();
  }

  /// Messages that are counted as events of a watch.
  Answer.Messages counted(Answer.Messages messages) {
    return new Answer.Messages(
        messages.contentType(),
        messages.framing(),
        outlet -> messages.sender().send(new CountingOutlet(outlet)));
  }

  private final class CountingOutlet implements Answer.Outlet {
    private final Answer.Outlet outlet;

    CountingOutlet(Answer.Outlet outlet) {
      this.outlet = outlet;
    }

    @Override
    public void write(byte[] message) throws IOException {
      if (measurement != null) {
        measurement.event(message.length);
      }
      outlet.write(message);
    }

    @Override
    public void flush() throws IOException {
      outlet.flush();
    }
  }

  /// The server failed to serve the request.
  void failed(Throwable cause) {
    code = 500;
    record.failed(String.valueOf(cause));
    record = AuditRecord.NONE;
  }

  /// The request is over. May be called more than once.
  void end() {
    record.completed();
    record = AuditRecord.NONE;
    if (measurement != null) {
      measurement.end(code, bytes, queued);
      measurement = null;
    }
    leaveSeat();
  }

  private void leaveSeat() {
    if (seat != null) {
      seat.close();
      seat = null;
    }
  }
}
