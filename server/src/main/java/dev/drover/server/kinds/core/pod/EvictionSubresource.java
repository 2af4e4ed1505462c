package dev.drover.server.kinds.core.pod;

import dev.drover.api.DeleteOptions;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Preconditions;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.Resource;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Deletes a pod if its disruption budget allows.
///
/// In Go: `EvictionREST`.
public final class EvictionSubresource implements CreateOnlyResource {
  private static final GroupResource BUDGET = new GroupResource("policy", "poddisruptionbudget");
  private static final Set<String> UNGUARDED = Set.of("Succeeded", "Failed", "Pending");
  private static final int MOST_DISRUPTED = 2000;
  private static final String ALLOWED = "DisruptionAllowed";
  private static final String SERVER = "kube-apiserver"; // writes budgets in its own name
  private static final GroupVersionKind OLD = new GroupVersionKind("policy", "v1beta1", "Eviction");

  private final ApiObjects objects;
  private final Catalog catalog;
  private final Supplier<StoredObjects> stored;
  private final InstantSource clock;

  public EvictionSubresource(SubresourceDefinition.Context context) {
    this.objects = context.objects();
    this.catalog = context.catalog();
    this.stored = context.stored();
    this.clock = context.clock();
  }

  @Override
  public List<GroupVersionKind> alsoReads() {
    return List.of(OLD);
  }

  @Override
  public Map<String, @Nullable Object> create(Call call, Resource resource, TreeNode eviction) {
    String name = eviction.at("metadata").text("name");
    if (!name.equals(call.info().name())) {
      throw ApiError.badRequest("name in URL does not match name in Eviction object");
    }
    String namespace = call.info().namespace();
    TreeNode options = eviction.at("deleteOptions");
    boolean isDryRun = SubresourceStatus.isDryRun(call) || !options.list("dryRun").isEmpty();
    TreeNode pod = TreeNode.copyOf(objects.get(resource, namespace, name));
    boolean isGuarded =
        !UNGUARDED.contains(pod.at("status").text("phase"))
            && !pod.at("metadata").has("deletionTimestamp");
    boolean needsSamePod = !isGuarded && pod.at("status").text("phase").equals("Pending");
    if (isGuarded) {
      List<TreeNode> budgets = budgets(namespace, pod);
      if (budgets.size() > 1) {
        return tooManyBudgets();
      }
      if (!budgets.isEmpty()) {
        needsSamePod = isSpare(budgets.getFirst(), pod);
        if (!needsSamePod) {
          spend(budgets.getFirst(), namespace, name, call, isDryRun);
        }
      }
    }
    delete(call, resource, pod, options, needsSamePod, isDryRun);
    return SubresourceStatus.created();
  }

  private List<TreeNode> budgets(String namespace, TreeNode pod) {
    Map<String, String> labels = pod.at("metadata").textMap("labels");
    List<TreeNode> matching = new ArrayList<>();
    for (Map<String, @Nullable Object> tree :
        stored.get().list("policy/poddisruptionbudgets", namespace)) {
      TreeNode budget = TreeNode.copyOf(tree);
      FieldValidator selector =
          FieldValidator.of(budget.at("spec").get("selector"), FieldPath.of("selector"));
      if (LabelSelectorValidation.isUsable(selector)
          && LabelSelectorValidation.matches(selector, labels)) {
        matching.add(budget);
      }
    }
    return matching;
  }

  private static Map<String, @Nullable Object> tooManyBudgets() {
    Map<String, @Nullable Object> status = new TreeMap<>(SubresourceStatus.created());
    status.put("status", "Failure");
    status.put(
        "message",
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
            + " support.");
    status.put("code", 500L);
    return status;
  }

  /// Whether a pod that is not ready may go without counting.
  private static boolean isSpare(TreeNode budget, TreeNode pod) {
    if (PodConditions.isReady(pod)) {
      return false;
    }
    TreeNode status = budget.at("status");
    long desired = status.number("desiredHealthy", 0);
    return budget.at("spec").text("unhealthyPodEvictionPolicy").equals("AlwaysAllow")
        || status.number("currentHealthy", 0) >= desired && desired > 0;
  }

  private void spend(
      TreeNode budget, String namespace, String podName, Call call, boolean isDryRun) {
    check(budget);
    if (isDryRun) {
      return;
    }
    Resource resource =
        catalog
            .find("policy", "v1", "poddisruptionbudgets")
            .orElseThrow(() -> new IllegalStateException("disruption budgets are built in"));
    objects.update(
        resource,
        resource.strategy().status(),
        namespace,
        budget.at("metadata").text("name"),
        current -> {
          check(current);
          TreeNode status = current.orCreate("status");
          String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
          long allowed = status.number("disruptionsAllowed", 0) - 1;
          status.set("disruptionsAllowed", allowed);
          if (allowed == 0) {
            noneAllowed(status, now);
          }
          status.orCreate("disruptedPods").set(podName, now);
          return current;
        },
        new ApiObjects.Write(call.user(), SERVER, "status", false, call.notes()));
  }

  /// Notes that the budget is spent.
  private static void noneAllowed(TreeNode status, String now) {
    Map<String, @Nullable Object> condition = new TreeMap<>();
    condition.put("type", ALLOWED);
    condition.put("status", "False");
    condition.put("reason", "InsufficientPods");
    condition.put("message", "");
    condition.put("observedGeneration", status.number("observedGeneration", 0));
    condition.put("lastTransitionTime", now);
    List<@Nullable Object> conditions = new ArrayList<>();
    for (TreeNode before : status.items("conditions")) {
      if (!before.text("type").equals(ALLOWED)) {
        conditions.add(before.map());
      } else if (before.text("status").equals("False")) {
        condition.put("lastTransitionTime", before.get("lastTransitionTime"));
      }
    }
    conditions.add(condition);
    status.set("conditions", conditions);
  }

  private static void check(TreeNode budget) {
    TreeNode status = budget.at("status");
    String name = budget.at("metadata").text("name");
    if (status.number("observedGeneration", 0) < budget.at("metadata").number("generation", 0)) {
      throw tooMany(
          "The disruption budget " + name + " is still being processed by the server.", 10);
    }
    long allowed = status.number("disruptionsAllowed", 0);
    if (allowed < 0) {
      throw ApiError.forbidden(BUDGET, name, "pdb disruptions allowed is negative");
    }
    if (status.at("disruptedPods").map().size() > MOST_DISRUPTED) {
      throw ApiError.forbidden(
          BUDGET,
          name,
          "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if (allowed == 0) {
      throw tooMany("The disruption budget " + name + " " + reason(status), 0);
    }
  }

  private static String reason(TreeNode status) {
    Optional<TreeNode> refusal =
        status.items("conditions").stream()
            .filter(c -> c.text("type").equals(ALLOWED))
            .filter(c -> c.text("status").equals("False") && !c.text("message").isEmpty())
            .findFirst();
    if (refusal.isPresent() && refusal.get().text("reason").equals("SyncFailed")) {
      return "does not allow evicting pods currently because it failed sync: "
          + refusal.get().text("message");
    }
    long current = status.number("currentHealthy", 0);
    long desired = status.number("desiredHealthy", 0);
    if (current <= desired) {
      return "needs %d healthy pods and has %d currently".formatted(desired, current);
    }
    return refusal
        .map(
            c ->
                "does not allow evicting pods currently (%s): %s"
                    .formatted(c.text("reason"), c.text("message")))
        .orElse("does not allow evicting pods currently");
  }

  private static ApiError tooMany(String cause, int retryAfterSeconds) {
    return ApiError.of(
        Status.builder()
            .status("Failure")
            .code(429)
            .reason("TooManyRequests")
            .message("Cannot evict pod as it would violate the pod's disruption budget.")
            .details(
                StatusDetails.builder()
                    .retryAfterSeconds(retryAfterSeconds)
                    .addCause(
                        StatusCause.builder().reason("DisruptionBudget").message(cause).build())
                    .build())
            .build());
  }

  private void delete(
      Call call,
      Resource resource,
      TreeNode pod,
      TreeNode options,
      boolean needsSamePod,
      boolean isDryRun) {
    TreeNode metadata = pod.at("metadata");
    TreeNode preconditions = options.at("preconditions");
    String uid = preconditions.text("uid");
    String version = preconditions.text("resourceVersion");
    if (version.isEmpty() && needsSamePod) {
      version = metadata.text("resourceVersion");
    }
    String namespace = call.info().namespace();
    String name = metadata.text("name");
    if (!isDryRun) {
      String expected = version;
      Map<String, @Nullable Object> marked =
          objects.update(
              resource,
              resource.strategy().status().withoutOwners(),
              namespace,
              name,
              current -> marked(current, uid, expected),
              SubresourceStatus.write(call, "eviction"));
      if (!version.isEmpty()) {
        version = TreeNode.copyOf(marked).at("metadata").text("resourceVersion");
      }
    }
    requireKnownDryRun(options);
    var write = SubresourceStatus.write(call, "");
    objects.delete(
        resource,
        namespace,
        name,
        DeleteOptions.builder()
            .gracePeriodSeconds(
                options.has("gracePeriodSeconds") ? options.number("gracePeriodSeconds", 0) : null)
            .propagationPolicy(
                options.has("propagationPolicy") ? options.text("propagationPolicy") : null)
            .preconditions(
                Preconditions.builder()
                    .uid(uid.isEmpty() ? null : uid)
                    .resourceVersion(version.isEmpty() ? null : version)
                    .build())
            .build(),
        new ApiObjects.Write(write.user(), write.fieldManager(), "", isDryRun, write.notes()));
  }

  private static void requireKnownDryRun(TreeNode options) {
    List<String> dryRun = options.texts("dryRun");
    if (!dryRun.isEmpty() && !dryRun.equals(List.of("All"))) {
      throw ApiError.invalid(
          new GroupKind("meta.k8s.io", "DeleteOptions"),
          "",
          List.of(FieldError.notSupported(FieldPath.of("dryRun"), dryRun, List.of("All"))));
    }
  }

  /// The pod as it is, with the reason why it ends.
  private TreeNode marked(TreeNode pod, String uid, String version) {
    TreeNode metadata = pod.at("metadata");
    GroupResource kind = new GroupResource("", "Pod");
    if (!uid.isEmpty() && !uid.equals(metadata.text("uid"))) {
      throw ApiError.conflict(
          kind,
          metadata.text("name"),
          ("the UID in the precondition (%s) does not match the UID in record (%s). The object"
                  + " might have been deleted and then recreated")
              .formatted(uid, metadata.text("uid")));
    }
    if (!version.isEmpty() && !version.equals(metadata.text("resourceVersion"))) {
      throw ApiError.conflict(
          kind,
          metadata.text("name"),
          ("the ResourceVersion in the precondition (%s) does not match the ResourceVersion in"
                  + " record (%s). The object might have been modified")
              .formatted(version, metadata.text("resourceVersion")));
    }
    PodConditions.set(
        pod,
        "DisruptionTarget",
        "EvictionByEvictionAPI",
        "Eviction API: evicting",
        clock.instant());
    return pod;
  }
}
