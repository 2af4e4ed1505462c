package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Validates probes and lifecycle hooks of containers.
final class ProbeValidation {
  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
  private static final List<String> NUMBERS =
      List.of(
          "initialDelaySeconds",
          "timeoutSeconds",
          "periodSeconds",
          "successThreshold",
          "failureThreshold");

  private ProbeValidation() {}

  /// Checks everything that watches over a running container.
  static void check(FieldValidator container, PodContext context) {
    FieldValidator lifecycle = container.child("lifecycle");
    lifecycle.child("postStart").ifPresent(handler -> checkHook(handler, context));
    lifecycle.child("preStop").ifPresent(handler -> checkHook(handler, context));
    container.child("livenessProbe").ifPresent(ProbeValidation::checkSingleSuccess);
    container.child("readinessProbe").ifPresent(ProbeValidation::checkReadiness);
    container.child("startupProbe").ifPresent(ProbeValidation::checkSingleSuccess);
  }

  private static void checkSingleSuccess(FieldValidator probe) {
    checkProbe(probe);
    FieldValidator threshold = probe.child("successThreshold");
    if (threshold.number() != 1) {
      threshold.invalid("must be 1");
    }
  }

  private static void checkReadiness(FieldValidator probe) {
    checkProbe(probe);
    probe
        .child("terminationGracePeriodSeconds")
        .ifPresent(period -> period.invalid("must not be set for readinessProbes"));
  }

  private static void checkProbe(FieldValidator probe) {
    boolean isFirst = true;
    for (String type : List.of("exec", "httpGet", "tcpSocket", "grpc")) {
      isFirst = checkHandler(probe, type, isFirst);
    }
    needHandler(probe, isFirst);
    NUMBERS.forEach(name -> probe.child(name).needNonNegative());
    FieldValidator period = probe.child("terminationGracePeriodSeconds");
    if (period.isPresent() && period.number() <= 0) {
      period.invalid("must be greater than 0");
    }
  }

  private static void checkHook(FieldValidator hook, PodContext context) {
    boolean isFirst = true;
    for (String type : List.of("exec", "httpGet", "tcpSocket", "sleep")) {
      isFirst = checkHandler(hook, type, isFirst);
    }
    if (hook.has("sleep") && hook.size() == 1) {
      checkSleep(hook.child("sleep"), context.spec().number("terminationGracePeriodSeconds", 0));
    }
    needHandler(hook, isFirst);
  }

  private static boolean checkHandler(FieldValidator handler, String type, boolean isFirst) {
    FieldValidator action = handler.child(type);
    if (!action.isPresent()) {
      return isFirst;
    }
    if (!isFirst) {
      action.forbidden("may not specify more than 1 handler type");
      return false;
    }
    switch (type) {
      case "exec" -> checkExec(action);
      case "httpGet" -> checkHttpGet(action);
      case "tcpSocket" -> checkPort(action.child("port"));
      case "grpc" -> checkPort(action.child("port"));
      default -> {} // sleep depends on the pod
    }
    return false;
  }

  private static void needHandler(FieldValidator handler, boolean isMissing) {
    if (isMissing) {
      handler.required("must specify a handler type");
    }
  }

  private static void checkExec(FieldValidator exec) {
    if (exec.child("command").size() == 0) {
      exec.child("command").required("");
    }
  }

  private static void checkHttpGet(FieldValidator get) {
    get.child("path").needText();
    checkPort(get.child("port"));
    get.child("scheme").needOneOf(SCHEMES);
    FieldValidator headers = get.child("httpHeaders");
    headers.each(
        header -> header.child("name").as(headers.path()).checkText(StringFormats::httpHeader));
  }

  /// A port by number or by name.
  private static void checkPort(FieldValidator port) {
    if (port.value() instanceof String name) {
      port.invalid(StringFormats.portName(name));
    } else {
      StringFormats.portNumber(port.number())
          .forEach(complaint -> port.invalid(port.number(), complaint));
    }
  }

  private static void checkSleep(FieldValidator sleep, long gracePeriod) {
    long seconds = sleep.child("seconds").number();
    if (seconds < 0 || seconds > gracePeriod) {
      sleep.invalid(
          seconds,
          "must be non-negative and less than terminationGracePeriodSeconds (" + gracePeriod + ")");
    }
  }
}
