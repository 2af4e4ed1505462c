package dev.drover.recipes.children;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import dev.drover.model.apps.v1.DaemonSet;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.apps.v1.StatefulSet;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Restarts the pods of a workload when its configuration changes: the hash of ConfigMaps and
/// Secrets is an annotation of the pod template.
///
/// ```java
/// var config = ConfigMap.named("shop", "prices").with(m -> m.data("tea", "2"));
/// return Generated.of(config, ConfigHash.of(config).on(deployment));
/// ```
///
/// Only the content counts: `data`, `binaryData` and `stringData`, whatever their order.
///
/// @param text the hash
public record ConfigHash(String text) {
  /// The annotation of the pod template.
  public static final String ANNOTATION = "recipes.drover.dev/config-hash";

  /// The hash of the content of these objects.
  public static ConfigHash of(KubernetesObject... configuration) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (KubernetesObject object : configuration) {
        digest.update(content(object));
        digest.update((byte) 0);
      }
      return new ConfigHash(HexFormat.of().formatHex(digest.digest(), 0, 16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// A tree is sorted, so equal content has equal bytes.
  private static byte[] content(KubernetesObject object) {
    DynamicObject whole = DynamicObject.of(object);
    DynamicObject content = DynamicObject.named(whole.gvk(), object.namespace(), object.name());
    for (String field : new String[] {"data", "binaryData", "stringData"}) {
      Object value = whole.get(field).orElse(null);
      content = value == null ? content : content.with(value, field);
    }
    return Codec.of(Kind.ofObject(content)).encode(content, Format.JSON);
  }

  /// The Deployment with this hash.
  public Deployment on(Deployment workload) {
    return workload.with(d -> d.spec(s -> s.template(t -> t.annotation(ANNOTATION, text))));
  }

  /// The StatefulSet with this hash.
  public StatefulSet on(StatefulSet workload) {
    return workload.with(d -> d.spec(s -> s.template(t -> t.annotation(ANNOTATION, text))));
  }

  /// The DaemonSet with this hash.
  public DaemonSet on(DaemonSet workload) {
    return workload.with(d -> d.spec(s -> s.template(t -> t.annotation(ANNOTATION, text))));
  }

  @Override
  public String toString() {
    return text;
  }
}
