package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.regex.Pattern;

/// Volumes that are reached over the network.
public final class NetworkVolumes {
  private static final Pattern IQN =
      Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([a-zA-Z0-9-.]+)(:[^,;*&$|\\s]+)$");
  private static final Pattern EUI = Pattern.compile("^eui.[a-zA-Z0-9]{16}$");
  private static final Pattern NAA = Pattern.compile("^naa.[a-zA-Z0-9]{32}$");
  private static final int LUN_MAX = 255;
  private static final int ISCSI_NAME_LENGTH = 64;
  private static final int TENANT_LENGTH = 64;

  private NetworkVolumes() {}

  public static void nfs(FieldValidator volume) {
    volume.child("server").needText();
    FieldValidator path = volume.child("path");
    path.needText();
    if (!path.text().startsWith("/")) {
      path.invalid(path.text(), "must be an absolute path");
    }
  }

  static void iscsi(FieldValidator volume) {
    volume.child("targetPortal").needText();
    FieldValidator iqn = volume.child("iqn");
    if (iqn.needText()) {
      initiator(iqn);
    }
    volume.child("lun").needRange(0, LUN_MAX);
    if ((volume.child("chapAuthDiscovery").isTrue() || volume.child("chapAuthSession").isTrue())
        && !volume.has("secretRef")) {
      volume.child("secretRef").required("");
    }
    FieldValidator name = volume.child("initiatorName");
    name.as(volume.path().child("initiatorname")).ifPresent(NetworkVolumes::initiator);
  }

  private static void initiator(FieldValidator name) {
    initiator(name, "must be valid format starting with iqn, eui, or naa");
  }

  /// The same for a persistent volume.
  public static void initiatorOfVolume(FieldValidator name) {
    initiator(name, "must be valid format");
  }

  private static void initiator(FieldValidator name, String complaint) {
    String text = name.text();
    String prefix = text.substring(0, Math.min(3, text.length()));
    switch (prefix) {
      case "iqn" -> format(name, IQN);
      case "eui" -> format(name, EUI);
      case "naa" -> format(name, NAA);
      default -> name.invalid(complaint);
    }
  }

  private static void format(FieldValidator name, Pattern pattern) {
    if (!pattern.matcher(name.text()).find()) {
      name.invalid("must be valid format");
    }
  }

  /// With an initiator name, the kubelet makes one of the names of the volume and the portal.
  static void checkIscsiName(FieldValidator volume) {
    FieldValidator iscsi = volume.child("iscsi");
    String name = volume.child("name").text();
    String portal = iscsi.child("targetPortal").text();
    if (iscsi.has("initiatorName")
        && StringFormats.length(name + ":" + portal) > ISCSI_NAME_LENGTH) {
      volume
          .child("name")
          .invalid(
              name,
              "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                  + " iscsi.initiatorName is specified.");
    }
  }

  public static void glusterfs(FieldValidator volume) {
    volume.child("endpoints").needText();
    volume.child("path").needText();
  }

  public static void flocker(FieldValidator volume) {
    FieldValidator name = volume.child("datasetName");
    boolean hasId = !volume.child("datasetUUID").isBlank();
    if (name.isBlank() && !hasId) {
      volume.required("one of datasetName and datasetUUID is required");
    }
    if (!name.isBlank() && hasId) {
      volume.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
    }
    if (name.text().contains("/")) {
      name.invalid("must not contain '/'");
    }
  }

  public static void rbd(FieldValidator volume) {
    if (volume.child("monitors").size() == 0) {
      volume.child("monitors").required("");
    }
    volume.child("image").needText();
  }

  public static void cephfs(FieldValidator volume) {
    if (volume.child("monitors").size() == 0) {
      volume.child("monitors").required("");
    }
  }

  public static void quobyte(FieldValidator volume) {
    String hostPorts = "must be a host:port pair or multiple pairs separated by commas";
    FieldValidator registry = volume.child("registry");
    if (registry.isBlank()) {
      registry.required(hostPorts);
    } else if (StringFormats.length(volume.child("tenant").text()) > TENANT_LENGTH) {
      volume
          .child("tenant")
          .required("must be a UUID and may not exceed a length of 64 characters");
    } else {
      for (String pair : registry.text().split(",", -1)) {
        if (!isHostPort(pair)) {
          registry.invalid(hostPorts);
        }
      }
    }
    volume.child("volume").needText();
  }

  /// `host:port`, with brackets around a host that has colons.
  private static boolean isHostPort(String pair) {
    int colon = pair.lastIndexOf(':');
    if (colon < 0) {
      return false;
    }
    String host = pair.substring(0, colon);
    String port = pair.substring(colon + 1);
    boolean isBracketed = host.startsWith("[") && host.indexOf(']') == host.length() - 1;
    String inside = isBracketed ? host.substring(1, host.length() - 1) : host;
    return (isBracketed || inside.indexOf(':') < 0)
        && inside.indexOf('[') < 0
        && inside.indexOf(']') < 0
        && port.indexOf('[') < 0
        && port.indexOf(']') < 0;
  }

  public static void fc(FieldValidator volume) {
    FieldValidator names = volume.child("targetWWNs");
    boolean hasIds = volume.child("wwids").size() > 0;
    if (names.size() == 0 && !hasIds) {
      names.required("must specify either targetWWNs or wwids, but not both");
    }
    if (names.size() > 0 && hasIds) {
      names.invalid("targetWWNs and wwids can not be specified simultaneously");
    }
    if (names.size() > 0) {
      FieldValidator lun = volume.child("lun");
      if (lun.isPresent()) {
        lun.needRange(0, LUN_MAX);
      } else {
        lun.required("lun is required if targetWWNs is specified");
      }
    }
  }
}
