package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.FilePaths;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Validates volume mounts and block devices of containers.
final class MountValidation {
  private static final List<String> PROPAGATIONS =
      List.of("Bidirectional", "HostToContainer", "None");
  private static final List<String> RECURSIVE_READ_ONLY =
      List.of("Disabled", "Enabled", "IfPossible");

  private MountValidation() {}

  static void check(FieldValidator container, PodContext context) {
    Map<String, String> mounts = paths(container.child("volumeMounts"), "mountPath");
    Map<String, String> devices = paths(container.child("volumeDevices"), "devicePath");
    checkMounts(container, devices, context);
    checkDevices(container.child("volumeDevices"), mounts, context);
  }

  private static Map<String, String> paths(FieldValidator list, String field) {
    Map<String, String> paths = new TreeMap<>();
    list.each(item -> paths.put(item.child("name").text(), item.child(field).text()));
    return paths;
  }

  private static void checkMounts(
      FieldValidator container, Map<String, String> devices, PodContext context) {
    FieldValidator mounts = container.child("volumeMounts");
    boolean isPrivileged = container.child("securityContext", "privileged").isTrue();
    Set<String> points = new HashSet<>();
    for (FieldValidator mount : mounts.items()) {
      FieldValidator name = mount.child("name");
      FieldValidator path = mount.child("mountPath");
      name.needText();
      if (!context.volumes().containsKey(name.text())) {
        name.notFound(name.text());
      }
      path.needText();
      if (!points.add(path.text())) {
        path.invalid(path.text(), "must be unique");
      }
      if (devices.containsKey(name.text())) {
        name.invalid("must not already exist in volumeDevices");
      }
      if (devices.containsValue(path.text())) {
        path.invalid("must not already exist as a path in volumeDevices");
      }
      checkSubPath(mount, mounts);
      // Complaints about these two name the list, not the mount.
      mount
          .child("mountPropagation")
          .as(mounts.path().child("mountPropagation"))
          .ifPresent(propagation -> checkPropagation(propagation, isPrivileged));
      checkRecursiveReadOnly(mount, mounts);
    }
  }

  private static void checkSubPath(FieldValidator mount, FieldValidator mounts) {
    FieldValidator path = mount.child("subPath");
    FieldValidator expression = mount.child("subPathExpr");
    if (!path.isBlank()) {
      FilePaths.checkDescending(path.as(mounts.path().child("subPath")));
    }
    if (!expression.isBlank()) {
      if (!path.isBlank()) {
        expression.invalid("subPathExpr and subPath are mutually exclusive");
      }
      FilePaths.checkDescending(expression.as(mounts.path().child("subPathExpr")));
    }
  }

  private static void checkPropagation(FieldValidator propagation, boolean isPrivileged) {
    propagation.needOneOf(PROPAGATIONS);
    if (propagation.text().equals("Bidirectional") && !isPrivileged) {
      propagation.forbidden(
          "Bidirectional mount propagation is available only to privileged containers");
    }
  }

  private static void checkRecursiveReadOnly(FieldValidator mount, FieldValidator mounts) {
    FieldValidator recursive =
        mount.child("recursiveReadOnly").as(mounts.path().child("recursiveReadOnly"));
    if (!recursive.isPresent() || recursive.text().equals("Disabled")) {
      return;
    }
    if (!RECURSIVE_READ_ONLY.contains(recursive.text())) {
      recursive.notSupported(RECURSIVE_READ_ONLY);
      return;
    }
    if (!mount.child("readOnly").isTrue()) {
      recursive.forbidden("may only be specified when readOnly is true");
    }
    FieldValidator propagation = mount.child("mountPropagation");
    if (propagation.isPresent() && !propagation.text().equals("None")) {
      recursive.forbidden("may only be specified when mountPropagation is None or not specified");
    }
  }

  private static void checkDevices(
      FieldValidator devices, Map<String, String> mounts, PodContext context) {
    Set<String> names = new HashSet<>();
    Set<String> paths = new HashSet<>();
    for (FieldValidator device : devices.items()) {
      FieldValidator name = device.child("name");
      FieldValidator path = device.child("devicePath");
      name.needText();
      if (names.contains(name.text())) {
        name.invalid("must be unique");
      }
      checkVolume(name, context.volumes().get(name.text()));
      path.needText();
      if (paths.contains(path.text())) {
        path.invalid(path.text(), "must be unique");
      }
      if (FilePaths.hasBacksteps(path.text())) {
        path.invalid("can not contain backsteps ('..')");
      } else {
        paths.add(path.text());
      }
      if (mounts.containsKey(name.text())) {
        name.invalid("must not already exist in volumeMounts");
      }
      if (mounts.containsValue(path.text())) {
        path.invalid("must not already exist as a path in volumeMounts");
      }
      if (!name.isBlank()) {
        names.add(name.text());
      }
    }
  }

  private static void checkVolume(FieldValidator name, @Nullable TreeNode volume) {
    if (volume == null) {
      name.notFound(name.text());
    } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
      name.invalid(
          "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    }
  }
}
