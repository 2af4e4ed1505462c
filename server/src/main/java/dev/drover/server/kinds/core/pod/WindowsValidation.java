package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.regex.Pattern;

/// Validates the fields of pods that depend on the operating system.
final class WindowsValidation {
  private static final int CREDENTIAL_SPEC_LENGTH = 64 * 1024;
  private static final int DOMAIN_LENGTH = 256;
  private static final int USER_LENGTH = 104;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern NET_BIOS =
      Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
  private static final String DNS_PART = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
  private static final Pattern DNS = Pattern.compile(DNS_PART + "(?:\\." + DNS_PART + ")*");
  private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");
  private static final Pattern BAD_IN_USER = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");

  private static final List<String> POD_CONTEXT = List.of("appArmorProfile", "seLinuxOptions");
  private static final List<String> POD = List.of("hostUsers", "hostPID", "hostIPC");
  private static final List<String> POD_CONTEXT_2 =
      List.of("seccompProfile", "fsGroup", "fsGroupChangePolicy", "sysctls");
  private static final List<String> POD_CONTEXT_3 =
      List.of(
          "runAsUser",
          "runAsGroup",
          "supplementalGroups",
          "supplementalGroupsPolicy",
          "seLinuxChangePolicy");
  private static final List<String> CONTAINER_CONTEXT =
      List.of(
          "appArmorProfile",
          "seLinuxOptions",
          "seccompProfile",
          "capabilities",
          "readOnlyRootFilesystem",
          "privileged",
          "allowPrivilegeEscalation",
          "procMount",
          "runAsUser",
          "runAsGroup");

  private WindowsValidation() {}

  static void checkOptions(FieldValidator options) {
    options
        .child("gmsaCredentialSpecName")
        .ifPresent(name -> Names.dnsSubdomain(name.text()).forEach(name::invalidTyped));
    options.child("gmsaCredentialSpec").ifPresent(WindowsValidation::checkCredentialSpec);
    options.child("runAsUserName").ifPresent(WindowsValidation::checkUserName);
  }

  private static void checkCredentialSpec(FieldValidator spec) {
    if (spec.isBlank()) {
      spec.invalidTyped("gmsaCredentialSpec cannot be an empty string");
    } else if (StringFormats.length(spec.text()) > CREDENTIAL_SPEC_LENGTH) {
      spec.invalidTyped("gmsaCredentialSpec size must be under 64 KiB");
    }
  }

  private static void checkUserName(FieldValidator name) {
    String[] parts = name.text().split("\\\\", -1);
    if (name.isBlank()) {
      name.invalidTyped("runAsUserName cannot be an empty string");
    } else if (CONTROL.matcher(name.text()).find()) {
      name.invalidTyped("runAsUserName cannot contain control characters");
    } else if (parts.length > 2) {
      name.invalidTyped("runAsUserName cannot contain more than one backslash");
    } else {
      if (parts.length == 2) {
        checkDomain(name, parts[0]);
      }
      checkUser(name, parts[parts.length - 1]);
    }
  }

  private static void checkDomain(FieldValidator name, String domain) {
    if (StringFormats.length(domain) >= DOMAIN_LENGTH) {
      name.invalidTyped("runAsUserName's Domain length must be under 256 characters");
    }
    if (!NET_BIOS.matcher(domain).matches() && !DNS.matcher(domain).matches()) {
      name.invalidTyped("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
  }

  private static void checkUser(FieldValidator name, String user) {
    if (user.isEmpty()) {
      name.invalidTyped("runAsUserName's User cannot be empty");
    } else if (StringFormats.length(user) > USER_LENGTH) {
      name.invalidTyped("runAsUserName's User length must not be longer than 104 characters");
    }
    if (DOTS_AND_SPACES.matcher(user).matches()) {
      name.invalidTyped("runAsUserName's User cannot contain only periods or spaces");
    }
    if (BAD_IN_USER.matcher(user).find()) {
      name.invalidTyped(
          "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
    }
  }

  /// Containers that run as processes of the host: all of a pod, or none.
  static void checkHostProcesses(FieldValidator spec) {
    FieldValidator ofPod = spec.child("securityContext", "windowsOptions", "hostProcess");
    List<FieldValidator> containers = Containers.places(spec);
    int onHost = 0;
    for (FieldValidator container : containers) {
      FieldValidator own = container.child("securityContext", "windowsOptions", "hostProcess");
      if (ofPod.isPresent() && own.isPresent() && ofPod.isTrue() != own.isTrue()) {
        own.invalid(
            "pod hostProcess value must be identical if both are specified, was " + ofPod.isTrue());
      }
      onHost += own.isTrue() || !own.isPresent() && ofPod.isTrue() ? 1 : 0;
    }
    if (onHost == 0) {
      return;
    }
    if (onHost != containers.size()) {
      spec.invalid(
          "",
          "If pod contains any hostProcess containers then all containers must be HostProcess"
              + " containers");
    }
    if (!spec.child("hostNetwork").isTrue()) {
      spec.child("hostNetwork")
          .invalid(false, "hostNetwork must be true if pod contains any hostProcess containers");
    }
  }

  /// Checks that a pod asks for nothing that its operating system does not have.
  static void checkSystem(FieldValidator spec) {
    FieldValidator os = spec.child("os");
    if (!os.isPresent() || !os.child("name").needText()) {
      return;
    }
    switch (os.child("name").text()) {
      case "linux" -> checkLinux(spec);
      case "windows" -> checkWindows(spec);
      default ->
          os.notSupported(
              new FieldError.Typed(os.child("name").text()), List.of("linux", "windows"));
    }
  }

  private static void checkLinux(FieldValidator spec) {
    String complaint = "windows options cannot be set for a linux pod";
    spec.child("securityContext", "windowsOptions").ifPresent(o -> o.forbidden(complaint));
    Containers.places(spec)
        .forEach(
            c ->
                c.child("securityContext", "windowsOptions")
                    .ifPresent(o -> o.forbidden(complaint)));
  }

  private static void checkWindows(FieldValidator spec) {
    FieldValidator context = spec.child("securityContext");
    refuse(context, POD_CONTEXT);
    refuse(spec, POD);
    refuse(context, POD_CONTEXT_2);
    refuse(spec, List.of("shareProcessNamespace"));
    refuse(context, POD_CONTEXT_3);
    Containers.places(spec).forEach(c -> refuse(c.child("securityContext"), CONTAINER_CONTEXT));
  }

  private static void refuse(FieldValidator owner, List<String> names) {
    names.forEach(
        name -> owner.child(name).ifPresent(f -> f.forbidden("cannot be set for a windows pod")));
  }
}
