package dev.drover.server.kinds.certificates;

import dev.drover.api.Bytes;
import dev.drover.api.Names;
import dev.drover.api.text.GoText;
import dev.drover.certificates.CertificateRequest;
import dev.drover.certificates.Pem;
import dev.drover.certificates.Tls;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The rules of CertificateSigningRequests: immutable except for approval and certificate, each of
/// which has its own path.
///
/// Admission (`CertificateAdmission`) fills in the user of a request and the times of conditions.
public final class CertificateSigningRequestStrategy implements Strategy {
  public static final String RESOURCE = "certificates.k8s.io/certificatesigningrequests";
  static final List<String> DECISIONS = List.of("Approved", "Denied");

  private static final List<String> FINAL = List.of("Approved", "Denied", "Failed");
  private static final String LEGACY_SIGNER = "kubernetes.io/legacy-unknown";
  private static final long MIN_SECONDS = 600;
  private static final int DOMAIN_LENGTH = 253;
  private static final List<String> USAGES =
      List.of(
          "any",
          "cert sign",
          "client auth",
          "code signing",
          "content commitment",
          "crl sign",
          "data encipherment",
          "decipher only",
          "digital signature",
          "email protection",
          "encipher only",
          "ipsec end system",
          "ipsec tunnel",
          "ipsec user",
          "key agreement",
          "key encipherment",
          "microsoft sgc",
          "netscape sgc",
          "ocsp signing",
          "s/mime",
          "server auth",
          "signing",
          "timestamping");

  /// Which part of the status a write may set.
  private enum Path {
    OBJECT,
    STATUS,
    APPROVAL
  }

  @Override
  public void prepareForCreate(TreeNode request) {
    request.set("status", Map.of());
  }

  @Override
  public void prepareForUpdate(TreeNode request, TreeNode old, String now) {
    keep("spec", request, old);
    keep("status", request, old);
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((request, old, _) -> prepareStatus(request, old))
        .validating(this::validateStatus);
  }

  private void prepareStatus(TreeNode request, TreeNode old) {
    keep("spec", request, old);
    for (String decision : DECISIONS) {
      List<TreeNode> before = conditions(old, decision);
      List<TreeNode> after = conditions(request, decision);
      for (int i = 0; i < after.size() && before.size() == after.size(); i++) {
        after.get(i).map().clear();
        before.get(i).map().forEach(after.get(i)::set);
      }
    }
  }

  /// Writes through `/approval`: only the conditions change.
  public static UpdateStrategy approval() {
    return UpdateStrategy.SUBRESOURCE
        .preparing((request, old, _) -> prepareApproval(request, old))
        .validating((request, old) -> errors(request, old, Path.APPROVAL));
  }

  private static void prepareApproval(TreeNode request, TreeNode old) {
    Object conditions = request.at("status").get("conditions");
    keep("spec", request, old);
    keep("status", request, old);
    TreeNode status = request.orCreate("status");
    if (conditions == null) {
      status.remove("conditions");
    } else {
      status.set("conditions", conditions);
    }
  }

  private static void keep(String field, TreeNode request, TreeNode old) {
    if (old.has(field)) {
      request.set(field, old.get(field));
    } else {
      request.remove(field);
    }
  }

  @Override
  public List<FieldError> validate(TreeNode request) {
    FieldValidator root = FieldValidator.root(request);
    checkSpec(root.child("spec"));
    checkConditions(root.child("status", "conditions"));
    checkCertificate(root.child("status", "certificate"));
    return root.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode request, TreeNode old) {
    return errors(request, old, Path.OBJECT);
  }

  private List<FieldError> validateStatus(TreeNode request, TreeNode old) {
    return errors(request, old, Path.STATUS);
  }

  private static List<FieldError> errors(TreeNode request, TreeNode old, Path path) {
    FieldValidator root = FieldValidator.root(request);
    FieldValidator conditions = root.child("status", "conditions");
    FieldValidator certificate = root.child("status", "certificate");
    boolean isNewCertificate = !certificate.text().equals(old.at("status").text("certificate"));
    checkSpec(root.child("spec"));
    checkConditions(conditions);
    if (isNewCertificate) {
      checkCertificate(certificate);
    }
    for (String type : FINAL) {
      if (conditions(request, type).size() < conditions(old, type).size()) {
        conditions.forbidden("updates may not remove a condition of type " + GoText.quote(type));
      }
    }
    if (path != Path.APPROVAL) {
      for (String type : DECISIONS) {
        if (conditions(request, type).size() > conditions(old, type).size()) {
          conditions.forbidden("updates may not add a condition of type " + GoText.quote(type));
        }
      }
    }
    if (isNewCertificate && path != Path.STATUS) {
      certificate.forbidden("updates may not set certificate content");
    } else if (isNewCertificate && old.at("status").has("certificate")) {
      certificate.forbidden("updates may not modify existing certificate content");
    }
    return root.errors();
  }

  private static List<TreeNode> conditions(TreeNode request, String type) {
    return request.at("status").items("conditions").stream()
        .filter(condition -> condition.text("type").equals(type))
        .toList();
  }

  private static void checkSpec(FieldValidator spec) {
    FieldValidator request = spec.child("request");
    requestProblem(request.text())
        .ifPresent(problem -> request.invalid(request.isBlank() ? null : request.text(), problem));
    FieldValidator usages = spec.child("usages");
    if (usages.size() == 0) {
      usages.required("");
    }
    usages.each(usage -> usage.needOneOf(USAGES));
    Set<String> seen = new HashSet<>();
    usages.each(
        usage -> {
          if (!seen.add(usage.text())) {
            usage.duplicate();
          }
        });
    checkSigner(spec.child("signerName"));
    FieldValidator seconds = spec.child("expirationSeconds");
    if (seconds.isPresent() && seconds.number() < MIN_SECONDS) {
      seconds.invalid("may not specify a duration less than 600 seconds (10 minutes)");
    }
  }

  private static Optional<String> requestProblem(String base64) {
    try {
      return CertificateRequest.parse(text(base64)).signatureProblem();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// The PEM text in a field of bytes.
  public static String text(String base64) {
    return new String(Bytes.ofBase64(base64).toByteArray(), StandardCharsets.UTF_8);
  }

  private static void checkSigner(FieldValidator signer) {
    String name = signer.text();
    if (name.equals(LEGACY_SIGNER)) {
      signer.invalid(name, "the legacy signerName is not allowed via this API version");
      return;
    }
    if (name.isEmpty()) {
      signer.required("");
      return;
    }
    String[] parts = name.split("/", -1);
    if (parts.length != 2) {
      signer.invalid(
          name, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
      return;
    }
    if (parts[0].length() > DOMAIN_LENGTH) {
      signer.tooLong(DOMAIN_LENGTH);
    }
    String[] domain = parts[0].split("\\.", -1);
    checkLabels(signer, parts[0], domain, false);
    if (domain.length < 2) {
      signer.invalid(parts[0], "should be a domain with at least two segments separated by dots");
    }
    checkLabels(signer, parts[1], parts[1].split("\\.", -1), true);
  }

  private static void checkLabels(
      FieldValidator signer, String part, String[] labels, boolean mayBeLong) {
    for (String label : labels) {
      List<String> problems = mayBeLong ? Names.dnsSubdomain(label) : Names.dnsLabel(label);
      problems.forEach(
          problem ->
              signer.invalid(part, "validating label " + GoText.quote(label) + ": " + problem));
      if (!problems.isEmpty()) {
        return; // the others would read the same
      }
    }
  }

  private static void checkConditions(FieldValidator conditions) {
    Set<String> seen = new HashSet<>();
    for (FieldValidator condition : conditions.items()) {
      String type = condition.child("type").text();
      if (type.isEmpty()) {
        condition.child("type").required("");
      }
      FieldValidator status = condition.child("status");
      if (status.isBlank()) {
        status.required("");
      } else {
        status.needOneOf(
            FINAL.contains(type) ? List.of("True") : List.of("False", "True", "Unknown"));
      }
      if (DECISIONS.contains(type) && seen.contains(other(type))) {
        conditions.invalid(type, "Approved and Denied conditions are mutually exclusive");
      }
      if (!seen.add(type)) {
        condition.child("type").duplicate();
      }
    }
  }

  private static String other(String decision) {
    return decision.equals("Approved") ? "Denied" : "Approved";
  }

  private static void checkCertificate(FieldValidator certificate) {
    if (!certificate.isBlank()) {
      certificateProblem(text(certificate.text()))
          .ifPresent(problem -> certificate.invalid("<certificate data>", problem));
    }
  }

  private static Optional<String> certificateProblem(String pem) {
    List<Pem.Block> blocks = Pem.blocks(pem);
    for (Pem.Block block : blocks) {
      if (!block.label().equals("CERTIFICATE")) {
        return Optional.of(
            "only CERTIFICATE PEM blocks are allowed, found " + GoText.quote(block.label()));
      }
      if (block.hasHeaders()) {
        return Optional.of("no PEM block headers are permitted");
      }
      try {
        Tls.certificate(Pem.encode(block.label(), block.content()));
      } catch (GeneralSecurityException e) {
        return Optional.of("x509: malformed certificate");
      }
    }
    return blocks.isEmpty()
        ? Optional.of("must contain at least one CERTIFICATE PEM block")
        : Optional.empty();
  }

  @Override
  public Naming naming() {
    return Naming.ANY;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode request) {
    return Map.of("spec.signerName", request.at("spec").text("signerName"));
  }
}
