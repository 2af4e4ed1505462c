package dev.drover.server.kinds.discovery;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.EndpointsStrategy;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.Ip;
import dev.drover.server.validation.IpFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Endpoint slices: some addresses of a service, all of one type.
public final class EndpointSliceStrategy implements Strategy {
  private static final int MAX_ENDPOINTS = 1000;
  private static final int MAX_ADDRESSES = 100;
  private static final int MAX_PORTS = 20_000;
  private static final int MAX_HINTS = 8;
  private static final Set<String> MANAGERS =
      Set.of("endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io");

  @Override
  public void setDefaults(TreeNode object) {
    for (TreeNode port : object.items("ports")) {
      port.setDefault("name", "").setDefault("protocol", "TCP");
    }
  }

  /// Topology came before zones and node names, and is no longer kept.
  @Override
  public void prepareForCreate(TreeNode object) {
    object.items("endpoints").forEach(endpoint -> endpoint.remove("deprecatedTopology"));
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    boolean hasTopology =
        object.items("endpoints").stream()
            .anyMatch(endpoint -> !endpoint.textMap("deprecatedTopology").isEmpty());
    if (hasTopology) { // a change, though one that is not kept
      TreeNode metadata = object.orCreate("metadata");
      metadata.set("generation", old.at("metadata").number("generation", 0) + 1);
    }
    prepareForCreate(object);
  }

  /// Labels count as well, as they say to which service the slice belongs.
  @Override
  public Generation generation() {
    return Generation.when(
        (object, old) ->
            Generation.OF_CONTENT.isRaised(object, old)
                || !Objects.equals(
                    object.at("metadata").get("labels"), old.at("metadata").get("labels")));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator slice = FieldValidator.root(object);
    check(slice, TreeNode.empty());
    return slice.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator slice = FieldValidator.root(object);
    check(slice, old);
    Immutability.needSame(
        slice.child("addressType"), FieldValidator.root(old).child("addressType"));
    return slice.errors();
  }

  private static void check(FieldValidator slice, TreeNode old) {
    FieldValidator type = slice.child("addressType");
    if (type.needText()) {
      type.needOneOf(List.of("FQDN", "IPv4", "IPv6"));
    }
    checkPorts(slice.child("ports"));
    FieldValidator endpoints = slice.child("endpoints");
    boolean isUntouched = slice.node().list("endpoints").equals(old.list("endpoints"));
    if (isUntouched) {
      return; // what an older server accepted stays valid as long as it is unchanged
    }
    if (endpoints.size() > MAX_ENDPOINTS) {
      endpoints.tooMany(MAX_ENDPOINTS);
    } else {
      endpoints.each(endpoint -> checkEndpoint(endpoint, type.text()));
    }
  }

  private static void checkPorts(FieldValidator ports) {
    if (ports.size() > MAX_PORTS) {
      ports.tooMany(MAX_PORTS);
      return;
    }
    Set<String> names = new HashSet<>();
    for (FieldValidator port : ports.items()) {
      FieldValidator name = port.child("name");
      if (!name.isBlank()) {
        name.checkText(Names::dnsLabel);
      }
      if (!names.add(name.text())) {
        name.duplicate();
      }
      port.child("protocol").needOneOf(EndpointsStrategy.PROTOCOLS);
      port.child("appProtocol").ifPresent(it -> it.checkText(Names::qualifiedName));
    }
  }

  private static void checkEndpoint(FieldValidator endpoint, String type) {
    FieldValidator addresses = endpoint.child("addresses");
    if (addresses.size() == 0) {
      addresses.required("must contain at least 1 address");
    } else if (addresses.size() > MAX_ADDRESSES) {
      addresses.tooMany(MAX_ADDRESSES);
    }
    addresses.each(address -> checkAddress(address, addresses, type));
    endpoint.child("nodeName").ifPresent(node -> node.checkText(Names::dnsSubdomain));
    endpoint.child("hostname").ifPresent(host -> host.checkText(Names::dnsLabel));
    FieldValidator zones = endpoint.child("hints", "forZones");
    if (checkHints(zones, Names::labelValue)) {
      checkHints(endpoint.child("hints", "forNodes"), Names::dnsSubdomain);
    }
  }

  private static void checkAddress(FieldValidator address, FieldValidator addresses, String type) {
    if (type.equals("FQDN")) {
      checkDomainName(address);
      return;
    }
    boolean isV6 = type.equals("IPv6");
    if (!isV6 && !type.equals("IPv4")) {
      return;
    }
    int before = address.errors().size();
    if (isV6) {
      address.checkText(IpFields::ip);
    } else {
      IpFields.check(address);
    }
    if (address.errors().size() > before) {
      return;
    }
    if (Ip.parse(address.text()).map(Ip::isV6).orElse(false) != isV6) {
      addresses.invalid(address.text(), "must be an " + type + " address");
    }
    address.checkText(IpFields::endpoint);
  }

  /// In Go: {@index validation.IsFullyQualifiedDomainName}.
  private static void checkDomainName(FieldValidator address) {
    if (!address.needText()) {
      return;
    }
    String text = address.text();
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    List<String> complaints = Names.dnsSubdomain(name);
    String[] labels = name.split("\\.", -1);
    if (!complaints.isEmpty()) {
      address.invalid(name, String.join(",", complaints));
    } else if (labels.length < 2) {
      address.invalid(name, "should be a domain with at least two segments separated by dots");
    } else {
      Arrays.stream(labels)
          .filter(label -> !Names.dnsLabel(label).isEmpty())
          .findFirst()
          .ifPresent(label -> address.invalid(label, String.join(",", Names.dnsLabel(label))));
    }
  }

  /// Says whether they are not too many.
  private static boolean checkHints(FieldValidator hints, Function<String, List<String>> rule) {
    if (hints.size() > MAX_HINTS) {
      hints.tooMany(MAX_HINTS);
      return false;
    }
    Set<String> names = new HashSet<>();
    for (FieldValidator hint : hints.items()) {
      FieldValidator name = hint.child("name");
      if (!names.add(name.text())) {
        name.duplicate(name.text());
      }
      name.checkText(rule);
    }
    return true;
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    if (old == null && object.text("addressType").equals("FQDN")) {
      warnings.add("spec.addressType: FQDN endpoints are deprecated");
    }
    String manager =
        object.at("metadata").at("labels").text("endpointslice.kubernetes.io/managed-by");
    List<TreeNode> endpoints = MANAGERS.contains(manager) ? List.of() : object.items("endpoints");
    for (int i = 0; i < endpoints.size(); i++) {
      List<String> addresses = endpoints.get(i).texts("addresses");
      for (int j = 0; j < addresses.size(); j++) {
        FieldPath path = FieldPath.of("endpoints").index(i).child("addresses").index(j);
        warnings.addAll(IpFields.ipWarnings(path, addresses.get(j)));
      }
    }
    return warnings;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW);
  }
}
