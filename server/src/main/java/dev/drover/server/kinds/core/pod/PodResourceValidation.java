package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/// Validates the resource requests and limits of pods and containers.
final class PodResourceValidation {
  private static final List<String> FOR_PODS = List.of("cpu", "hugepages-", "memory");
  private static final Set<String> COMPUTE = Set.of("cpu", "memory");

  private PodResourceValidation() {}

  static void checkContainer(FieldValidator resources, PodContext context) {
    checkRequirements(resources, ResourceNames::checkContainerName);
    checkClaimRefs(resources.child("claims"), context.claimNames());
  }

  /// What a pod costs beyond its containers.
  static void checkOverhead(FieldValidator overhead) {
    overhead
        .entries()
        .forEach(
            (name, amount) ->
                checkAmount(
                    amount.as(overhead.path().child("limits").key(name)),
                    name,
                    ResourceNames::checkContainerName));
    checkHugePages(overhead, overhead.keys(), List.of());
  }

  private static void checkRequirements(
      FieldValidator resources, BiConsumer<FieldValidator, String> nameRule) {
    FieldValidator limits = resources.child("limits");
    FieldValidator requests = resources.child("requests");
    limits.entries().forEach((name, amount) -> checkAmount(amount, name, nameRule));
    Map<String, Quantity> limited = ResourceLists.read(resources.node(), "limits");
    requests
        .entries()
        .forEach(
            (name, amount) -> {
              nameRule.accept(amount, name);
              ResourceNames.checkAmount(amount, name);
              checkLimit(requests, limits, name, amount.text(), limited);
              checkPages(amount, name);
            });
    checkHugePages(resources, limits.keys(), requests.keys());
  }

  private static void checkAmount(
      FieldValidator amount, String name, BiConsumer<FieldValidator, String> nameRule) {
    nameRule.accept(amount, name);
    ResourceNames.checkAmount(amount, name);
    checkPages(amount, name);
  }

  private static void checkPages(FieldValidator amount, String name) {
    if (ResourceNames.isHugePages(name)
        && !ResourceNames.isMultipleOfPage(name, Quantity.parse(amount.text()))) {
      amount.invalid(amount.text() + " is not positive integer multiple of " + name);
    }
  }

  private static void checkLimit(
      FieldValidator requests,
      FieldValidator limits,
      String name,
      String text,
      Map<String, Quantity> limited) {
    Quantity limit = limited.get(name);
    if (limit == null) {
      if (!ResourceNames.isOvercommittable(name)) {
        limits.required("Limit must be set for non overcommitable resources");
      }
      return;
    }
    int comparison = Quantity.parse(text).compareTo(limit);
    if (comparison != 0 && !ResourceNames.isOvercommittable(name)) {
      requests.invalid(text, "must be equal to " + name + " limit of " + limit);
    } else if (comparison > 0) {
      requests.invalid(text, "must be less than or equal to " + name + " limit of " + limit);
    }
  }

  private static void checkHugePages(
      FieldValidator resources, List<String> limits, List<String> requests) {
    Set<String> all = new HashSet<>(limits);
    all.addAll(requests);
    if (all.stream().anyMatch(ResourceNames::isHugePages)
        && all.stream().noneMatch(COMPUTE::contains)) {
      resources.forbidden("HugePages require cpu or memory");
    }
  }

  /// References of a container to claims of the pod.
  private static void checkClaimRefs(FieldValidator refs, Set<String> known) {
    Set<String> seen = new TreeSet<>();
    for (FieldValidator ref : refs.items()) {
      String name = ref.child("name").text();
      if (name.isEmpty()) {
        ref.required("");
        continue;
      }
      if (seen.contains(name)) {
        ref.duplicate(name);
      } else {
        checkClaimRef(ref, name, seen);
      }
      if (!known.contains(name)) {
        String detail =
            known.isEmpty() ? " which is empty" : ": " + String.join(", ", new TreeSet<>(known));
        ref.report(
            List.of(
                new FieldError(
                    FieldError.Type.NOT_FOUND,
                    ref.path().toString(),
                    name,
                    "must be one of the names in pod.spec.resourceClaims" + detail)));
      }
    }
  }

  private static void checkClaimRef(FieldValidator ref, String name, Set<String> seen) {
    FieldValidator request = ref.child("request");
    if (!request.isBlank()) {
      request.checkText(Names::dnsLabel);
    }
    String key = request.isBlank() ? name : name + "/" + request.text();
    if (seen.contains(key)) {
      ref.duplicate(key);
    } else if (request.isBlank()) {
      seen.stream().filter(k -> k.startsWith(name + "/")).forEach(k -> ref.duplicate(name));
    }
    seen.add(key);
  }

  /// Claims of the pod.
  static void checkClaims(FieldValidator claims, boolean isMirror) {
    Set<String> names = new HashSet<>();
    for (FieldValidator claim : claims.items()) {
      if (isMirror) {
        claims.as(FieldPath.of("")).forbidden("static pods do not support resource claims");
      } else {
        checkClaim(claim, names);
      }
    }
  }

  private static void checkClaim(FieldValidator claim, Set<String> names) {
    FieldValidator name = claim.child("name");
    if (name.needText()) {
      if (names.add(name.text())) {
        name.checkText(Names::dnsLabel);
      } else {
        name.duplicate();
      }
    }
    FieldValidator own = claim.child("resourceClaimName");
    FieldValidator template = claim.child("resourceClaimTemplateName");
    if (own.isPresent() == template.isPresent()) {
      claim.invalid(
          InternalForm.of("core/v1.PodResourceClaim", claim.node()),
          own.isPresent()
              ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
              : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    }
    own.ifPresent(n -> n.checkText(Names::dnsSubdomain));
    template.ifPresent(n -> n.checkText(Names::dnsSubdomain));
  }

  static void checkResizePolicy(FieldValidator policies, String podRestartPolicy) {
    Set<String> seen = new HashSet<>();
    for (FieldValidator policy : policies.items()) {
      String resource = policy.child("resourceName").text();
      String restart = policy.child("restartPolicy").text();
      if (!seen.add(resource)) {
        policy.duplicate(new FieldError.Typed(resource));
      }
      checkOneOf(policies, resource, List.of("cpu", "memory"));
      checkOneOf(policies, restart, List.of("NotRequired", "RestartContainer"));
      if (podRestartPolicy.equals("Never") && !restart.equals("NotRequired")) {
        policies.invalid(
            new FieldError.Typed(restart),
            "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
      }
    }
  }

  private static void checkOneOf(FieldValidator place, String value, List<String> supported) {
    if (value.isEmpty()) {
      place.required("");
    } else if (!supported.contains(value)) {
      place.notSupported(new FieldError.Typed(value), supported);
    }
  }

  /// What the pod asks for as a whole.
  static void checkPod(FieldValidator spec) {
    FieldValidator resources = spec.child("resources");
    if (!resources.isPresent()) {
      return;
    }
    if (spec.child("os", "name").text().equals("windows")) {
      resources.forbidden("may not be set for a windows pod");
      return;
    }
    resources
        .child("claims")
        .ifPresent(claims -> claims.forbidden("claims may not be set for Resources at pod-level"));
    checkRequirements(resources, PodResourceValidation::checkPodName);
    checkClaimRefs(resources.child("claims"), new HashSet<>());
    checkConsistency(spec, resources);
  }

  private static void checkPodName(FieldValidator place, String name) {
    int before = place.errors().size();
    ResourceNames.checkName(place, name);
    if (place.errors().size() == before && !PodResources.isForWholePods(name)) {
      place.notSupported(new FieldError.Typed(name), FOR_PODS);
    }
  }

  /// The whole must not be less than its parts.
  private static void checkConsistency(FieldValidator spec, FieldValidator resources) {
    Map<String, Quantity> limits = ResourceLists.read(resources.node(), "limits");
    checkSum(spec, resources.child("requests"), "requests");
    checkSum(spec, resources.child("limits"), "limits");
    int index = 0;
    for (FieldValidator container : spec.child("containers").items()) {
      var own = container.child("resources", "limits");
      var path = resources.path().child("containers").index(index++);
      own.entries()
          .forEach(
              (name, amount) -> {
                Quantity limit = limits.get(name);
                if (limit != null && Quantity.parse(amount.text()).compareTo(limit) > 0) {
                  amount
                      .as(path.key(name).child("limits"))
                      .invalid("must be less than or equal to pod limits of " + limit);
                }
              });
    }
  }

  /// Limits may add up to more than the pod's, except for huge pages.
  private static void checkSum(FieldValidator spec, FieldValidator amounts, String which) {
    PodResources.ofContainers(spec.node(), which)
        .forEach(
            (name, sum) -> {
              FieldValidator amount = amounts.entry(name);
              boolean counts = which.equals("requests") || ResourceNames.isHugePages(name);
              if (counts
                  && amount.isPresent()
                  && sum.compareTo(Quantity.parse(amount.text())) > 0) {
                amount.invalid(
                    "must be greater than or equal to aggregate container %s of %s"
                        .formatted(which, sum));
              }
            });
  }
}
