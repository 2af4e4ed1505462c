package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.Comparator;
import java.util.Optional;

/// Sets the priority of pods from their priority class or the default class, and refuses a second
/// default class.
final class Priority implements AdmissionPlugin {
  private static final String CLASSES = "scheduling.k8s.io/priorityclasses";

  @Override
  public void admit(Attempt attempt) {
    if (!AdmissionPlugins.isFor(attempt, "/pods")) {
      return;
    }
    TreeNode spec = AdmissionPlugins.object(attempt).orCreate("spec");
    switch (attempt.operation()) {
      case CREATE -> set(attempt, spec);
      case UPDATE -> {
        TreeNode old = AdmissionPlugins.old(attempt).at("spec");
        for (String name : new String[] {"priority", "preemptionPolicy"}) {
          if (!spec.has(name) && old.has(name)) {
            spec.set(name, old.get(name));
          }
        }
      }
      case DELETE, CONNECT -> {} // nothing to set
    }
  }

  private static void set(Attempt attempt, TreeNode spec) {
    String name = spec.text("priorityClassName");
    Optional<TreeNode> found =
        name.isEmpty()
            ? defaultClass(attempt)
            : attempt.stored().get(CLASSES, "", name).map(TreeNode::copyOf);
    if (!name.isEmpty() && found.isEmpty()) {
      throw AdmissionPlugins.forbidden(
          attempt, "no PriorityClass with name " + name + " was found");
    }
    TreeNode priorityClass = found.orElseGet(TreeNode::empty);
    found.ifPresent(it -> spec.set("priorityClassName", it.at("metadata").text("name")));
    long priority = priorityClass.number("value", 0);
    if (spec.has("priority") && spec.number("priority", 0) != priority) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "the integer value of priority ("
              + spec.number("priority", 0)
              + ") must not be provided in pod spec; priority admission controller computed "
              + priority
              + " from the given PriorityClass name");
    }
    spec.set("priority", priority);
    String policy =
        priorityClass.has("preemptionPolicy")
            ? priorityClass.text("preemptionPolicy")
            : "PreemptLowerPriority";
    if (spec.has("preemptionPolicy") && !spec.text("preemptionPolicy").equals(policy)) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "the string value of PreemptionPolicy ("
              + spec.text("preemptionPolicy")
              + ") must not be provided in pod spec; priority admission controller computed "
              + policy
              + " from the given PriorityClass name");
    }
    spec.set("preemptionPolicy", policy);
  }

  /// Of several, which only a race can bring about, the lowest.
  private static Optional<TreeNode> defaultClass(Attempt attempt) {
    return attempt.stored().list(CLASSES, "").stream()
        .map(TreeNode::copyOf)
        .filter(it -> it.isTrue("globalDefault"))
        .min(Comparator.comparingLong(it -> it.number("value", 0)));
  }

  @Override
  public void validate(Attempt attempt) {
    if (!AdmissionPlugins.isFor(attempt, CLASSES)
        || !AdmissionPlugins.object(attempt).isTrue("globalDefault")) {
      return;
    }
    Optional<TreeNode> other = defaultClass(attempt);
    if (other.isPresent()) {
      String name = other.get().at("metadata").text("name");
      boolean isSame =
          attempt.operation() == Operation.UPDATE
              && name.equals(AdmissionPlugins.object(attempt).at("metadata").text("name"));
      if (!isSame) {
        throw AdmissionPlugins.forbidden(
            attempt,
            "PriorityClass " + name + " is already marked as default. Only one default can exist");
      }
    }
  }
}
