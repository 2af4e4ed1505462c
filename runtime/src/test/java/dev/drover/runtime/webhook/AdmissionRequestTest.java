package dev.drover.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.webhook.AdmissionRequest.Operation;
import org.junit.jupiter.api.Test;

/// Requests that unit tests of webhooks make.
class AdmissionRequestTest {
  private final ConfigMap old = ConfigMap.named("shop", "a").with(m -> m.data("scoops", "1"));
  private final ConfigMap now = old.with(m -> m.data("scoops", "9"));

  private static AdmissionResponse validate(AdmissionRequest<ConfigMap> request) {
    request.warn(request.operation() + " by " + request.user().username());
    request.annotate("checked", "yes");
    return request.object().data().get("scoops").equals("9")
        ? AdmissionResponse.deny("too much")
        : AdmissionResponse.allow();
  }

  @Test
  void webhookCanBeCalledWithoutAServer() {
    AdmissionRequest<ConfigMap> request =
        AdmissionRequest.update(old, now).with(r -> r.user("jane", "staff"));
    assertThat(validate(request)).isEqualTo(AdmissionResponse.deny("too much"));
    assertThat(request.warnings()).containsExactly("UPDATE by jane");
    assertThat(request.annotations()).containsEntry("checked", "yes");
    assertThat(validate(AdmissionRequest.create(old))).isEqualTo(AdmissionResponse.allow());
  }

  @Test
  void requestHasTheObjectsOfItsOperation() {
    AdmissionRequest<ConfigMap> created = AdmissionRequest.create(now);
    assertThat(created.operation()).isEqualTo(Operation.CREATE);
    assertThat(created.object()).isEqualTo(now);
    assertThat(created.old()).isEmpty();
    AdmissionRequest<ConfigMap> updated = AdmissionRequest.update(old, now);
    assertThat(updated.operation()).isEqualTo(Operation.UPDATE);
    assertThat(updated.object()).isEqualTo(now);
    assertThat(updated.old()).contains(old);
    AdmissionRequest<ConfigMap> deleted = AdmissionRequest.delete(old);
    assertThat(deleted.operation()).isEqualTo(Operation.DELETE);
    assertThat(deleted.object()).isEqualTo(old);
    assertThat(deleted.old()).contains(old);
  }

  @Test
  void requestIsFilledFromItsObjectAndCanBeChanged() {
    AdmissionRequest<ConfigMap> request = AdmissionRequest.create(now);
    assertThat(request.namespace() + "/" + request.name()).isEqualTo("shop/a");
    assertThat(request.resource().resource()).isEqualTo("configmaps");
    assertThat(request.subresource()).isEmpty();
    assertThat(request.isDryRun()).isFalse();
    assertThat(request.uid()).isNotEmpty().isNotEqualTo(AdmissionRequest.create(now).uid());
    request.warn("not copied");
    AdmissionRequest<ConfigMap> changed =
        request.with(
            r ->
                r.uid("u")
                    .subresource("status")
                    .dryRun(true)
                    .options(RawExtension.ofJson("{\"fieldManager\":\"kubectl\"}")));
    assertThat(changed.uid()).isEqualTo("u");
    assertThat(changed.subresource()).isEqualTo("status");
    assertThat(changed.isDryRun()).isTrue();
    assertThat(changed.options().tree().toString()).contains("kubectl");
    assertThat(changed.object()).isEqualTo(now);
    assertThat(changed.warnings()).isEmpty();
  }
}
