package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.Cidr;
import dev.drover.server.validation.ConditionValidation;
import dev.drover.server.validation.DriverNames;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.NodeSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The `status` of a claim: its allocated devices, their state, and their consumers.
final class ResourceClaimStatusValidation {
  private static final int MAX_CONSUMERS = 256;
  private static final int MAX_RESULTS = 32;
  private static final int MAX_CONDITIONS = 8;
  private static final int MAX_INTERFACE_NAME = 256;
  private static final int MAX_HARDWARE_ADDRESS = 128;
  private static final int MAX_IPS = 16;

  private ResourceClaimStatusValidation() {}

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

  static void check(FieldValidator claim, FieldValidator old) {
    FieldValidator status = claim.child("status");
    FieldValidator consumers = status.child("reservedFor");
    BoundedLists.checkSet(
        consumers,
        MAX_CONSUMERS,
        ResourceClaimStatusValidation::checkConsumer,
        it -> new FieldError.Typed(it.child("uid").text()));
    Set<DeviceId> allocated = allocated(claim.node());
    BoundedLists.checkSet(
        status.child("devices"),
        Integer.MAX_VALUE,
        device -> checkDevice(device, allocated),
        device -> DeviceId.of(device.node()).shown());
    checkReservation(claim, consumers, old);
    FieldValidator allocation = status.child("allocation");
    FieldValidator before = old.child("status", "allocation");
    if (allocation.isPresent() && before.isPresent()) {
      if (!Immutability.isSame(allocation, before)) {
        allocation.invalid(
            InternalForm.of("resource/v1.AllocationResult", allocation.node()),
            FieldValidator.IMMUTABLE);
      }
    } else if (allocation.isPresent()) {
      checkAllocation(allocation, RequestNames.of(claim.child("spec", "devices").node()));
    }
  }

  private static void checkConsumer(FieldValidator consumer) {
    consumer.child("resource").needText();
    consumer.child("name").needText();
    consumer.child("uid").needText();
  }

  private static void checkReservation(
      FieldValidator claim, FieldValidator consumers, FieldValidator old) {
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

  private static void checkAllocation(FieldValidator allocation, RequestNames names) {
    FieldValidator devices = allocation.child("devices");
    BoundedLists.check(devices.child("results"), MAX_RESULTS, result -> checkResult(result, names));
    BoundedLists.check(
        devices.child("config"),
        2 * ResourceClaimValidation.MAX_CONFIGS,
        config -> {
          FieldValidator source = config.child("source");
          if (source.needText()) {
            source.needOneOf(List.of("FromClaim", "FromClass"));
          }
          ResourceClaimValidation.checkReferences(config.child("requests"), names);
          DeviceConfigValidation.check(config, true);
        });
    allocation.child("nodeSelector").ifPresent(NodeSelectorValidation::check);
  }

  private static void checkResult(FieldValidator result, RequestNames names) {
    names.check(result.child("request"));
    checkId(result);
    DeviceValidation.checkBinding(result);
    result.child("shareID").ifPresent(DeviceNames::checkUid);
  }

  private static void checkId(FieldValidator owner) {
    DriverNames.checkName(owner.child("driver"));
    DeviceNames.checkPool(owner.child("pool"));
    owner.child("device").checkText(Names::dnsLabel);
  }

  private static void checkDevice(FieldValidator device, Set<DeviceId> allocated) {
    checkId(device);
    device.child("shareID").ifPresent(DeviceNames::checkUid);
    DeviceId id = DeviceId.of(device.node());
    if (!allocated.contains(id)) {
      device.invalid(id.shown(), "must be an allocated device in the claim");
    }
    FieldValidator conditions = device.child("conditions");
    if (conditions.size() > MAX_CONDITIONS) {
      conditions.tooMany(MAX_CONDITIONS);
    }
    ConditionValidation.check(conditions);
    device.child("data").ifPresent(data -> DeviceConfigValidation.checkRaw(data, true));
    device.child("networkData").ifPresent(ResourceClaimStatusValidation::checkNetwork);
  }

  private static void checkNetwork(FieldValidator network) {
    checkLength(network.child("interfaceName"), MAX_INTERFACE_NAME);
    checkLength(network.child("hardwareAddress"), MAX_HARDWARE_ADDRESS);
    BoundedLists.checkSet(
        network.child("ips"),
        MAX_IPS,
        ResourceClaimStatusValidation::checkAddress,
        FieldValidator::text);
  }

  private static void checkLength(FieldValidator text, int max) {
    if (StringFormats.length(text.text()) > max) {
      text.tooLong(max);
    }
  }

  /// An address with the length of its network's prefix.
  private static void checkAddress(FieldValidator address) {
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
