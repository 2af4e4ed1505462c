package dev.drover.server.validation;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.GoQuoting;
import java.math.BigDecimal;
import java.util.Set;

/// Validates names of resources, such as `cpu` or `example.com/gpu`, and their quantities.
public final class ResourceNames {
  private static final String HUGE_PAGES = "hugepages-";
  private static final String QUOTA_PREFIX = "requests.";

  private static final Set<String> STANDARD =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage",
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "storage",
          "requests.storage",
          "services.nodeports",
          "services.loadbalancers");
  private static final Set<String> COUNTED =
      Set.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");
  private static final Set<String> FOR_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");

  private ResourceNames() {}

  /// Checks the name of any resource; the place is that of the name.
  ///
  /// In Go: {@index validation.ValidateResourceName}.
  public static void checkName(FieldValidator place, String name) {
    int before = place.errors().size();
    var typed = new FieldError.Typed(name);
    Names.qualifiedName(name).forEach(complaint -> place.invalid(typed, complaint));
    boolean isWellFormed = place.errors().size() == before;
    if (isWellFormed && name.indexOf('/') < 0 && !isStandard(name)) {
      place.invalid(typed, "must be a standard resource type or fully qualified");
    }
  }

  /// Checks the name of a resource that containers ask for.
  public static void checkContainerName(FieldValidator place, String name) {
    checkName(place, name);
    if (name.indexOf('/') < 0) {
      if (!FOR_CONTAINERS.contains(name) && !isHugePages(name)) {
        place.invalid(new FieldError.Typed(name), "must be a standard resource for containers");
      }
    } else if (!isNative(name) && !isExtended(name)) {
      place.invalid(new FieldError.Typed(name), "doesn't follow extended resource name standard");
    }
  }

  /// Checks the name of a resource that a quota is set for.
  ///
  /// In Go: {@index validation.ValidateResourceQuotaResourceName}.
  public static void checkQuotaName(FieldValidator place, String name) {
    checkName(place, name);
    if (name.indexOf('/') < 0 && !isQuotaName(name)) {
      place.invalid(new FieldError.Typed(name), "must be a standard resource for quota");
    }
  }

  /// Whether quotas know a resource by this name.
  public static boolean isQuotaName(String name) {
    return STANDARD.contains(name) && !name.equals("storage") || isHugePagesOfQuota(name);
  }

  /// Checks an amount: not negative, and whole for what is counted.
  ///
  /// In Go: {@index validation.ValidateResourceQuantityValue}.
  public static void checkAmount(FieldValidator amount, String name) {
    Quantity quantity = Quantity.parse(amount.text());
    if (quantity.signum() < 0) {
      amount.invalid("must be greater than or equal to 0");
    }
    if (isWhole(name) && !isWhole(quantity)) {
      amount.invalid("must be an integer");
    }
  }

  /// Whether an amount is not a whole number, for what it is counted in.
  public static boolean isFraction(String amount) {
    return !isWhole(Quantity.parse(amount));
  }

  /// What to say of such an amount of bytes.
  public static String fractionWarning(FieldValidator amount) {
    return amount.path()
        + (": fractional byte value " + GoQuoting.quote(Quantity.parse(amount.text()).text()))
        + " is invalid, must be an integer";
  }

  private static boolean isWhole(Quantity quantity) {
    return quantity.toBigDecimal().remainder(BigDecimal.ONE).signum() == 0;
  }

  public static boolean isStandard(String name) {
    return STANDARD.contains(name) || isHugePages(name) || isHugePagesOfQuota(name);
  }

  private static boolean isHugePagesOfQuota(String name) {
    return name.startsWith(QUOTA_PREFIX + HUGE_PAGES);
  }

  public static boolean isHugePages(String name) {
    return name.startsWith(HUGE_PAGES);
  }

  /// Whether it is one of Kubernetes' own.
  public static boolean isNative(String name) {
    return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
  }

  /// Whether it is an extended resource, with a name that quotas can limit.
  public static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith(QUOTA_PREFIX)
        && Names.qualifiedName(QUOTA_PREFIX + name).isEmpty();
  }

  /// Whether more may be promised than there is.
  public static boolean isOvercommittable(String name) {
    return isNative(name) && !isHugePages(name);
  }

  /// Whether amounts of it are whole numbers.
  public static boolean isWhole(String name) {
    return COUNTED.contains(name) || isExtended(name);
  }

  /// Whether an amount of huge pages is a number of such pages.
  public static boolean isMultipleOfPage(String name, Quantity amount) {
    BigDecimal page;
    try {
      page = Quantity.parse(name.substring(HUGE_PAGES.length())).toBigDecimal();
    } catch (IllegalArgumentException e) {
      return false; // the name has no size
    }
    return page.signum() > 0
        && page.remainder(BigDecimal.ONE).signum() == 0
        && BigDecimal.valueOf(amount.toLong()).remainder(page).signum() == 0;
  }
}
