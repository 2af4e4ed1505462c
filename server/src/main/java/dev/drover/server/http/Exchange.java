package dev.drover.server.http;

import dev.drover.api.Bytes;
import dev.drover.api.Status;
import dev.drover.server.audit.AuditLog;
import dev.drover.server.core.ActingUser;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.flowcontrol.Flow;
import dev.drover.server.flowcontrol.Seat;
import dev.drover.server.metrics.RequestMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of one request, on one virtual thread.
///
/// ```
/// request ─▶ user ─▶ turn ─▶ access ─▶ body ─▶ injected faults ─▶ endpoint ─▶ answer
///              │401    │429     │403     │413       │any             │ApiError
///              └───────┴────────┴────────┴──────────┴────────────────┴────▶ Status
/// ```
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final int LONGEST_AUDIT_ID = 64;
  private static final int BODY_PART = 64 << 10;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// What all requests share.
  record Context(
      RequestFilter gate,
      Interceptor interceptor,
      Endpoint endpoint,
      Representation representation,
      OpenStreams streams,
      WebSockets webSockets,
      RequestMetrics metrics,
      AuditLog audit,
      InstantSource clock,
      int bodyBytes,
      BodyBudget bodies,
      ConcurrencyLimit concurrency,
      Executor workers) {}

  private final Context context;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final String method;
  private final String rawPath;
  private final Map<String, List<String>> query;
  private final Map<String, List<String>> headers;
  private final CallNotes notes = new CallNotes();
  private final String auditId;
  private final RequestAccounting accounting;
  private final Responder responder;
  private boolean isUpgraded;
  private RequestInfo info; // of the path alone until it is understood

  /// @param callback completed when the request is served
  Exchange(Context context, Request request, Response response, Callback callback) {
    this.context = context;
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.method = request.getMethod();
    String path = request.getHttpURI().getPath();
    this.rawPath = path == null ? "/" : path;
    this.query = QueryString.parse(request.getHttpURI().getQuery());
    this.headers = headersOf(request);
    this.auditId = auditId();
    this.accounting =
        new RequestAccounting(
            context.audit, context.metrics, context.representation, arrival(), notes);
    this.responder =
        new Responder(
            context.representation, response, query, headers, accounting, context.workers);
    this.info = RequestReader.ofPath(method, rawPath);
  }

  private static Map<String, List<String>> headersOf(Request request) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (HttpField field : request.getHeaders()) {
      headers
          .computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(field.getValue() == null ? "" : field.getValue());
    }
    return headers;
  }

  private AuditLog.Arrival arrival() {
    return new AuditLog.Arrival(
        context.clock.instant(),
        auditId,
        String.valueOf(request.getHttpURI().getPathQuery()),
        SourceAddresses.of(headers, request),
        headers.getOrDefault("user-agent", List.of("")).getFirst());
  }

  /// Serves the request to its end.
  void run() {
    try {
      answer();
      if (!isUpgraded) {
        callback.succeeded();
      }
    } catch (IOException e) {
      callback.failed(e); // the client is gone
    } finally {
      if (!isUpgraded) {
        accounting.end();
      }
    }
  }

  private void answer() throws IOException {
    // A client that waits for events or for the answer is not idle.
    request.addIdleTimeoutListener(_ -> false);
    responder.header("Audit-Id", auditId);
    responder.header("Cache-Control", "no-cache, private");
    try {
      serve();
    } catch (ApiError e) {
      fail(e.status());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server closes
      cut();
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("http server: {} {} failed, answering 500", method, rawPath, e);
      accounting.failed(e);
      fail(ApiError.internal("unexpected " + e.getClass().getSimpleName()).status());
    }
  }

  private String auditId() {
    String given = headers.getOrDefault("audit-id", List.of("")).getFirst();
    return given.isEmpty() || given.length() > LONGEST_AUDIT_ID
        ? UUID.randomUUID().toString()
        : given;
  }

  private void serve() throws IOException, InterruptedException {
    String path =
        QueryString.unescapePath(rawPath)
            .orElseThrow(() -> ApiError.badRequest("invalid URL escape in the path"));
    info = RequestReader.read(method, path, query);
    RequestDeadline.check(info, query);
    UserInfo caller = authenticate();
    UserInfo user;
    try {
      ActingUser acting = context.gate.impersonate(caller, info, headers);
      accounting.impersonates(acting);
      user = acting.user();
      if (!enter(user)) {
        refuseForNow();
        return;
      }
    } catch (ApiError e) {
      responder.header("X-Content-Type-Options", "nosniff"); // as only refusals have it
      throw e;
    }
    try (ConcurrencyLimit.Permit permit = context.concurrency.tryAcquire(info, user);
        BodyBudget.Share share = context.bodies.share()) {
      Optional<Bytes> body = permit == null ? Optional.empty() : body(share);
      if (body.isEmpty()) {
        refuseForNow();
        return;
      }
      accounting.begins(info, method, query, headers);
      Call call = new Call(method, path, query, headers, body.get(), user, info, notes);
      if (info.verb().equals("watch")) {
        share.release(); // a watch may last for hours, and its body is of no use
      }
      switch (context.interceptor.intercept(call)) {
        case PROCEED -> send(context.endpoint.serve(call));
        case CUT_BEFORE -> cut();
        case CUT_AFTER -> {
          context.endpoint.serve(call);
          cut();
        }
      }
    }
  }

  private UserInfo authenticate() {
    try {
      UserInfo caller = context.gate.authenticate(headers, certificates());
      accounting.authenticated(caller, info);
      return caller;
    } catch (ApiError e) {
      accounting.unauthenticated(info);
      throw e;
    }
  }

  /// Waits for the turn of the request, and refuses what the user may not do.
  ///
  /// @return false if there are too many requests
  private boolean enter(UserInfo user) throws InterruptedException {
    Optional<Flow> flow = context.gate.flow(user, info);
    if (flow.isPresent()) {
      responder.header("X-Kubernetes-Pf-Flowschema-Uid", flow.get().schemaUid());
      responder.header("X-Kubernetes-Pf-Prioritylevel-Uid", flow.get().levelUid());
      Optional<Seat> seat = context.gate.await(flow.get());
      seat.ifPresent(accounting::takes);
      if (seat.isEmpty()) {
        return false;
      }
    }
    try {
      context.gate.require(user, info, notes);
      accounting.authorized(true);
    } catch (ApiError e) {
      accounting.authorized(false);
      throw e;
    }
    return true;
  }

  /// In Go: `tooManyRequests` of the generic API server.
  private void refuseForNow() throws IOException {
    accounting.dropped(info, method, query, headers);
    hearOut();
    responder.send(
        new Answer.Content(
            429,
            "text/plain; charset=utf-8",
            Bytes.ofUtf8("Too many requests, please try again later.\n"),
            Map.of("Retry-After", "1", "X-Content-Type-Options", "nosniff")));
  }

  private List<X509Certificate> certificates() {
    return request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
                instanceof EndPoint.SslSessionData tls
            && tls.peerCertificates() != null
        ? Arrays.asList(tls.peerCertificates())
        : List.of();
  }

  /// Reads the body.
  ///
  /// @return empty if the bodies in flight take too much memory
  private Optional<Bytes> body(BodyBudget.Share share) throws IOException {
    InputStream in = Request.asInputStream(request); // closed, it would not let the rest be read
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] part = in.readNBytes(BODY_PART);
    while (part.length > 0) {
      if (!share.reserve(part.length)) {
        return Optional.empty();
      }
      body.writeBytes(part);
      if (body.size() > context.bodyBytes) {
        throw ApiError.of(
            413,
            "RequestEntityTooLarge",
            "Request entity too large: limit is " + context.bodyBytes);
      }
      part = in.readNBytes(BODY_PART);
    }
    return Optional.of(body.size() == 0 ? Bytes.EMPTY : Bytes.of(body.toByteArray()));
  }

  private void send(Answer answer) throws IOException {
    responder.warn(notes);
    switch (answer) {
      case Answer.Value value -> responder.send(value);
      case Answer.Content content -> responder.send(content);
      case Answer.Parts parts -> responder.send(parts);
      case Answer.Stream stream -> {
        accounting.streams(stream.status());
        stream(() -> responder.stream(stream));
      }
      case Answer.Messages messages when WebSockets.isAskedFor(headers) -> {
        accounting.streams(101);
        upgrade(accounting.counted(messages));
      }
      case Answer.Messages messages -> {
        accounting.streams(200);
        stream(() -> responder.messages(accounting.counted(messages)));
      }
    }
  }

  private void upgrade(Answer.Messages messages) {
    isUpgraded = true;
    boolean isOpen =
        context.webSockets.upgrade(
            new WatchSocket(
                messages,
                new OpenStreams.OpenStream(info),
                context.streams,
                context.webSockets.executor(),
                accounting::end),
            headers,
            request,
            response,
            callback);
    if (!isOpen) {
      accounting.end();
    }
  }

  private void stream(OpenStreams.Body body) throws IOException {
    var stream = new OpenStreams.OpenStream(info);
    request.addFailureListener(_ -> stream.stop());
    boolean isCut;
    try (DisconnectDetector _ = DisconnectDetector.start(request, stream::cut)) {
      isCut = context.streams.run(stream, body);
    }
    if (isCut) {
      cut();
    }
  }

  private void fail(Status status) throws IOException {
    if (response.isCommitted()) {
      cut();
      return;
    }
    hearOut();
    responder.warn(notes);
    responder.send(status);
  }

  private void hearOut() {
    try {
      BodyDrain.drop(request, PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server closes; the answer may still arrive
    }
  }

  /// Ends the connection without a word, below TLS, as a network does.
  private void cut() {
    Connection connection = request.getConnectionMetaData().getConnection();
    EndPoint endPoint = connection.getEndPoint();
    if (endPoint instanceof SslConnection.SslEndPoint tls) {
      endPoint = tls.getSslConnection().getEndPoint();
    }
    endPoint.close();
  }
}
