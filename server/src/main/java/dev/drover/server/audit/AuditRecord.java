package dev.drover.server.audit;

import dev.drover.api.Bytes;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ActingUser;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.core.UserTree;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The record of one request, from which the events of its stages are made. For one thread at a
/// time.
public final class AuditRecord {
  /// Records nothing.
  public static final AuditRecord NONE =
      new AuditRecord(
          null,
          new AuditPolicy.Decision(AuditLevel.NONE, List.of(), false),
          new AuditLog.Arrival(Instant.EPOCH, "", "", List.of(), ""),
          new UserInfo("", "", List.of(), Map.of()),
          RequestInfo.onPath("", ""),
          new CallNotes(),
          false);

  private static final int LONGEST_USER_AGENT = 1024;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Set<String> OF_STATUS =
      Set.of("status", "message", "reason", "details", "code");

  private final @Nullable AuditLog log; // null if nothing is recorded
  private final AuditPolicy.Decision decision;
  private final AuditLog.Arrival arrival;
  private final UserInfo user;
  private final RequestInfo request;
  private final CallNotes notes;
  private final boolean isAuthenticated;
  private @Nullable ActingUser impersonated;
  private @Nullable Map<String, @Nullable Object> responseStatus;
  private @Nullable Object responseObject;

  AuditRecord(
      @Nullable AuditLog log,
      AuditPolicy.Decision decision,
      AuditLog.Arrival arrival,
      UserInfo user,
      RequestInfo request,
      CallNotes notes,
      boolean isAuthenticated) {
    this.log = log;
    this.decision = decision;
    this.arrival = arrival;
    this.user = user;
    this.request = request;
    this.notes = notes;
    this.isAuthenticated = isAuthenticated;
  }

  /// Whether the events show answers.
  public boolean showsResponses() {
    return decision.level().includes(AuditLevel.REQUEST_RESPONSE);
  }

  /// Whether there are events at all.
  public boolean isEnabled() {
    return log != null && decision.level() != AuditLevel.NONE;
  }

  void received() {
    emit(AuditStage.REQUEST_RECEIVED, arrival.time());
  }

  /// For whom the request is made.
  public void impersonates(ActingUser other) {
    impersonated = other.user().equals(user) ? null : other;
  }

  /// The headers of a response that lasts are about to be sent.
  public void started(int code) {
    responseStatus = status(Map.of(), code);
    emit(AuditStage.RESPONSE_STARTED, null);
  }

  /// The answer is about to be sent.
  ///
  /// @param object the answer, if it is an object; asked for only if the events need it
  public void answered(int code, Supplier<Optional<Map<String, @Nullable Object>>> object) {
    if (!isEnabled()) {
      return;
    }
    Optional<Map<String, @Nullable Object>> tree = object.get();
    boolean isStatus = tree.filter(t -> "Status".equals(t.get("kind"))).isPresent();
    responseStatus = status(isStatus ? tree.get() : Map.of(), code);
    responseObject = showsResponses() ? tree.map(this::shown).orElse(null) : null;
    if (!isAuthenticated || request.isLongRunning()) {
      emit(AuditStage.RESPONSE_STARTED, null);
    }
  }

  /// The request is over.
  public void completed() {
    if (responseStatus == null) { // the connection was cut before there was an answer
      Map<String, Object> early = Map.of("status", "Success", "message", "Connection closed early");
      responseStatus = status(early, 200);
    }
    if (isAuthenticated) {
      emit(AuditStage.RESPONSE_COMPLETE, null);
    }
  }

  /// The server failed.
  public void failed(String problem) {
    Map<String, Object> failure = new LinkedHashMap<>();
    failure.put("status", "Failure");
    failure.put("message", "APIServer panic'd: " + problem);
    failure.put("reason", "InternalError");
    responseStatus = status(failure, 500);
    emit(AuditStage.PANIC, null);
  }

  private static Map<String, @Nullable Object> status(Map<String, ?> from, int code) {
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    status.put("metadata", Map.of());
    from.forEach(
        (name, value) -> {
          if (OF_STATUS.contains(name)) {
            status.put(name, value);
          }
        });
    status.put("code", code);
    return status;
  }

  private void emit(AuditStage stage, @Nullable Instant time) {
    if (log != null && isEnabled() && !decision.omitStages().contains(stage.toString())) {
      log.emit(event(stage, time == null ? log.now() : time));
    }
  }

  private Map<String, @Nullable Object> event(AuditStage stage, Instant time) {
    Map<String, @Nullable Object> event = new LinkedHashMap<>();
    event.put("kind", "Event");
    event.put("apiVersion", "audit.k8s.io/v1");
    event.put("level", decision.level().toString());
    event.put("auditID", arrival.auditId());
    event.put("stage", stage.toString());
    event.put("requestURI", arrival.uri());
    event.put("verb", request.verb());
    event.put("user", UserTree.of(user));
    if (impersonated != null) {
      event.put("impersonatedUser", UserTree.of(impersonated.user()));
      if (!impersonated.constraint().isEmpty()) {
        event.put(
            "authenticationMetadata", Map.of("impersonationConstraint", impersonated.constraint()));
      }
    }
    put(event, "sourceIPs", arrival.sourceIps());
    put(event, "userAgent", userAgent());
    if (request.isResource()) {
      event.put("objectRef", reference());
    }
    put(event, "responseStatus", responseStatus);
    put(event, "requestObject", requestObject());
    put(event, "responseObject", responseObject);
    event.put("requestReceivedTimestamp", MICROS.format(arrival.time()));
    event.put("stageTimestamp", MICROS.format(time));
    put(event, "annotations", notes.annotations(decision.level().includes(AuditLevel.REQUEST)));
    return event;
  }

  private static void put(Map<String, @Nullable Object> tree, String name, @Nullable Object value) {
    boolean isEmpty =
        switch (value) {
          case null -> true;
          case String text -> text.isEmpty();
          case List<?> list -> list.isEmpty();
          case Map<?, ?> map -> map.isEmpty();
          default -> false;
        };
    if (!isEmpty) {
      tree.put(name, value);
    }
  }

  private String userAgent() {
    String agent = arrival.userAgent();
    return agent.length() > LONGEST_USER_AGENT
        ? agent.substring(0, LONGEST_USER_AGENT) + "...TRUNCATED"
        : agent;
  }

  /// What the URL names; what it leaves open comes from the object that was sent.
  private Map<String, @Nullable Object> reference() {
    TreeNode metadata =
        notes
            .sent()
            .filter(sent -> !sent.isPatch() && sent.body() instanceof Map<?, ?>)
            .map(sent -> TreeNode.view((Map<?, ?>) sent.body()).at("metadata"))
            .orElseGet(TreeNode::empty);
    Map<String, @Nullable Object> reference = new LinkedHashMap<>();
    put(reference, "resource", request.resource());
    put(reference, "namespace", either(request.namespace(), metadata.text("namespace")));
    put(reference, "name", either(request.name(), metadata.text("name")));
    put(reference, "uid", metadata.text("uid"));
    put(reference, "apiGroup", request.group());
    put(reference, "apiVersion", request.version());
    put(reference, "resourceVersion", metadata.text("resourceVersion"));
    put(reference, "subresource", request.subresource());
    return reference;
  }

  private static String either(String first, String otherwise) {
    return first.isEmpty() ? otherwise : first;
  }

  private @Nullable Object requestObject() {
    if (!decision.level().includes(AuditLevel.REQUEST)) {
      return null;
    }
    return notes
        .sent()
        .map(
            sent ->
                switch (sent.body()) {
                  case Bytes patch -> ofPatch(patch);
                  case Map<?, ?> object ->
                      shown(TreeNode.copyOf(TreeNode.view(object).map()).map());
                  default -> throw new IllegalStateException("neither an object nor a patch");
                })
        .orElse(null);
  }

  /// A patch may be YAML, or not be readable at all.
  private static Object ofPatch(Bytes patch) {
    try {
      byte[] json = TypedForm.yamlToJson(patch.toByteArray());
      Object tree = TypedForm.parse(json).tree();
      return tree == null ? Map.of() : tree;
    } catch (UnreadableException e) {
      return patch.utf8();
    }
  }

  private Object shown(Map<String, @Nullable Object> object) {
    return decision.omitManagedFields() ? withoutManagedFields(object) : object;
  }

  /// Also of the items of a list and of the rows of a table.
  private static Object withoutManagedFields(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(object);
    copy.computeIfPresent("metadata", (_, metadata) -> withoutFields(metadata));
    copy.computeIfPresent("items", (_, items) -> each(items, ""));
    copy.computeIfPresent("rows", (_, rows) -> each(rows, "object"));
    return copy;
  }

  private static @Nullable Object withoutFields(@Nullable Object metadata) {
    if (!(metadata instanceof Map<?, ?> map)) {
      return metadata;
    }
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(map);
    copy.remove("managedFields");
    return copy;
  }

  private static @Nullable Object each(@Nullable Object list, String field) {
    return list instanceof List<?> items
        ? items.stream().map(item -> ofItem(item, field)).toList()
        : list;
  }

  private static @Nullable Object ofItem(@Nullable Object item, String field) {
    if (!(item instanceof Map<?, ?> map)) {
      return item;
    }
    Map<String, @Nullable Object> tree = TreeNode.view(map).map();
    if (field.isEmpty()) {
      return withoutManagedFields(tree);
    }
    Map<String, @Nullable Object> copy = new TreeMap<>(tree);
    copy.computeIfPresent(field, (_, below) -> ofItem(below, ""));
    return copy;
  }
}
