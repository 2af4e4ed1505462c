package dev.drover.server.admission.match;

import dev.drover.api.GroupVersionResource;
import dev.drover.cel.CelAuthorizer;
import dev.drover.cel.CelRequestResource;
import dev.drover.server.auth.Authorizer;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The value of the variable `authorizer` of expressions, backed by the authorizer of the server.
///
/// @param authorizer decides by the stored roles
public record StoredRoleAuthorizer(Authorizer authorizer) {
  CelAuthorizer of(UserInfo user) {
    return new OfUser(authorizer, user);
  }

  CelRequestResource ofRequest(Attempt attempt, GroupVersionResource resource) {
    return new CelRequestResource(
        of(attempt.user()),
        new CelAuthorizer.Check(
            "",
            "",
            resource.group(),
            resource.resource(),
            attempt.subresource(),
            attempt.namespace(),
            attempt.name(),
            "",
            ""));
  }

  private record OfUser(Authorizer authorizer, UserInfo user) implements CelAuthorizer {
    @Override
    public Decision decide(Check check) {
      Authorizer.Decision decision = authorizer.decide(user, info(check));
      return new Decision(decision.isAllowed(), decision.reason(), "");
    }

    private static RequestInfo info(Check check) {
      return check.path().isEmpty()
          ? new RequestInfo(
              true,
              "",
              check.verb(),
              check.group(),
              "*",
              check.namespace(),
              check.resource(),
              check.subresource(),
              check.name(),
              given(check.fieldSelector()),
              given(check.labelSelector()))
          : RequestInfo.onPath(check.verb(), check.path());
    }

    private static @Nullable String given(String selector) {
      return selector.isEmpty() ? null : selector;
    }

    @Override
    public CelAuthorizer serviceAccount(String namespace, String name) {
      return new OfUser(
          authorizer,
          UserInfo.of(
              "system:serviceaccount:" + namespace + ":" + name,
              List.of(
                  "system:serviceaccounts",
                  "system:serviceaccounts:" + namespace,
                  UserInfo.AUTHENTICATED_GROUP)));
    }
  }
}
