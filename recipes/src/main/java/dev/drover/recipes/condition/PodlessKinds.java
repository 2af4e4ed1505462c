package dev.drover.recipes.condition;

import dev.drover.api.GroupKind;
import java.util.Map;

/// The status rules of kstatus for built-in kinds that run no pods.
final class PodlessKinds {
  static final Map<GroupKind, StatusRule> RULES =
      Map.of(
          new GroupKind("", "PersistentVolumeClaim"),
          PodlessKinds::claim,
          new GroupKind("", "Service"),
          PodlessKinds::service,
          new GroupKind("", "Namespace"),
          _ -> Summary.ready(""), // one that terminates is being deleted
          new GroupKind("", "ConfigMap"),
          _ -> Summary.ready(""),
          new GroupKind("", "Secret"),
          _ -> Summary.ready(""),
          new GroupKind("batch", "CronJob"),
          _ -> Summary.ready(""),
          new GroupKind("policy", "PodDisruptionBudget"),
          _ -> Summary.ready(""), // one that forbids disruptions does what it is for
          new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition"),
          PodlessKinds::definition);

  private PodlessKinds() {}

  private static Summary claim(StatusView view) {
    String phase = view.textOr("unknown", "status", "phase");
    return phase.equals("Bound")
        ? Summary.ready("")
        : Summary.progressing("the claim is not bound, its phase is " + phase);
  }

  private static Summary service(StatusView view) {
    boolean lacksAddress =
        view.textOr("", "spec", "type").equals("LoadBalancer")
            && view.textOr("", "spec", "clusterIP").isEmpty();
    return lacksAddress
        ? Summary.progressing("the service has no cluster IP yet")
        : Summary.ready("");
  }

  private static Summary definition(StatusView view) {
    for (String type : view.types()) { // in their order, as kstatus
      if (type.equals("NamesAccepted") && view.is(type, "False")) {
        return Summary.failed(view.text(type));
      }
      if (type.equals("Established")) {
        if (view.is(type, "False") && !view.hasReason(type, "Installing")) {
          return Summary.failed(view.text(type));
        }
        if (view.isTrue(type)) {
          return Summary.ready("");
        }
      }
    }
    return Summary.progressing("the kind is not established yet");
  }
}
