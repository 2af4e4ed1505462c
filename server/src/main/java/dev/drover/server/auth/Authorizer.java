package dev.drover.server.auth;

import dev.drover.api.GroupResource;
import dev.drover.api.text.GoText;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.strategy.StoredObjects;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Authorizes requests by the stored roles and bindings; members of `system:masters` may do
/// everything.
///
/// ```java
/// authorizer.require(call.user(), call.info());   // 403 with Kubernetes' text, or nothing
/// ```
///
/// Unlike kube-apiserver, which sees a new binding a moment later, a decision is always made on
/// what is stored. Safe for any number of threads.
///
/// In Go: `authorizer.Authorizer` with `--authorization-mode=RBAC`.
public final class Authorizer {
  /// What was decided.
  ///
  /// @param reason why, as an access review shows it; may be empty
  public record Decision(boolean isAllowed, String reason) {}

  private final Supplier<StoredObjects> stored;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  /// The policy that was read last, and from what.
  private record Known(StoredObjects state, RbacPolicy policy) {}

  /// Decides by what is stored.
  ///
  /// @param stored gives everything as it is at the moment; the same object as long as nothing
  ///   changes
  public Authorizer(Supplier<StoredObjects> stored) {
    this.stored = stored;
  }

  /// Refuses what the user may not do.
  ///
  /// @throws ApiError 403, in Kubernetes' words
  public void require(UserInfo user, RequestInfo request) {
    Decision decision = decide(user, request);
    if (!decision.isAllowed) {
      throw forbidden(user, request, decision.reason);
    }
  }

  public Decision decide(UserInfo user, RequestInfo request) {
    if (user.groups().contains(UserInfo.MASTERS_GROUP)) {
      return new Decision(true, "");
    }
    Search search = new Search(request);
    policy().visitRules(user, request.namespace(), search);
    return search.decision();
  }

  /// The policy of this moment.
  @SuppressWarnings("ReferenceEquality") // a state that is the same has not changed
  RbacPolicy policy() {
    StoredObjects state = stored.get();
    Known last = known.get();
    if (last != null && last.state == state) {
      return last.policy;
    }
    RbacPolicy policy = last == null ? RbacPolicy.of(state) : last.policy.updated(state);
    known.set(new Known(state, policy));
    return policy;
  }

  /// The error of a client without the permission.
  public static ApiError forbidden(UserInfo user, RequestInfo request, String reason) {
    String message = escaped(describe(user, request));
    return ApiError.forbidden(
        new GroupResource(request.group(), request.resource()),
        request.name(),
        reason.isEmpty() ? message : message + ": " + reason);
  }

  private static String describe(UserInfo user, RequestInfo request) {
    if (!request.isResource()) {
      return "User %s cannot %s path %s"
          .formatted(GoText.quote(user.name()), request.verb(), GoText.quote(request.path()));
    }
    String resource =
        request.subresource().isEmpty()
            ? request.resource()
            : request.resource() + "/" + request.subresource();
    return "User %s cannot %s resource %s in API group %s %s"
        .formatted(
            GoText.quote(user.name()),
            request.verb(),
            GoText.quote(resource),
            GoText.quote(request.group()),
            request.namespace().isEmpty()
                ? "at the cluster scope"
                : "in the namespace " + GoText.quote(request.namespace()));
  }

  /// Names come from outside; a browser must not take them for HTML.
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /// Looks for the first rule that allows a request.
  private static final class Search implements RbacPolicy.Visitor {
    private final RequestInfo request;
    private final SequencedSet<String> problems = new LinkedHashSet<>();
    private @Nullable String reason;

    Search(RequestInfo request) {
      this.request = request;
    }

    @Override
    public boolean rule(RbacPolicy.Binding binding, RbacPolicy.Subject subject, PolicyRule rule) {
      if (!rule.allows(request)) {
        return true;
      }
      reason = "RBAC: allowed by " + binding.describe(subject);
      return false;
    }

    @Override
    public void problem(String text) {
      problems.add(text);
    }

    Decision decision() {
      return reason != null
          ? new Decision(true, reason)
          : new Decision(false, problems.isEmpty() ? "" : "RBAC: " + GoText.aggregate(problems));
    }
  }
}
