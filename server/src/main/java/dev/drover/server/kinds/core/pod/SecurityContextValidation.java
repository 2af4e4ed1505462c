package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.List;

/// Validates security contexts of pods and containers. Privileged containers are allowed, as in
/// most clusters.
final class SecurityContextValidation {
  private SecurityContextValidation() {}

  static void checkContainer(FieldValidator context, boolean hasHostUsers) {
    checkId(context.child("runAsUser"));
    checkId(context.child("runAsGroup"));
    context.child("procMount").ifPresent(mount -> checkProcMount(mount, hasHostUsers));
    context.child("seccompProfile").ifPresent(Seccomp::check);
    checkEscalation(context);
    context.child("windowsOptions").ifPresent(WindowsValidation::checkOptions);
    context.child("appArmorProfile").ifPresent(AppArmor::check);
  }

  /// The number of a user or a group, if it is given.
  static void checkId(FieldValidator id) {
    if (id.isPresent()) {
      id.needRange(0, Integer.MAX_VALUE);
    }
  }

  private static void checkProcMount(FieldValidator mount, boolean hasHostUsers) {
    mount.needOneOf(List.of("Default", "Unmasked"));
    if (hasHostUsers && mount.text().equals("Unmasked")) {
      mount.invalidTyped("`hostUsers` must be false to use `Unmasked`");
    }
  }

  private static void checkEscalation(FieldValidator context) {
    if (!Boolean.FALSE.equals(context.child("allowPrivilegeEscalation").value())) {
      return;
    }
    if (context.child("privileged").isTrue()) {
      refuse(context, "`privileged` to true");
    }
    for (FieldValidator capability : context.child("capabilities", "add").items()) {
      if (capability.text().equals("CAP_SYS_ADMIN")) {
        refuse(context, "`capabilities.Add` CAP_SYS_ADMIN");
      }
    }
  }

  private static void refuse(FieldValidator context, String what) {
    context.invalid(
        InternalForm.of("core/v1.SecurityContext", context.node()),
        "cannot set `allowPrivilegeEscalation` to false and " + what);
  }

  static void checkPod(FieldValidator spec, TreeNode oldSpec) {
    FieldValidator context = spec.child("securityContext");
    checkId(context.child("fsGroup"));
    checkId(context.child("runAsUser"));
    checkId(context.child("runAsGroup"));
    context.child("supplementalGroups").each(SecurityContextValidation::checkId);
    if (spec.child("shareProcessNamespace").isTrue() && spec.child("hostPID").isTrue()) {
      context
          .child("shareProcessNamespace")
          .invalid(true, "ShareProcessNamespace and HostPID cannot both be enabled");
    }
    SysctlValidation.check(spec);
    context
        .child("fsGroupChangePolicy")
        .ifPresent(policy -> policy.needOneOf(List.of("Always", "OnRootMismatch")));
    context.child("seccompProfile").ifPresent(Seccomp::check);
    context.child("windowsOptions").ifPresent(WindowsValidation::checkOptions);
    context.child("appArmorProfile").ifPresent(AppArmor::check);
    context
        .child("supplementalGroupsPolicy")
        .ifPresent(policy -> policy.needOneOf(List.of("Merge", "Strict")));
    // The second needs a feature that is off by default, but an existing policy may be changed.
    boolean hadPolicy = oldSpec.at("securityContext").has("seLinuxChangePolicy");
    context
        .child("seLinuxChangePolicy")
        .ifPresent(
            policy ->
                policy.needOneOf(
                    hadPolicy ? List.of("MountOption", "Recursive") : List.of("Recursive")));
  }
}
