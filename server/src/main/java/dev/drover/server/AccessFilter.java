package dev.drover.server;

import dev.drover.server.auth.AccessControl;
import dev.drover.server.auth.Authorizer;
import dev.drover.server.core.ActingUser;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.flowcontrol.Flow;
import dev.drover.server.flowcontrol.FlowControl;
import dev.drover.server.flowcontrol.Seat;
import dev.drover.server.http.RequestFilter;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Authenticates and authorizes requests, and queues them by priority and fairness.
record AccessFilter(AccessControl access, FlowControl flows) implements RequestFilter {
  @Override
  public UserInfo authenticate(Map<String, List<String>> headers, List<X509Certificate> chain) {
    return access.authenticator().authenticate(headers, chain);
  }

  @Override
  public ActingUser impersonate(
      UserInfo caller, RequestInfo request, Map<String, List<String>> headers) {
    return access.impersonation().impersonated(caller, request, headers);
  }

  @Override
  public Optional<Flow> flow(UserInfo user, RequestInfo request) {
    return flows.find(user, request);
  }

  @Override
  public Optional<Seat> await(Flow flow) throws InterruptedException {
    return flows.await(flow);
  }

  @Override
  public void require(UserInfo user, RequestInfo request, CallNotes notes) {
    Authorizer.Decision decision = access.authorizer().decide(user, request);
    notes.annotate("authorization.k8s.io/decision", decision.isAllowed() ? "allow" : "forbid");
    notes.annotate("authorization.k8s.io/reason", decision.reason());
    if (!decision.isAllowed()) {
      throw Authorizer.forbidden(user, request, decision.reason());
    }
  }
}
