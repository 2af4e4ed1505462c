// No order has more than five scoops, and an order without a flavor gets vanilla.
//   ./drover run examples/ValidatingWebhook.java             on an API server of its own
//   ./drover run --cluster examples/ValidatingWebhook.java   on yours, if it is on this machine
//
// An API server calls webhooks where the registration below says.

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.client.ClientConfig;
import dev.drover.client.TlsCertificate;
import dev.drover.runtime.Component;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Phase;
import dev.drover.runtime.webhook.AdmissionResponse;
import dev.drover.runtime.webhook.Webhook;
import org.jspecify.annotations.Nullable;

@CustomResource(group = "shop.example.com", version = "v1")
record Cone(ObjectMeta metadata, Spec spec) implements KubernetesObject {
  record Spec(int scoops, @Nullable String flavor) {}

  Cone inVanilla() {
    return spec.flavor == null ? new Cone(metadata, new Spec(spec.scoops, "vanilla")) : this;
  }
}

void main(String[] args) throws Exception {
  // In a cluster, cert-manager writes tls.crt and tls.key into a folder: certificates(folder).
  var authority = new CertificateAuthority("cones", java.time.InstantSource.system());
  var made =
      authority.forServer(
          List.of("localhost"), List.of(java.net.InetAddress.getLoopbackAddress()));
  var certificate = TlsCertificate.ofPem(made.certificatePem(), made.keyPem());
  var options = ManagerOptions.defaults().with(o -> o.webhooks(w -> w.certificate(certificate)));

  try (var manager = Manager.connect("cones", ClientConfig.fromArgs(args), options)) {
    manager.install(Cone.class);
    // tag::webhooks
    manager.webhooks(
        Webhook.mutate(Cone.class, request -> request.object().inVanilla()),
        Webhook.validate(
            Cone.class,
            request ->
                request.object().spec().scoops() > 5
                    ? AdmissionResponse.invalid("spec.scoops", "at most 5")
                    : AdmissionResponse.allow()));
    // end::webhooks
    var caBundle =
        Base64.getEncoder().encodeToString(authority.certificatePem().getBytes(US_ASCII));
    // Not before the webhooks are served: from then on the API server stores no cone without them.
    manager.add(Phase.ALWAYS, Component.of("registration", () -> register(manager, caBundle)));
    manager.run();
  }
}

void register(Manager manager, String caBundle) {
  for (String kind : List.of("Mutating", "Validating")) {
    String path = kind.equals("Mutating") ? "mutate" : "validate";
    manager.client().live().apply(Manifests.parse(registration(kind, path, caBundle)));
  }
}

String registration(String kind, String path, String caBundle) {
  return """
  apiVersion: admissionregistration.k8s.io/v1
  kind: %1$sWebhookConfiguration
  metadata: {name: cones}
  webhooks:
  - name: %2$s.shop.example.com
    clientConfig:
      url: https://127.0.0.1:9443/%2$s-shop-example-com-v1-cone
      caBundle: %3$s
    rules:
    - {apiGroups: [shop.example.com], apiVersions: [v1], resources: [cones], operations: [CREATE, UPDATE]}
    sideEffects: None
    admissionReviewVersions: [v1]
  """
      .formatted(kind, path, caBundle);
}
