package dev.drover.server;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One event of the audit log: what happened to a request at one of its stages.
///
/// ```java
/// if (event.stage().equals("ResponseComplete") && event.verb().equals("delete")) …
/// ```
///
/// The methods name what tests ask for most; [#json] has all of it, as `audit.k8s.io/v1.Event`.
public final class AuditEvent {
  private final Map<String, @Nullable Object> tree;
  private final TreeNode event; // a view of the tree

  AuditEvent(Map<String, @Nullable Object> tree) {
    this.tree = tree;
    this.event = TreeNode.view(tree);
  }

  /// `Metadata`, `Request` or `RequestResponse`.
  public String level() {
    return event.text("level");
  }

  /// `RequestReceived`, `ResponseStarted`, `ResponseComplete` or `Panic`.
  public String stage() {
    return event.text("stage");
  }

  /// The same for all events of a request, and its header `Audit-Id`.
  public String auditId() {
    return event.text("auditID");
  }

  /// `get`, `list`, `create` …; for paths that are no resources the method.
  public String verb() {
    return event.text("verb");
  }

  /// Path and query as they were sent.
  public String requestUri() {
    return event.text("requestURI");
  }

  /// The name of the caller.
  public String user() {
    return event.at("user").text("username");
  }

  /// The status code of the answer; 0 before there is one.
  public int code() {
    return (int) event.at("responseStatus").number("code", 0);
  }

  /// The annotations, such as `authorization.k8s.io/decision`.
  public Map<String, String> annotations() {
    return event.textMap("annotations");
  }

  /// The object that was sent, as JSON, if the level shows it.
  public Optional<Bytes> requestObject() {
    return Optional.ofNullable(tree.get("requestObject")).map(AuditEvent::json);
  }

  /// The object that was answered, as JSON, if the level shows it.
  public Optional<Bytes> responseObject() {
    return Optional.ofNullable(tree.get("responseObject")).map(AuditEvent::json);
  }

  private static Bytes json(Object value) {
    return RawExtension.ofTree(value).raw();
  }

  /// The whole event.
  public Bytes json() {
    return RawExtension.ofTree(tree).raw();
  }

  @Override
  public String toString() {
    return "%s %s %s by %s: %d".formatted(stage(), verb(), requestUri(), user(), code());
  }
}
