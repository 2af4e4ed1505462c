package dev.drover.recipes.condition;

import dev.drover.api.GroupKind;
import java.util.Map;

/// The rules for built-in kinds that run no pods, as kstatus has them.
final class OtherKinds {
  static final Map<GroupKind, StatusRule> RULES =
      Map.of(
          new GroupKind("", "PersistentVolumeClaim"),
          OtherKinds::claim,
          new GroupKind("", "Service"),
          OtherKinds::service,
          new GroupKind("", "Namespace"),
          _ -> Summary.ready(""), // one that terminates is being deleted
          new GroupKind("batch", "CronJob"),
          _ -> Summary.ready(""),
          new GroupKind("policy", "PodDisruptionBudget"),
          OtherKinds::budget,
          new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition"),
          OtherKinds::definition);

  private OtherKinds() {}

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

  private static Summary budget(StatusView view) {
    long healthy = view.numberOr(0, "status", "currentHealthy");
    long wanted = view.numberOr(0, "status", "desiredHealthy");
    return view.number("status", "observedGeneration").isEmpty()
        ? Summary.progressing("the controller has not seen it yet")
        : healthy < wanted
            ? Summary.progressing("healthy pods: %d of %d".formatted(healthy, wanted))
            : Summary.ready("");
  }

  private static Summary definition(StatusView view) {
    if (view.is("NamesAccepted", "False")) {
      return Summary.failed(view.text("NamesAccepted"));
    }
    if (view.is("Established", "False") && !view.hasReason("Established", "Installing")) {
      return Summary.failed(view.text("Established"));
    }
    return view.isTrue("Established")
        ? Summary.ready("")
        : Summary.progressing("the kind is not established yet");
  }
}
