package dev.drover.server.workloads;

import dev.drover.api.Names;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What all containers of a pod have to observe, and what each sort of them.
final class ContainerRules {
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final String SIDECARS_ONLY =
      "may not be set for init containers without restartPolicy=Always";

  private ContainerRules() {}

  static void check(Place spec, PodContext context) {
    Place containers = spec.child("containers");
    if (containers.size() == 0) {
      containers.required("");
    }
    checkContainers(containers, context);
    checkInitContainers(spec, context);
    EphemeralContainerRules.check(spec, context);
  }

  private static void checkContainers(Place containers, PodContext context) {
    Set<String> names = new HashSet<>();
    for (Place container : containers.items()) {
      checkCommon(container, context);
      checkUnique(container.child("name"), names);
      ProbeRules.check(container, context);
      RestartRules.check(container, false);
    }
    checkHostPorts(containers, containers.items());
  }

  private static void checkInitContainers(Place spec, PodContext context) {
    Set<String> names = names(spec.child("containers"));
    Place containers = spec.child("initContainers");
    for (Place container : containers.items()) {
      checkCommon(container, context);
      RestartRules.check(container, true);
      Place name = container.child("name");
      if (names.contains(name.text())) {
        name.duplicate(name.text());
      } else if (!name.isBlank()) {
        names.add(name.text());
      }
      // They run one after another, so each has all ports for itself. Complaints about the first
      // one's place are Kubernetes' way.
      checkHostPorts(containers, List.of(container));
      if (PodResources.isSidecar(container.node())) {
        ProbeRules.check(container, context);
      } else {
        for (String field :
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
          container.child(field).ifPresent(f -> f.forbidden(SIDECARS_ONLY));
        }
        container.child("resizePolicy").each(ContainerRules::checkInitResize);
      }
    }
  }

  private static void checkInitResize(Place policy) {
    Place restart = policy.child("restartPolicy");
    if (restart.text().equals("RestartContainer")) {
      restart.invalidTyped("must not be set to 'RestartContainer' for non-sidecar initContainers");
    }
  }

  static Set<String> names(Place containers) {
    Set<String> names = new HashSet<>();
    containers.each(container -> names.add(container.child("name").text()));
    return names;
  }

  static void checkUnique(Place name, Set<String> names) {
    if (!names.add(name.text())) {
      name.duplicate(name.text());
    }
  }

  /// What holds for containers of every sort.
  static void checkCommon(Place container, PodContext context) {
    Place name = container.child("name");
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    container.child("image").needText();
    Place messages = container.child("terminationMessagePolicy");
    if (messages.needText()) {
      messages.needOneOf(List.of("File", "FallbackToLogsOnError"));
    }
    checkPorts(container.child("ports"));
    EnvRules.check(container);
    MountRules.check(container, context);
    checkPullPolicy(container.child("imagePullPolicy"));
    PodResourceRules.checkContainer(container.child("resources"), context);
    PodResourceRules.checkResizePolicy(
        container.child("resizePolicy"), context.spec().text("restartPolicy"));
    SecurityRules.checkContainer(container.child("securityContext"), context.hasHostUsers());
  }

  static void checkPullPolicy(Place policy) {
    if (policy.needText()) {
      policy.needOneOf(PULL_POLICIES);
    }
  }

  private static void checkPorts(Place ports) {
    Set<String> names = new HashSet<>();
    for (Place port : ports.items()) {
      Place name = port.child("name");
      if (!name.isBlank()) {
        List<String> complaints = Formats.portName(name.text());
        name.invalid(complaints);
        if (complaints.isEmpty()) {
          checkUnique(name, names);
        }
      }
      Place number = port.child("containerPort");
      if (number.number() == 0) {
        number.required("");
      } else {
        number.invalid(Formats.portNumber(number.number()));
      }
      Place hostPort = port.child("hostPort");
      if (hostPort.number() != 0) {
        hostPort.invalid(Formats.portNumber(hostPort.number()));
      }
      if (port.child("protocol").needText()) {
        port.child("protocol").needOneOf(PROTOCOLS);
      }
    }
  }

  /// No two containers may ask for the same port of the host.
  ///
  /// @param list the list that complaints number the containers in
  private static void checkHostPorts(Place list, List<Place> containers) {
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < containers.size(); i++) {
      Place ports = containers.get(i).child("ports").as(list.path().index(i).child("ports"));
      for (Place port : ports.items()) {
        Place hostPort = port.child("hostPort");
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
  static void checkOnlyForPod(Place container) {
    Place image = container.child("image");
    if (!image.text().equals(image.text().strip())) {
      image.invalid("must not have leading or trailing whitespace");
    }
  }
}
