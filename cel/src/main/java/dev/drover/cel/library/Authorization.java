package dev.drover.cel.library;

import dev.drover.cel.CelAuthorizer;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.LibraryValue;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Questions to the authorizer.
///
/// In Go: `library.Authz` and `library.AuthzSelectors`.
public final class Authorization {
  private static final String PACKAGE = "kubernetes.authorization.";
  private static final int LONGEST_NAMESPACE = 63;
  private static final int LONGEST_ACCOUNT = 253;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private Authorization() {}

  /// The variable `authorizer`.
  public record Authorizer(CelAuthorizer by) implements LibraryValue {
    @Override
    public String typeName() {
      return PACKAGE + "Authorizer";
    }
  }

  private record PathCheck(CelAuthorizer by, String path) implements LibraryValue {
    @Override
    public String typeName() {
      return PACKAGE + "PathCheck";
    }
  }

  private record GroupCheck(CelAuthorizer by, String group) implements LibraryValue {
    @Override
    public String typeName() {
      return PACKAGE + "GroupCheck";
    }
  }

  /// A question about a resource that lacks the verb.
  public record ResourceCheck(CelAuthorizer by, CelAuthorizer.Check check) implements LibraryValue {
    @Override
    public String typeName() {
      return PACKAGE + "ResourceCheck";
    }
  }

  private record Decision(CelAuthorizer.Decision made) implements LibraryValue {
    @Override
    public String typeName() {
      return PACKAGE + "Decision";
    }
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("authorizer_path", Authorization::path);
    all.put(
        "authorizer_group",
        args ->
            args[0] instanceof Authorizer(CelAuthorizer by) && args[1] instanceof String group
                ? new GroupCheck(by, group)
                : null);
    all.put("authorizer_serviceaccount", Authorization::serviceAccount);
    all.put("groupcheck_resource", Authorization::resource);
    all.put("resourcecheck_subresource", args -> with(args, Part.SUBRESOURCE));
    all.put("resourcecheck_namespace", args -> with(args, Part.NAMESPACE));
    all.put("resourcecheck_name", args -> with(args, Part.NAME));
    all.put("authorizer_fieldselector", args -> with(args, Part.FIELD_SELECTOR));
    all.put("authorizer_labelselector", args -> with(args, Part.LABEL_SELECTOR));
    all.put("check", Authorization::check);
    all.put(
        "decision_allowed",
        args -> args[0] instanceof Decision(var made) ? (Object) made.allowed() : null);
    all.put(
        "decision_reason", args -> args[0] instanceof Decision(var made) ? made.reason() : null);
    all.put("decision_error", args -> args[0] instanceof Decision(var made) ? made.error() : null);
    all.put(
        "decision_errored",
        args -> args[0] instanceof Decision(var made) ? (Object) !made.error().isEmpty() : null);
    alias(all, "path", "authorizer_path");
    alias(all, "group", "authorizer_group");
    alias(all, "serviceAccount", "authorizer_serviceaccount");
    alias(all, "resource", "groupcheck_resource");
    alias(all, "subresource", "resourcecheck_subresource");
    alias(all, "namespace", "resourcecheck_namespace");
    alias(all, "name", "resourcecheck_name");
    alias(all, "fieldSelector", "authorizer_fieldselector");
    alias(all, "labelSelector", "authorizer_labelselector");
    alias(all, "allowed", "decision_allowed");
    alias(all, "reason", "decision_reason");
    alias(all, "error", "decision_error");
    alias(all, "errored", "decision_errored");
  }

  /// Where the checker could not choose the overload, the name of the function finds it.
  private static void alias(Map<String, Functions.Body> all, String name, String overload) {
    Functions.Body body = all.get(overload);
    if (body != null) {
      all.putIfAbsent(name, body);
    }
  }

  private static @Nullable Object path(Object[] args) {
    if (!(args[0] instanceof Authorizer(CelAuthorizer by)) || !(args[1] instanceof String path)) {
      return null;
    }
    return path.isBlank() ? new CelError("path must not be empty") : new PathCheck(by, path);
  }

  private static @Nullable Object resource(Object[] args) {
    if (!(args[0] instanceof GroupCheck(CelAuthorizer by, String group))
        || !(args[1] instanceof String resource)) {
      return null;
    }
    return resource.isBlank()
        ? new CelError("resource must not be empty")
        : new ResourceCheck(
            by, new CelAuthorizer.Check("", "", group, resource, "", "", "", "", ""));
  }

  private static @Nullable Object serviceAccount(Object[] args) {
    if (!(args[0] instanceof Authorizer(CelAuthorizer by))
        || !(args[1] instanceof String namespace)
        || !(args[2] instanceof String name)) {
      return null;
    }
    if (name.length() > LONGEST_ACCOUNT || !SUBDOMAIN.matcher(name).matches()) {
      return new CelError("Invalid service account name");
    }
    if (namespace.length() > LONGEST_NAMESPACE || !LABEL.matcher(namespace).matches()) {
      return new CelError("Invalid service account namespace");
    }
    return new Authorizer(by.serviceAccount(namespace, name));
  }

  private enum Part {
    SUBRESOURCE,
    NAMESPACE,
    NAME,
    FIELD_SELECTOR,
    LABEL_SELECTOR
  }

  private static @Nullable Object with(Object[] args, Part part) {
    if (!(args[0] instanceof ResourceCheck(CelAuthorizer by, CelAuthorizer.Check old))
        || !(args[1] instanceof String text)) {
      return null;
    }
    return new ResourceCheck(
        by,
        new CelAuthorizer.Check(
            "",
            "",
            old.group(),
            old.resource(),
            part == Part.SUBRESOURCE ? text : old.subresource(),
            part == Part.NAMESPACE ? text : old.namespace(),
            part == Part.NAME ? text : old.name(),
            part == Part.FIELD_SELECTOR ? text : old.fieldSelector(),
            part == Part.LABEL_SELECTOR ? text : old.labelSelector()));
  }

  private static @Nullable Object check(Object[] args) {
    if (!(args[1] instanceof String verb)) {
      return null;
    }
    return switch (args[0]) {
      case PathCheck(CelAuthorizer by, String path) ->
          new Decision(by.decide(new CelAuthorizer.Check(path, verb, "", "", "", "", "", "", "")));
      case ResourceCheck(CelAuthorizer by, CelAuthorizer.Check old) ->
          new Decision(
              by.decide(
                  new CelAuthorizer.Check(
                      "",
                      verb,
                      old.group(),
                      old.resource(),
                      old.subresource(),
                      old.namespace(),
                      old.name(),
                      old.fieldSelector(),
                      old.labelSelector())));
      default -> null;
    };
  }
}
