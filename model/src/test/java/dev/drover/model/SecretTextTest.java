package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.Manifests;
import dev.drover.api.PartialObject;
import dev.drover.api.Patch;
import dev.drover.api.RawExtension;
import dev.drover.api.WatchEvent;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.SharedParts;
import dev.drover.model.core.v1.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Nothing that belongs to a Secret is printed, whichever part of it is printed.
class SecretTextTest {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final String YAML =
      """
      apiVersion: v1
      kind: Secret
      metadata:
        name: db
        annotations:
          visible: shown
          %s: '{"stringData":{"p":"hunter2"}}'
      data: {p: aHVudGVyMg==}
      stringData: {p: hunter2, q: hunter2}
      """
          .formatted(LAST_APPLIED);

  private final DynamicObject dynamic = Manifests.parse(YAML).getFirst();
  private final Codec<Secret> codec = Codec.of(Kind.of(Secret.class));
  private final Secret typed = dynamic.as(Secret.class);

  private static void assertHidden(Object... parts) {
    for (Object part : parts) {
      assertThat(String.valueOf(part)).doesNotContain("hunter2", "aHVudGVyMg");
    }
  }

  @Test
  void typedSecretAndItsPartsHideTheirContent() {
    Secret shared =
        codec
            .sharing(new SharedParts(1024))
            .decode(codec.encode(typed, Format.PROTOBUF), Format.PROTOBUF);
    Secret built = Secret.builder().stringData("p", "hunter2").data(typed.data()).build();
    Secret changed = typed.with(s -> s.stringData("r", "hunter2"));
    for (Secret secret : List.of(typed, shared, built, changed)) {
      assertHidden(secret, secret.data(), secret.stringData(), secret.stringData().values());
      assertHidden(secret.stringData().entrySet(), secret.metadata(), secret.data().values());
      assertHidden(List.of(secret), Optional.of(secret.stringData()), Map.of("k", secret));
      assertHidden(new WatchEvent.Added<>(secret), PartialObject.of(secret.metadata()));
      secret.stringData().entrySet().forEach(SecretTextTest::assertHidden);
      new ArrayList<>(secret.stringData().entrySet()).forEach(SecretTextTest::assertHidden);
    }
    assertThat(typed.stringData().toString()).isEqualTo("{p=<redacted>, q=<redacted>}");
    assertThat(typed.stringData()).containsEntry("p", "hunter2");
  }

  @Test
  void annotationWithTheAppliedObjectIsHidden() {
    assertHidden(typed.metadata().annotations(), typed.metadata().annotations().entrySet());
    assertHidden(
        typed.metadata().annotations().values(),
        dynamic.metadata().annotations(),
        dynamic.map("metadata"));
    assertThat(typed.metadata().annotations().toString()).contains("visible=shown", "<redacted>");
  }

  @Test
  void dynamicSecretShowsItsFieldsWithoutTheirContent() {
    assertThat(dynamic.toString())
        .isEqualTo("Secret db {data: {p: <redacted>}, stringData: {p: <redacted>, q: <redacted>}}");
    DynamicObject changed =
        dynamic.with("hunter2", "stringData", "new").with("hunter2", "data", "n");
    for (DynamicObject secret : List.of(dynamic, changed, DynamicObject.of(typed))) {
      assertHidden(secret, secret.fields(), secret.tree(), secret.fields().values());
      assertHidden(secret.fields().entrySet(), secret.tree().entrySet(), secret.tree().values());
      assertHidden(secret.map("stringData"), secret.map("stringData").values());
      assertHidden(secret.get("data"), secret.get("stringData"), secret.map("data").entrySet());
      assertHidden(DynamicObject.ofTree(secret.tree()), RawExtension.of(secret));
    }
  }

  @Test
  void secretsInsideOtherObjectsAreHidden() {
    DynamicObject list =
        DynamicObject.ofTree(
            Map.of("apiVersion", "v1", "kind", "List", "items", List.of(dynamic.tree())));
    assertHidden(list, list.fields(), list.list("items"), list.get("items", "0", "stringData"));
    DynamicObject custom =
        DynamicObject.ofTree(
            Map.of(
                "apiVersion",
                "shop.dev/v1",
                "kind",
                "Database",
                "metadata",
                Map.of("name", "db"),
                "spec",
                Map.of(
                    "password", "hunter2",
                    "apiToken", "hunter2",
                    "secretName", "visible",
                    "env", List.of(Map.of("name", "DB_PASSWORD", "value", "hunter2")))));
    assertHidden(custom, custom.fields(), custom.map("spec"), custom.list("spec", "env"));
    assertThat(custom.toString()).contains("secretName: visible", "password: <redacted>");
  }

  @Test
  void changesOfASecretAreHidden() {
    Secret next = typed.with(s -> s.stringData("p", "hunter2!").data("p", Bytes.ofUtf8("hunter2")));
    Map<String, ?> patch = codec.difference(typed, next);
    assertHidden(patch, Patch.merge(patch), patch.values());
    assertThat(Patch.merge(patch).body().utf8()).contains("hunter2!");
    assertHidden(
        Codec.of(Kind.ofObject(dynamic))
            .difference(dynamic, dynamic.with("hunter2!", "stringData", "p")));
  }

  @Test
  void errorsOfASecretHideItsContent() {
    assertThatThrownBy(() -> dynamic.integer("stringData", "p")).hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> dynamic.with(1, "stringData", "p", "below"))
        .hasMessageNotContaining("hunter2");
    DynamicObject broken = dynamic.with(List.of("hunter2"), "stringData");
    assertHidden(broken);
    assertThatThrownBy(() -> broken.as(Secret.class)).hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> dynamic.with("hunter2", "data", "p").as(Secret.class))
        .hasMessageNotContaining("hunter2");
  }
}
