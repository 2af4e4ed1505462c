package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the containers of a pod: the rules of all containers, and those of each sort.
public final class ContainerValidation {
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final String SIDECARS_ONLY =
      "may not be set for init containers without restartPolicy=Always";

  private ContainerValidation() {}

  static void check(FieldValidator spec, PodContext context) {
    FieldValidator containers = spec.child("containers");
    if (containers.size() == 0) {
      containers.required("");
    }
    checkContainers(containers, context);
    checkInitContainers(spec, context);
    EphemeralContainerValidation.check(spec, context);
  }

  private static void checkContainers(FieldValidator containers, PodContext context) {
    Set<String> names = new HashSet<>();
    for (FieldValidator container : containers.items()) {
      checkCommon(container, context);
      checkUnique(container.child("name"), names);
      ProbeValidation.check(container, context);
      RestartPolicyValidation.check(container, false);
    }
    checkHostPorts(containers, containers.items());
  }

  private static void checkInitContainers(FieldValidator spec, PodContext context) {
    Set<String> names = names(spec.child("containers"));
    FieldValidator containers = spec.child("initContainers");
    for (FieldValidator container : containers.items()) {
      checkCommon(container, context);
      RestartPolicyValidation.check(container, true);
      FieldValidator name = container.child("name");
      if (names.contains(name.text())) {
        name.duplicate(name.text());
      } else if (!name.isBlank()) {
        names.add(name.text());
      }
      // They run one after another, so each has all ports for itself. Complaints about the first
      // one's place are Kubernetes' way.
      checkHostPorts(containers, List.of(container));
      if (PodResources.isSidecar(container.node())) {
        ProbeValidation.check(container, context);
      } else {
        for (String field :
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
          container.child(field).ifPresent(f -> f.forbidden(SIDECARS_ONLY));
        }
        container.child("resizePolicy").each(ContainerValidation::checkInitResize);
      }
    }
  }

  private static void checkInitResize(FieldValidator policy) {
    FieldValidator restart = policy.child("restartPolicy");
    if (restart.text().equals("RestartContainer")) {
      restart.invalidTyped("must not be set to 'RestartContainer' for non-sidecar initContainers");
    }
  }

  public static Set<String> names(FieldValidator containers) {
    Set<String> names = new HashSet<>();
    containers.each(container -> names.add(container.child("name").text()));
    return names;
  }

  static void checkUnique(FieldValidator name, Set<String> names) {
    if (!names.add(name.text())) {
      name.duplicate(name.text());
    }
  }

  /// What holds for containers of every sort.
  static void checkCommon(FieldValidator container, PodContext context) {
    FieldValidator name = container.child("name");
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    container.child("image").needText();
    FieldValidator messages = container.child("terminationMessagePolicy");
    if (messages.needText()) {
      messages.needOneOf(List.of("File", "FallbackToLogsOnError"));
    }
    checkPorts(container.child("ports"));
    EnvValidation.check(container);
    MountValidation.check(container, context);
    checkPullPolicy(container.child("imagePullPolicy"));
    PodResourceValidation.checkContainer(container.child("resources"), context);
    PodResourceValidation.checkResizePolicy(
        container.child("resizePolicy"), context.spec().text("restartPolicy"));
    SecurityContextValidation.checkContainer(
        container.child("securityContext"), context.hasHostUsers());
  }

  static void checkPullPolicy(FieldValidator policy) {
    if (policy.needText()) {
      policy.needOneOf(PULL_POLICIES);
    }
  }

  private static void checkPorts(FieldValidator ports) {
    Set<String> names = new HashSet<>();
    for (FieldValidator port : ports.items()) {
      FieldValidator name = port.child("name");
      if (!name.isBlank()) {
        List<String> complaints = StringFormats.portName(name.text());
        name.invalid(complaints);
        if (complaints.isEmpty()) {
          checkUnique(name, names);
        }
      }
      FieldValidator number = port.child("containerPort");
      if (number.number() == 0) {
        number.required("");
      } else {
        number.invalid(StringFormats.portNumber(number.number()));
      }
      FieldValidator hostPort = port.child("hostPort");
      if (hostPort.number() != 0) {
        hostPort.invalid(StringFormats.portNumber(hostPort.number()));
      }
      if (port.child("protocol").needText()) {
        port.child("protocol").needOneOf(PROTOCOLS);
      }
    }
  }

  /// No two containers may ask for the same port of the host.
  ///
  /// @param list the list that complaints number the containers in
  private static void checkHostPorts(FieldValidator list, List<FieldValidator> containers) {
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < containers.size(); i++) {
      FieldValidator ports =
          containers.get(i).child("ports").as(list.path().index(i).child("ports"));
      for (FieldValidator port : ports.items()) {
        FieldValidator hostPort = port.child("hostPort");
        String key =
            port.child("protocol").text()
                + "/"
                + port.child("hostIP").text()
                + "/"
                + hostPort.number();
        if (hostPort.number() != 0 && !taken.add(key)) {
          hostPort.duplicate(key);
        }
      }
    }
  }

  /// What holds for containers of pods, but not of templates, for the sake of old templates.
  static void checkOnlyForPod(FieldValidator container) {
    FieldValidator image = container.child("image");
    if (!image.text().equals(image.text().strip())) {
      image.invalid("must not have leading or trailing whitespace");
    }
  }
}
