package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.Comparator;

/// Sets the default class of ingresses that name none: of several default classes, the newest.
final class DefaultIngressClass implements AdmissionPlugin {
  private static final String IS_DEFAULT = "ingressclass.kubernetes.io/is-default-class";
  private static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";

  @Override
  public void admit(Attempt attempt) {
    if (!AdmissionPlugins.creates(attempt, "networking.k8s.io/ingresses")) {
      return;
    }
    TreeNode ingress = AdmissionPlugins.object(attempt);
    TreeNode spec = ingress.orCreate("spec");
    if (spec.has("ingressClassName")
        || ingress.at("metadata").at("annotations").has(CLASS_ANNOTATION)) {
      return;
    }
    attempt.stored().list("networking.k8s.io/ingressclasses", "").stream()
        .map(it -> TreeNode.copyOf(it).at("metadata"))
        .filter(metadata -> metadata.at("annotations").text(IS_DEFAULT).equals("true"))
        .min(
            Comparator.comparing((TreeNode it) -> it.text("creationTimestamp"))
                .reversed()
                .thenComparing(it -> it.text("name")))
        .ifPresent(it -> spec.set("ingressClassName", it.text("name")));
  }
}
