package dev.drover.server.workloads;

import dev.drover.api.Names;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Locale;

/// Volumes of cloud providers and storage systems.
final class CloudVolumes {
  private static final int DRIVER_LENGTH = 63;
  private static final List<String> MANAGED_DISK =
      List.of(
          "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}");
  private static final List<String> BLOB_DISK =
      List.of("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd");

  private CloudVolumes() {}

  static void gcePersistentDisk(Place volume) {
    volume.child("pdName").needText();
    partition(volume.child("partition"));
  }

  static void awsElasticBlockStore(Place volume) {
    volume.child("volumeID").needText();
    partition(volume.child("partition"));
  }

  private static void partition(Place partition) {
    if (partition.number() < 0 || partition.number() > 255) {
      partition.invalid("must be between 1 and 255, inclusive");
    }
  }

  static void cinder(Place volume) {
    volume.child("volumeID").needText();
    volume.child("secretRef").ifPresent(ref -> ref.child("name").needText());
  }

  static void azureFile(Place volume) {
    volume.child("secretName").needText();
    volume.child("shareName").needText();
  }

  static void azureDisk(Place volume) {
    volume.child("diskName").needText();
    Place uri = volume.child("diskURI");
    uri.needText();
    volume
        .child("cachingMode")
        .ifPresent(mode -> mode.needOneOf(List.of("None", "ReadOnly", "ReadWrite")));
    Place kind = volume.child("kind");
    kind.ifPresent(k -> k.needOneOf(List.of("Dedicated", "Managed", "Shared")));
    boolean isManaged = kind.text().equals("Managed");
    if (isManaged && !uri.text().startsWith("/subscriptions/")) {
      uri.notSupported(uri.text(), MANAGED_DISK);
    }
    if (kind.isPresent() && !isManaged && !uri.text().startsWith("https://")) {
      uri.notSupported(uri.text(), BLOB_DISK);
    }
  }

  static void storageOs(Place volume) {
    storageOsVolume(volume);
    volume.child("secretRef").ifPresent(ref -> ref.child("name").needText());
  }

  static void storageOsVolume(Place volume) {
    Place name = volume.child("volumeName");
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    Place namespace = volume.child("volumeNamespace");
    if (!namespace.isBlank()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  static void scaleIo(Place volume) {
    volume.child("gateway").needText();
    volume.child("system").needText();
    volume.child("volumeName").needText();
  }

  static void csi(Place volume) {
    checkDriverName(volume.child("driver"));
    Place secret = volume.child("nodePublishSecretRef");
    if (secret.isPresent() && secret.child("name").needText()) {
      secret.child("name").as(volume.path().child("name")).checkText(Names::dnsSubdomain);
    }
  }

  /// The name of a CSI driver.
  static void checkDriverName(Place driver) {
    if (!driver.needText()) {
      return;
    }
    if (Formats.length(driver.text()) > DRIVER_LENGTH) {
      driver.tooLong(DRIVER_LENGTH);
    }
    Names.dnsSubdomain(driver.text().toLowerCase(Locale.ROOT)).forEach(driver::invalid);
  }
}
