package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.util.ArrayList;
import java.util.List;

/// Endpoints: addresses behind a service, in the form of old.
final class EndpointsStrategy implements DataStrategy {
  static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> ADDRESSES = List.of("addresses", "notReadyAddresses");
  private static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";

  @Override
  public void setDefaults(TreeNode object) {
    for (TreeNode subset : object.items("subsets")) {
      for (TreeNode port : subset.items("ports")) {
        if (port.text("protocol").isEmpty()) {
          port.set("protocol", "TCP");
        }
      }
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place subsets = Place.root(object).child("subsets");
    subsets.each(EndpointsStrategy::checkSubset);
    return subsets.errors();
  }

  /// What an older server took stays fine as long as nobody touches it.
  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return object.list("subsets").equals(old.list("subsets")) ? List.of() : validate(object);
  }

  private static void checkSubset(Place subset) {
    if (ADDRESSES.stream().allMatch(name -> subset.child(name).size() == 0)) {
      subset.required("must specify `addresses` or `notReadyAddresses`");
    }
    for (String name : ADDRESSES) {
      subset.child(name).each(EndpointsStrategy::checkAddress);
    }
    Place ports = subset.child("ports");
    ports.each(port -> checkPort(port, ports.size() > 1));
  }

  private static void checkAddress(Place address) {
    Place ip = address.child("ip");
    Addresses.check(ip);
    Place hostname = address.child("hostname");
    if (!hostname.isBlank()) {
      hostname.checkText(Names::dnsLabel);
    }
    address.child("nodeName").ifPresent(node -> node.checkText(Names::dnsSubdomain));
    ip.checkText(Addresses::endpoint);
  }

  private static void checkPort(Place port, boolean needsName) {
    Place name = port.child("name");
    if (!name.isBlank()) {
      name.checkText(Names::dnsLabel);
    } else if (needsName) {
      name.required("");
    }
    Place number = port.child("port");
    Formats.portNumber(number.number()).forEach(it -> number.invalid(number.number(), it));
    port.child("protocol").needOneOf(PROTOCOLS);
    port.child("appProtocol").ifPresent(it -> it.checkText(Names::qualifiedName));
  }

  @Override
  public List<String> warnings(TreeNode object) {
    List<String> warnings = new ArrayList<>();
    boolean isManaged =
        object.at("metadata").at("labels").text(MANAGED_BY).equals("endpoint-controller");
    List<TreeNode> subsets = isManaged ? List.of() : object.items("subsets");
    for (int i = 0; i < subsets.size(); i++) {
      for (String name : ADDRESSES) {
        List<TreeNode> addresses = subsets.get(i).items(name);
        for (int j = 0; j < addresses.size(); j++) {
          FieldPath path = FieldPath.of("subsets").index(i).child(name).index(j).child("ip");
          warnings.addAll(Addresses.ipWarnings(path, addresses.get(j).text("ip")));
        }
      }
    }
    return warnings;
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
