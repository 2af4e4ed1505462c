package dev.drover.server.kinds.core.service;

import static dev.drover.server.kinds.core.service.Services.IPV4;
import static dev.drover.server.kinds.core.service.Services.IPV6;
import static dev.drover.server.kinds.core.service.Services.NONE;
import static dev.drover.server.kinds.core.service.Services.SINGLE_STACK;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Ip;
import dev.drover.server.validation.IpFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The linked fields of a service: `clusterIP`, `clusterIPs`, `ipFamilies`, `ipFamilyPolicy`. This
/// server has addresses of IPv4 only.
///
/// In Go: `normalizeClusterIPs`, `initIPFamilyFields` and `ValidateServiceClusterIPsRelatedFields`.
final class ServiceIpFamilies {
  private static final List<String> POLICIES =
      List.of("PreferDualStack", "RequireDualStack", SINGLE_STACK);

  private ServiceIpFamilies() {}

  /// Brings the one address and the list of addresses in line, for clients that know only one.
  static void alignAddresses(TreeNode spec, @Nullable TreeNode old) {
    String address = spec.text("clusterIP");
    boolean hasList = !spec.list("clusterIPs").isEmpty();
    if (old == null) {
      if (!address.isEmpty() && !hasList) {
        spec.set("clusterIPs", List.of(address));
      }
      return;
    }
    String before = old.text("clusterIP");
    if (!old.list("clusterIPs").isEmpty() && !hasList && before.equals(address)) {
      spec.set("clusterIPs", old.get("clusterIPs"));
    }
    if (!before.equals(address) && spec.list("clusterIPs").equals(old.list("clusterIPs"))) {
      if (!before.isEmpty() && address.isEmpty()) {
        spec.remove("clusterIPs");
      } else {
        spec.set("clusterIPs", List.of(address));
      }
    }
  }

  /// Fills in policy and families.
  ///
  /// @param old null for a new service
  /// @return what stands against it; the fields are then only half done
  static List<FieldError> complete(TreeNode service, @Nullable TreeNode old) {
    TreeNode spec = service.orCreate("spec");
    TreeNode oldSpec = old == null ? TreeNode.empty() : old.at("spec");
    if (Services.isExternalName(spec) || old != null && keepsPreferred(spec, oldSpec)) {
      return List.of();
    }
    boolean isHeadless = spec.text("clusterIP").equals(NONE);
    boolean hasSelector = !spec.at("selector").map().isEmpty();
    if (!spec.has("ipFamilyPolicy")) {
      spec.set(
          "ipFamilyPolicy",
          oldSpec.has("ipFamilyPolicy")
              ? oldSpec.text("ipFamilyPolicy")
              : isHeadless && !hasSelector ? "RequireDualStack" : SINGLE_STACK);
    }
    FieldValidator place = FieldValidator.root(service).child("spec");
    check(place, oldSpec);
    if (!place.errors().isEmpty()) {
      return place.errors();
    }
    boolean isSingle = spec.text("ipFamilyPolicy").equals(SINGLE_STACK);
    if (old != null) {
      releaseSecond(place, spec, oldSpec, isSingle);
    }
    FieldValidator policy = place.child("ipFamilyPolicy");
    if (isSingle) {
      String rule =
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple %s are specified";
      if (spec.list("clusterIPs").size() == 2) {
        policy.invalid(rule.formatted("cluster IPs"));
      }
      if (spec.list("ipFamilies").size() == 2) {
        policy.invalid(rule.formatted("IP families"));
      }
    }
    addFamiliesOfAddresses(place, spec);
    if (!place.errors().isEmpty()) {
      return place.errors();
    }
    if (isHeadless && !hasSelector) {
      completeWithoutSelector(spec, isSingle);
      return List.of();
    }
    if (spec.text("ipFamilyPolicy").equals("RequireDualStack")) {
      policy.invalid("this cluster is not configured for dual-stack services");
    }
    for (FieldValidator family : place.child("ipFamilies").items()) {
      if (!family.text().equals(IPV4)) {
        family.invalid("not configured on this cluster");
      }
    }
    if (place.errors().isEmpty() && spec.list("ipFamilies").isEmpty()) {
      spec.set("ipFamilies", List.of(IPV4));
    }
    return place.errors();
  }

  /// Whether a service that would rather have two families stays with what it has.
  private static boolean keepsPreferred(TreeNode spec, TreeNode old) {
    String preferred = "PreferDualStack";
    boolean isPreferred =
        spec.text("ipFamilyPolicy").equals(preferred)
            && (!old.has("ipFamilyPolicy") || old.text("ipFamilyPolicy").equals(preferred));
    return isPreferred
        && Services.isSame(spec, old, "type")
        && spec.list("clusterIPs").equals(old.list("clusterIPs"))
        && spec.list("ipFamilies").equals(old.list("ipFamilies"));
  }

  private static void releaseSecond(
      FieldValidator place, TreeNode spec, TreeNode old, boolean isSingle) {
    for (String field : List.of("clusterIPs", "ipFamilies")) {
      List<String> now = spec.texts(field);
      List<String> before = old.texts(field);
      if (isSingle && now.equals(before) && now.size() > 1) {
        spec.set(field, now.subList(0, 1));
      } else if (!isSingle && !now.isEmpty() && now.size() < before.size()) {
        place
            .child("ipFamilyPolicy")
            .invalid(
                "must be 'SingleStack' to release the secondary "
                    + (field.equals("clusterIPs") ? "cluster IP" : "IP family"));
      }
    }
  }

  private static void addFamiliesOfAddresses(FieldValidator place, TreeNode spec) {
    List<FieldValidator> addresses = place.child("clusterIPs").items();
    List<String> families = new ArrayList<>(spec.texts("ipFamilies"));
    for (int i = 0; i < addresses.size() && !addresses.get(i).text().equals(NONE); i++) {
      if (i < families.size()) {
        continue;
      }
      String family = isV6(addresses.get(i).text()) ? IPV6 : IPV4;
      if (family.equals(IPV6)) {
        addresses.get(i).invalid(spec.get("clusterIPs"), "IPv6 is not configured on this cluster");
      } else {
        families.add(family);
      }
    }
    if (!families.isEmpty()) {
      spec.set("ipFamilies", families);
    }
  }

  /// The endpoints of such a service come from elsewhere, so they may be of either family.
  private static void completeWithoutSelector(TreeNode spec, boolean isSingle) {
    List<String> families = new ArrayList<>(spec.texts("ipFamilies"));
    if (families.isEmpty()) {
      families.add(IPV4);
    }
    if (families.size() < 2 && !isSingle) {
      families.add(families.getFirst().equals(IPV4) ? IPV6 : IPV4);
    }
    spec.set("ipFamilies", families);
  }

  private static boolean isV6(String address) {
    return Ip.parse(address).map(Ip::isV6).orElse(false);
  }

  /// Checks the fields on their own.
  static void check(FieldValidator spec, TreeNode old) {
    if (Services.isExternalName(spec.node())) {
      return;
    }
    FieldValidator addresses = spec.child("clusterIPs");
    checkFirst(spec.child("clusterIP").text(), addresses);
    Set<String> seen = new HashSet<>();
    for (FieldValidator family : spec.child("ipFamilies").items()) {
      family.needOneOf(List.of(IPV4, IPV6));
      if (!seen.add(family.text())) {
        family.duplicate();
      }
    }
    spec.child("ipFamilyPolicy").ifPresent(policy -> policy.needOneOf(POLICIES));
    if (checkAddresses(addresses, old.texts("clusterIPs"))) {
      checkFamilies(spec, addresses);
    }
  }

  private static void checkFirst(String address, FieldValidator addresses) {
    if (address.isEmpty()) {
      if (addresses.size() > 0) {
        addresses.invalid("must be empty when `clusterIP` is not specified");
      }
    } else if (addresses.size() == 0) {
      addresses.required("");
    } else if (!addresses.items().getFirst().text().equals(address)) {
      addresses.invalid("first value must match `clusterIP`");
    }
  }

  /// Says whether all of them are addresses.
  private static boolean checkAddresses(FieldValidator addresses, List<String> existing) {
    boolean areValid = true;
    List<FieldValidator> items = addresses.items();
    for (int i = 0; i < items.size(); i++) {
      if (i == 0 && items.get(i).text().equals(NONE)) {
        if (items.size() > 1) {
          areValid = false;
          addresses.invalid("'None' must be the first and only value");
        }
        continue;
      }
      int before = addresses.errors().size();
      IpFields.checkLegacyIp(items.get(i), existing);
      areValid &= addresses.errors().size() == before;
    }
    if (items.size() > 2) {
      addresses.invalid("may only hold up to 2 values");
    }
    return areValid;
  }

  private static void checkFamilies(FieldValidator spec, FieldValidator addresses) {
    List<FieldValidator> items = addresses.items();
    List<String> families = spec.node().texts("ipFamilies");
    if (items.size() > 1) {
      boolean hasV6 = items.stream().anyMatch(it -> isV6(it.text()));
      boolean hasV4 = items.stream().anyMatch(it -> !isV6(it.text()));
      if (!hasV6 || !hasV4) {
        addresses.invalid("may specify no more than one IP for each IP family");
      }
    }
    if (Services.isHeadless(spec.node())) {
      return;
    }
    for (int i = 0; i < Math.min(items.size(), families.size()); i++) {
      FieldValidator address = items.get(i);
      String expected = families.get(i);
      boolean isWrong =
          expected.equals(IPV4) && isV6(address.text())
              || expected.equals(IPV6) && !isV6(address.text());
      if (isWrong) {
        address.invalid(
            "expected an " + expected + " value as indicated by `ipFamilies[" + i + "]`");
      }
    }
  }
}
