package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Endpoints: the addresses of a service, in the older form.
public final class EndpointsStrategy implements DataStrategy {
  public static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
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
    FieldValidator subsets = FieldValidator.root(object).child("subsets");
    subsets.each(EndpointsStrategy::checkSubset);
    return subsets.errors();
  }

  /// What an older server accepted stays valid as long as it is unchanged.
  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return object.list("subsets").equals(old.list("subsets")) ? List.of() : validate(object);
  }

  private static void checkSubset(FieldValidator subset) {
    if (ADDRESSES.stream().allMatch(name -> subset.child(name).size() == 0)) {
      subset.required("must specify `addresses` or `notReadyAddresses`");
    }
    for (String name : ADDRESSES) {
      subset.child(name).each(EndpointsStrategy::checkAddress);
    }
    FieldValidator ports = subset.child("ports");
    ports.each(port -> checkPort(port, ports.size() > 1));
  }

  private static void checkAddress(FieldValidator address) {
    FieldValidator ip = address.child("ip");
    IpFields.check(ip);
    FieldValidator hostname = address.child("hostname");
    if (!hostname.isBlank()) {
      hostname.checkText(Names::dnsLabel);
    }
    address.child("nodeName").ifPresent(node -> node.checkText(Names::dnsSubdomain));
    ip.checkText(IpFields::endpoint);
  }

  private static void checkPort(FieldValidator port, boolean needsName) {
    FieldValidator name = port.child("name");
    if (!name.isBlank()) {
      name.checkText(Names::dnsLabel);
    } else if (needsName) {
      name.required("");
    }
    FieldValidator number = port.child("port");
    StringFormats.portNumber(number.number()).forEach(it -> number.invalid(number.number(), it));
    port.child("protocol").needOneOf(PROTOCOLS);
    port.child("appProtocol").ifPresent(it -> it.checkText(Names::qualifiedName));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    boolean isManaged =
        object.at("metadata").at("labels").text(MANAGED_BY).equals("endpoint-controller");
    List<TreeNode> subsets = isManaged ? List.of() : object.items("subsets");
    for (int i = 0; i < subsets.size(); i++) {
      for (String name : ADDRESSES) {
        List<TreeNode> addresses = subsets.get(i).items(name);
        for (int j = 0; j < addresses.size(); j++) {
          FieldPath path = FieldPath.of("subsets").index(i).child(name).index(j).child("ip");
          warnings.addAll(IpFields.ipWarnings(path, addresses.get(j).text("ip")));
        }
      }
    }
    return warnings;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
