package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Locale;

/// Volumes of cloud providers and storage systems.
public final class CloudVolumes {
  private static final int DRIVER_LENGTH = 63;
  private static final List<String> MANAGED_DISK =
      List.of(
          "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}");
  private static final List<String> BLOB_DISK =
      List.of("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd");

  private CloudVolumes() {}

  public static void gcePersistentDisk(FieldValidator volume) {
    volume.child("pdName").needText();
    partition(volume.child("partition"));
  }

  public static void awsElasticBlockStore(FieldValidator volume) {
    volume.child("volumeID").needText();
    partition(volume.child("partition"));
  }

  private static void partition(FieldValidator partition) {
    if (partition.number() < 0 || partition.number() > 255) {
      partition.invalid("must be between 1 and 255, inclusive");
    }
  }

  static void cinder(FieldValidator volume) {
    volume.child("volumeID").needText();
    volume.child("secretRef").ifPresent(ref -> ref.child("name").needText());
  }

  public static void azureFile(FieldValidator volume) {
    volume.child("secretName").needText();
    volume.child("shareName").needText();
  }

  public static void azureDisk(FieldValidator volume) {
    volume.child("diskName").needText();
    FieldValidator uri = volume.child("diskURI");
    uri.needText();
    volume
        .child("cachingMode")
        .ifPresent(mode -> mode.needOneOf(List.of("None", "ReadOnly", "ReadWrite")));
    FieldValidator kind = volume.child("kind");
    kind.ifPresent(k -> k.needOneOf(List.of("Dedicated", "Managed", "Shared")));
    boolean isManaged = kind.text().equals("Managed");
    if (isManaged && !uri.text().startsWith("/subscriptions/")) {
      uri.notSupported(uri.text(), MANAGED_DISK);
    }
    if (kind.isPresent() && !isManaged && !uri.text().startsWith("https://")) {
      uri.notSupported(uri.text(), BLOB_DISK);
    }
  }

  static void storageOs(FieldValidator volume) {
    storageOsVolume(volume);
    volume.child("secretRef").ifPresent(ref -> ref.child("name").needText());
  }

  public static void storageOsVolume(FieldValidator volume) {
    FieldValidator name = volume.child("volumeName");
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    FieldValidator namespace = volume.child("volumeNamespace");
    if (!namespace.isBlank()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  public static void scaleIo(FieldValidator volume) {
    volume.child("gateway").needText();
    volume.child("system").needText();
    volume.child("volumeName").needText();
  }

  static void csi(FieldValidator volume) {
    checkDriverName(volume.child("driver"));
    FieldValidator secret = volume.child("nodePublishSecretRef");
    if (secret.isPresent() && secret.child("name").needText()) {
      secret.child("name").as(volume.path().child("name")).checkText(Names::dnsSubdomain);
    }
  }

  /// The name of a CSI driver.
  public static void checkDriverName(FieldValidator driver) {
    if (!driver.needText()) {
      return;
    }
    if (StringFormats.length(driver.text()) > DRIVER_LENGTH) {
      driver.tooLong(DRIVER_LENGTH);
    }
    Names.dnsSubdomain(driver.text().toLowerCase(Locale.ROOT)).forEach(driver::invalid);
  }
}
