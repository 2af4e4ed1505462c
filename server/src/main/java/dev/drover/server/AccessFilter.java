package dev.drover.server;

import dev.drover.server.auth.AccessControl;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.flowcontrol.FlowSchemas;
import dev.drover.server.http.RequestFilter;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/// Authenticates and authorizes requests, and classifies them into flows.
record AccessFilter(AccessControl access, FlowSchemas flows) implements RequestFilter {
  @Override
  public UserInfo identify(
      Map<String, List<String>> headers, List<X509Certificate> chain, RequestInfo request) {
    UserInfo caller = access.authenticator().authenticate(headers, chain);
    return access.impersonation().impersonated(caller, request, headers);
  }

  @Override
  public Map<String, String> headers(UserInfo user, RequestInfo request) {
    return flows
        .find(user, request)
        .map(
            flow ->
                Map.of(
                    "X-Kubernetes-Pf-Flowschema-Uid", flow.schemaUid(),
                    "X-Kubernetes-Pf-Prioritylevel-Uid", flow.levelUid()))
        .orElse(Map.of());
  }

  @Override
  public void require(UserInfo user, RequestInfo request) {
    access.authorizer().require(user, request);
  }
}
