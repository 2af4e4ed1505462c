package dev.drover.server.auth;

import dev.drover.api.text.GoText;
import dev.drover.certificates.CertificateRequest;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.kinds.certificates.CertificateSigningRequestStrategy;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/// Checks writes of CertificateSigningRequests: a request records its user, and users that approve
/// or sign need the right to do so for its signer.
///
/// In Go: the plug-ins `CertificateApproval`, `CertificateSigning` and
/// `CertificateSubjectRestriction`, and the part of the strategy that looks at the user and the
/// clock.
public final class CertificateAdmission implements AdmissionPlugin {
  private static final String CLIENT_SIGNER = "kubernetes.io/kube-apiserver-client";

  private final Authorizer authorizer;
  private final InstantSource clock;

  CertificateAdmission(Authorizer authorizer, InstantSource clock) {
    this.authorizer = authorizer;
    this.clock = clock;
  }

  @Override
  public void admit(Attempt attempt) {
    if (!isAbout(attempt)) {
      return;
    }
    TreeNode request = Objects.requireNonNull(attempt.object());
    if (attempt.operation() == Operation.CREATE) {
      setUser(request.orCreate("spec"), attempt.user());
    } else if (attempt.operation() == Operation.UPDATE && !attempt.subresource().isEmpty()) {
      setTimes(request, Objects.requireNonNull(attempt.old()));
    }
  }

  private static boolean isAbout(Attempt attempt) {
    return attempt.resource().storage().name().equals(CertificateSigningRequestStrategy.RESOURCE)
        && attempt.object() != null;
  }

  private static void setUser(TreeNode spec, UserInfo user) {
    List.of("username", "uid", "groups", "extra").forEach(spec::remove);
    spec.set("username", user.name());
    if (!user.uid().isEmpty()) {
      spec.set("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      spec.set("groups", user.groups());
    }
    if (!user.extra().isEmpty()) {
      spec.set("extra", new TreeMap<>(user.extra()));
    }
  }

  private void setTimes(TreeNode request, TreeNode old) {
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    for (TreeNode condition : request.at("status").items("conditions")) {
      if (!condition.has("lastUpdateTime")) {
        condition.set("lastUpdateTime", now);
      }
      if (!condition.has("lastTransitionTime")) {
        condition.set(
            "lastTransitionTime",
            old.at("status").items("conditions").stream()
                .filter(
                    before ->
                        before.text("type").equals(condition.text("type"))
                            && before.text("status").equals(condition.text("status")))
                .map(before -> before.text("lastTransitionTime"))
                .filter(time -> !time.isEmpty())
                .findFirst()
                .orElse(now));
      }
    }
  }

  @Override
  public void validate(Attempt attempt) {
    if (!isAbout(attempt)) {
      return;
    }
    TreeNode request = Objects.requireNonNull(attempt.object());
    if (attempt.operation() == Operation.CREATE && attempt.subresource().isEmpty()) {
      restrictSubject(attempt, request.at("spec"));
    } else if (attempt.operation() == Operation.UPDATE) {
      TreeNode old = Objects.requireNonNull(attempt.old());
      String signer = old.at("spec").text("signerName");
      if (attempt.subresource().equals("approval")) {
        requireSigner(attempt, "approve", signer);
      } else if (attempt.subresource().equals("status") && isSigned(request, old)) {
        requireSigner(attempt, "sign", signer);
      }
    }
  }

  private static boolean isSigned(TreeNode request, TreeNode old) {
    TreeNode after = request.at("status");
    TreeNode before = old.at("status");
    return !after.text("certificate").equals(before.text("certificate"))
        || !after.list("conditions").equals(before.list("conditions"));
  }

  private void requireSigner(Attempt attempt, String verb, String signer) {
    String allOfDomain = signer.split("/", 2)[0] + "/*";
    if (!may(attempt.user(), verb, signer) && !may(attempt.user(), verb, allOfDomain)) {
      throw forbidden(
          attempt,
          "user not permitted to " + verb + " requests with signerName " + GoText.quote(signer));
    }
  }

  private boolean may(UserInfo user, String verb, String signer) {
    return authorizer
        .decide(
            user,
            RequestInfo.onResource(
                verb, "certificates.k8s.io", PolicyRule.ALL, "", "signers", "", signer))
        .isAllowed();
  }

  private static void restrictSubject(Attempt attempt, TreeNode spec) {
    if (!spec.text("signerName").equals(CLIENT_SIGNER)) {
      return;
    }
    String pem = CertificateSigningRequestStrategy.text(spec.text("request"));
    if (CertificateRequest.parse(pem).subject().organizations().contains(UserInfo.MASTERS_GROUP)) {
      throw forbidden(
          attempt, "use of " + CLIENT_SIGNER + " signer with system:masters group is not allowed");
    }
  }

  private static ApiError forbidden(Attempt attempt, String detail) {
    return ApiError.forbidden(attempt.resource().groupResource(), attempt.name(), detail);
  }
}
