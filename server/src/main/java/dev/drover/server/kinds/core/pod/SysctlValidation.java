package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// Validates kernel parameters of a pod, which must belong to namespaces that the pod does not
/// share with its node.
final class SysctlValidation {
  private static final int LONGEST = 253;
  private static final String SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final String NAME = "(" + SEGMENT + "[\\./])*" + SEGMENT;
  private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
  private static final Set<String> IPC =
      Set.of(
          "kernel.sem",
          "kernel.shmall",
          "kernel.shmmax",
          "kernel.shmmni",
          "kernel.shm_rmid_forced",
          "kernel.shm",
          "kernel.msgmax",
          "kernel.msgmnb",
          "kernel.msgmni",
          "kernel.msg");

  private SysctlValidation() {}

  static void check(FieldValidator spec) {
    Set<String> names = new HashSet<>();
    for (FieldValidator sysctl : spec.child("securityContext", "sysctls").items()) {
      FieldValidator name = sysctl.child("name");
      if (name.isBlank()) {
        name.required("");
      } else if (!isName(name.text())) {
        name.invalid("must have at most " + LONGEST + " characters and match regex ^" + NAME + "$");
      } else if (names.contains(name.text())) {
        name.duplicate();
      }
      checkNamespace(name, spec);
      names.add(name.text());
    }
  }

  private static boolean isName(String name) {
    return StringFormats.length(name) <= LONGEST && NAME_PATTERN.matcher(name).matches();
  }

  private static void checkNamespace(FieldValidator name, FieldValidator spec) {
    String dotted = withDots(name.text());
    if (spec.child("hostNetwork").isTrue() && dotted.startsWith("net.")) {
      name.invalid("may not be specified when 'hostNetwork' is true");
    } else if (spec.child("hostIPC").isTrue()
        && (IPC.contains(dotted) || dotted.startsWith("fs.mqueue."))) {
      name.invalid("may not be specified when 'hostIPC' is true");
    }
  }

  /// Names are written with dots or with slashes; the first of either decides which separates.
  private static String withDots(String name) {
    int slash = name.indexOf('/');
    int dot = name.indexOf('.');
    return slash < 0 || dot >= 0 && dot < slash
        ? name
        : name.replace('.', '\0').replace('/', '.').replace('\0', '/');
  }
}
