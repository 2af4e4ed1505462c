package dev.drover.server.devices;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.Cidr;
import dev.drover.server.rules.Conditions;
import dev.drover.server.rules.Drivers;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.NodeSelectors;
import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What became of a claim: which devices it got, how they are, and who uses them.
final class ClaimStatusRules {
  private static final int MAX_CONSUMERS = 256;
  private static final int MAX_RESULTS = 32;
  private static final int MAX_CONDITIONS = 8;
  private static final int MAX_INTERFACE_NAME = 256;
  private static final int MAX_HARDWARE_ADDRESS = 128;
  private static final int MAX_IPS = 16;

  private ClaimStatusRules() {}

  /// Forgets the state of devices that are no longer allocated.
  static void dropFreed(TreeNode object, TreeNode old) {
    Set<DeviceId> freed = allocated(old);
    freed.removeAll(allocated(object));
    TreeNode status = object.at("status");
    List<Object> left =
        status.items("devices").stream()
            .filter(device -> !freed.contains(DeviceId.of(device)))
            .<Object>map(TreeNode::map)
            .toList();
    if (left.isEmpty()) {
      status.remove("devices");
    } else {
      status.set("devices", left);
    }
  }

  private static Set<DeviceId> allocated(TreeNode claim) {
    return results(claim).stream().map(DeviceId::of).collect(Collectors.toCollection(HashSet::new));
  }

  static List<TreeNode> results(TreeNode claim) {
    return claim.at("status").at("allocation").at("devices").items("results");
  }

  static void check(Place claim, Place old) {
    Place status = claim.child("status");
    Place consumers = status.child("reservedFor");
    Lists.checkSet(
        consumers,
        MAX_CONSUMERS,
        ClaimStatusRules::checkConsumer,
        it -> new FieldError.Typed(it.child("uid").text()));
    Set<DeviceId> allocated = allocated(claim.node());
    Lists.checkSet(
        status.child("devices"),
        Integer.MAX_VALUE,
        device -> checkDevice(device, allocated),
        device -> DeviceId.of(device.node()).shown());
    checkReservation(claim, consumers, old);
    Place allocation = status.child("allocation");
    Place before = old.child("status", "allocation");
    if (allocation.isPresent() && before.isPresent()) {
      if (!Changes.isSame(allocation, before)) {
        allocation.invalid(
            InternalForm.of("resource/v1.AllocationResult", allocation.node()), Place.IMMUTABLE);
      }
    } else if (allocation.isPresent()) {
      checkAllocation(allocation, RequestNames.of(claim.child("spec", "devices").node()));
    }
  }

  private static void checkConsumer(Place consumer) {
    consumer.child("resource").needText();
    consumer.child("name").needText();
    consumer.child("uid").needText();
  }

  private static void checkReservation(Place claim, Place consumers, Place old) {
    if (consumers.size() == 0) {
      return;
    }
    if (!claim.child("status", "allocation").isPresent()) {
      consumers.forbidden("may not be specified when `allocated` is not set");
    } else if (claim.child("metadata", "deletionTimestamp").isPresent()) {
      List<TreeNode> had = old.child("status").node().items("reservedFor");
      boolean hasNew =
          consumers.items().stream()
              .anyMatch(it -> had.stream().noneMatch(was -> was.map().equals(it.node().map())));
      if (hasNew) {
        consumers.forbidden(
            "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are"
                + " set");
      }
    }
  }

  private static void checkAllocation(Place allocation, RequestNames names) {
    Place devices = allocation.child("devices");
    Lists.check(devices.child("results"), MAX_RESULTS, result -> checkResult(result, names));
    Lists.check(
        devices.child("config"),
        2 * ClaimRules.MAX_CONFIGS,
        config -> {
          Place source = config.child("source");
          if (source.needText()) {
            source.needOneOf(List.of("FromClaim", "FromClass"));
          }
          ClaimRules.checkReferences(config.child("requests"), names);
          DeviceConfigs.check(config, true);
        });
    allocation.child("nodeSelector").ifPresent(NodeSelectors::check);
  }

  private static void checkResult(Place result, RequestNames names) {
    names.check(result.child("request"));
    checkId(result);
    DeviceRules.checkBinding(result);
    result.child("shareID").ifPresent(DeviceNames::checkUid);
  }

  private static void checkId(Place owner) {
    Drivers.checkName(owner.child("driver"));
    DeviceNames.checkPool(owner.child("pool"));
    owner.child("device").checkText(Names::dnsLabel);
  }

  private static void checkDevice(Place device, Set<DeviceId> allocated) {
    checkId(device);
    device.child("shareID").ifPresent(DeviceNames::checkUid);
    DeviceId id = DeviceId.of(device.node());
    if (!allocated.contains(id)) {
      device.invalid(id.shown(), "must be an allocated device in the claim");
    }
    Place conditions = device.child("conditions");
    if (conditions.size() > MAX_CONDITIONS) {
      conditions.tooMany(MAX_CONDITIONS);
    }
    Conditions.check(conditions);
    device.child("data").ifPresent(data -> DeviceConfigs.checkRaw(data, true));
    device.child("networkData").ifPresent(ClaimStatusRules::checkNetwork);
  }

  private static void checkNetwork(Place network) {
    checkLength(network.child("interfaceName"), MAX_INTERFACE_NAME);
    checkLength(network.child("hardwareAddress"), MAX_HARDWARE_ADDRESS);
    Lists.checkSet(network.child("ips"), MAX_IPS, ClaimStatusRules::checkAddress, Place::text);
  }

  private static void checkLength(Place text, int max) {
    if (Formats.length(text.text()) > max) {
      text.tooLong(max);
    }
  }

  /// An address with the length of its network's prefix.
  private static void checkAddress(Place address) {
    Cidr.parse(address.text())
        .ifPresentOrElse(
            cidr -> {
              String canonical = cidr.canonicalAddress();
              if (!canonical.equals(address.text())) {
                address.invalid("must be in canonical form (\"" + canonical + "\")");
              }
            },
            () ->
                address.invalid(
                    "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or"
                        + " 2001:db8::1/64)"));
  }
}
