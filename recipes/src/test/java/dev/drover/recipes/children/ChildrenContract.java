package dev.drover.recipes.children;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.certificates.Pem;
import dev.drover.certificates.Tls;
import dev.drover.client.ManualTime;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Children of everyday use.
abstract class ChildrenContract extends OnCluster {
  private final ManualTime clock = new ManualTime(Instant.now());

  @Test
  void secretIsGeneratedOnceAndRotatedWhenItIsOld() {
    GeneratedSecret wanted =
        GeneratedSecret.named(namespace, "password")
            .value("password", GeneratedSecret.text(24))
            .rotateAfter(Duration.ofDays(30));
    GeneratedSecret.Current first = wanted.ensure(client, clock);
    Bytes password = first.secret().data().get("password");
    assertThat(password.utf8()).hasSize(24).matches("[A-Za-z0-9]+");
    assertThat(first.rotatesIn()).contains(Duration.ofDays(30));
    requests.clear();
    clock.advance(Duration.ofDays(29));
    assertThat(wanted.ensure(client, clock).secret()).isEqualTo(first.secret());
    assertThat(requests.writes()).isEmpty();
    clock.advance(Duration.ofDays(2));
    GeneratedSecret.Current second = wanted.ensure(client, clock);
    assertThat(second.secret().data().get("password")).isNotEqualTo(password);
    assertThat(second.rotatesIn()).contains(Duration.ofDays(30));
  }

  @Test
  void valuesOfAnExistingSecretAreKeptAndMissingOnesAreAdded() {
    client.create(
        Secret.named(namespace, "password")
            .with(s -> s.stringData("password", "mine").stringData("other", "x")));
    Secret secret =
        GeneratedSecret.named(namespace, "password")
            .value("password", GeneratedSecret.text(24))
            .value("token", GeneratedSecret.text(8))
            .ensure(client, clock)
            .secret();
    assertThat(secret.data().get("password").utf8()).isEqualTo("mine");
    assertThat(secret.data()).containsOnlyKeys("password", "token", "other");
    assertThat(secret.toString()).doesNotContain("mine");
  }

  private DynamicObject webhooks() {
    return client.create(
        DynamicObject.named(
                new GroupVersionKind(
                    "admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration"),
                "",
                unique)
            .with(
                List.of(
                    Map.of(
                        "name", "a.example.com",
                        "sideEffects", "None",
                        "failurePolicy", "Ignore",
                        "admissionReviewVersions", List.of("v1"),
                        "clientConfig",
                            Map.of("service", Map.of("namespace", namespace, "name", "web")))),
                "webhooks"));
  }

  private String bundle() {
    DynamicObject live =
        client.get(
            client.kindOf(
                DynamicObject.named(
                    new GroupVersionKind(
                        "admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration"),
                    "",
                    unique)),
            ObjectKey.of(unique));
    return new String(
        Base64.getDecoder()
            .decode(live.text("webhooks", "0", "clientConfig", "caBundle").orElseThrow()),
        StandardCharsets.UTF_8);
  }

  private ServingCertificate serving() {
    // tag::serving
    return ServingCertificate.in(namespace, "tls")
        .forService(namespace, "web")
        .validFor(Duration.ofDays(90), Duration.ofDays(30))
        .trustedBy(ServingCertificate.Caller.VALIDATING, unique)
        .trustedBy(ServingCertificate.Caller.CONVERSION, "cones.recipes.drover.dev");
    // end::serving
  }

  private static X509Certificate certificate(Secret secret, String key) throws Exception {
    return Tls.certificate(secret.data().get(key).utf8());
  }

  @Test
  void servingCertificateIsCreatedPublishedKeptAndRenewed() throws Exception {
    webhooks();
    ServingCertificate.Current first = serving().ensure(client, clock);
    X509Certificate one = certificate(first.secret(), "tls.crt");
    one.verify(certificate(first.secret(), "ca.crt").getPublicKey());
    assertThat(one.getSubjectAlternativeNames().toString()).contains("web." + namespace + ".svc");
    assertThat(first.secret().type()).isEqualTo("kubernetes.io/tls");
    assertThat(bundle()).isEqualTo(first.secret().data().get("ca.crt").utf8());
    assertThat(first.renewsIn()).isEqualTo(Duration.ofDays(60));
    requests.clear();
    clock.advance(Duration.ofDays(59));
    serving().ensure(client, clock);
    assertThat(requests.writes()).isEmpty();
    clock.advance(Duration.ofDays(2));
    requests.clear();
    ServingCertificate.Current second = serving().ensure(client, clock);
    assertThat(requests.writes().getFirst())
        .as("trusted before it can be served")
        .contains("validatingwebhookconfigurations");
    assertThat(certificate(second.secret(), "tls.crt")).isNotEqualTo(one);
    assertThat(Pem.blocks(bundle())).as("both are trusted").hasSize(2);
    clock.advance(Duration.ofDays(61));
    serving().ensure(client, clock);
    assertThat(Pem.blocks(bundle())).as("the first has expired").hasSize(2);
  }

  @Test
  void bundleThatAnotherClientRemovedAndOtherNamesAreRepaired() throws Exception {
    DynamicObject webhooks = webhooks();
    Secret first = serving().ensure(client, clock).secret();
    client.patch(webhooks, Patch.json().remove("/webhooks/0/clientConfig/caBundle").build());
    serving().ensure(client, clock);
    assertThat(bundle()).isEqualTo(first.data().get("ca.crt").utf8());
    Secret renamed = serving().forName("other.example.com").ensure(client, clock).secret();
    assertThat(certificate(renamed, "tls.crt").getSubjectAlternativeNames().toString())
        .contains("other.example.com");
  }

  @Test
  void servingCertificateWithoutNamesIsRefused() {
    assertThatThrownBy(() -> ServingCertificate.in(namespace, "x").ensure(client, clock))
        .hasMessageContaining("forService");
  }

  @Test
  void changedConfigurationChangesThePodTemplate() {
    ConfigMap config = ConfigMap.named(namespace, "c").with(m -> m.data("a", "1").data("b", "2"));
    ConfigMap same = ConfigMap.named(namespace, "c").with(m -> m.data("b", "2").data("a", "1"));
    ConfigMap other = config.with(m -> m.data("a", "2"));
    assertThat(ConfigHash.of(config)).isEqualTo(ConfigHash.of(same));
    assertThat(ConfigHash.of(config)).isNotEqualTo(ConfigHash.of(other));
    assertThat(ConfigHash.of(client.create(config)))
        .as("what the server adds does not count")
        .isEqualTo(ConfigHash.of(config));
    Deployment web =
        ConfigHash.of(config)
            .on(
                Deployment.named(namespace, "web")
                    .with(d -> d.spec(s -> s.template(t -> t.label("app", "web")))));
    assertThat(web.spec().template().metadata().annotations())
        .containsEntry(ConfigHash.ANNOTATION, ConfigHash.of(config).text());
    assertThat(web.spec().template().metadata().labels()).containsEntry("app", "web");
  }

  private static Job template(String namespace) {
    return Job.named(namespace, "migrate")
        .with(
            j ->
                j.spec(
                    s ->
                        s.template(
                            t ->
                                t.spec(p -> p.restartPolicy("Never"))
                                    .container("c", c -> c.image("a:1")))));
  }

  @Test
  void jobRunsOncePerGeneration() {
    Deployment owner =
        client.create(
            Deployment.named(namespace, "web")
                .with(
                    d ->
                        d.spec(
                            s ->
                                s.matchLabel("a", "b")
                                    .template(
                                        t ->
                                            t.label("a", "b")
                                                .container("c", c -> c.image("a:1"))))));
    GenerationJob first = GenerationJob.of(owner, template(namespace));
    assertThat(first.job().name()).isEqualTo("migrate-g1");
    assertThat(first.state(client)).isEqualTo(GenerationJob.State.MISSING);
    client.apply(first.job());
    assertThat(first.state(client)).isEqualTo(GenerationJob.State.RUNNING);
    Deployment changed = client.edit(owner, d -> d.with(b -> b.spec(s -> s.replicas(2))));
    assertThat(GenerationJob.of(changed, template(namespace)).job().name()).isEqualTo("migrate-g2");
    assertThatThrownBy(
            () -> GenerationJob.of(Deployment.named(namespace, "new"), template(namespace)))
        .hasMessageContaining("generation");
  }

  @Test
  void jobThatDeletesItselfIsRefused() {
    ConfigMap owner = client.create(ConfigMap.named(namespace, "owner"));
    ConfigMap seen = owner.with(m -> m.metadata(b -> b.generation(1)));
    Job leaving = template(namespace).with(j -> j.spec(s -> s.ttlSecondsAfterFinished(60)));
    assertThatThrownBy(() -> GenerationJob.of(seen, leaving))
        .hasMessageContaining("ttlSecondsAfterFinished");
  }

  @Test
  void configurationsOfOneNameAreAllTrusted() {
    DynamicObject validating = client.create(hooks("ValidatingWebhookConfiguration"));
    DynamicObject mutating = client.create(hooks("MutatingWebhookConfiguration"));
    Secret secret =
        ServingCertificate.in(namespace, "tls")
            .forService(namespace, "web")
            .trustedBy(ServingCertificate.Caller.VALIDATING, unique + "-both")
            .trustedBy(ServingCertificate.Caller.MUTATING, unique + "-both")
            .ensure(client, clock)
            .secret();
    for (DynamicObject one : List.of(validating, mutating)) {
      DynamicObject now = client.get(client.kindOf(one), one.key());
      assertThat(now.text("webhooks", "0", "clientConfig", "caBundle"))
          .as(one.gvk().kind())
          .contains(Base64.getEncoder().encodeToString(secret.data().get("ca.crt").toByteArray()));
      client.delete(now);
    }
  }

  private DynamicObject hooks(String kind) {
    return DynamicObject.named(
            new GroupVersionKind("admissionregistration.k8s.io", "v1", kind), "", unique + "-both")
        .with(
            List.of(
                Map.of(
                    "name",
                    "a.example.com",
                    "sideEffects",
                    "None",
                    "admissionReviewVersions",
                    List.of("v1"),
                    "clientConfig",
                    Map.of("service", Map.of("namespace", namespace, "name", "web")))),
            "webhooks");
  }

  @Test
  void objectIsDeletedWhenItsTimeToLiveEnds() throws Exception {
    Manager manager = manager("ttl", o -> o.namespaces(namespace).time(clock));
    manager
        .controllerFor(Secret.class)
        .complete(
            TimeToLive.<Secret>of(
                Duration.ofHours(1),
                secret -> secret.metadata().annotation("done").map(Instant::parse),
                (_, _) -> Result.done()));
    manager.start();
    client.create(Secret.named(namespace, "forever"));
    client.create(
        Secret.named(namespace, "short")
            .with(s -> s.annotation("done", clock.instant().toString())));
    manager.settle(SOON);
    clock.advance(Duration.ofMinutes(59));
    manager.settle(SOON);
    assertThat(names(Secret.KIND, namespace)).containsExactly("forever", "short");
    clock.advance(Duration.ofMinutes(2));
    eventually("gone", () -> names(Secret.KIND, namespace).size() == 1);
    assertThat(names(Secret.KIND, namespace)).containsExactly("forever");
  }
}
