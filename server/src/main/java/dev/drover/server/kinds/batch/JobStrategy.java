package dev.drover.server.kinds.batch;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.apps.WorkloadDefaults;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prepares and validates jobs.
public final class JobStrategy implements Strategy {
  static final List<String> NAME_LABELS = List.of("job-name", "batch.kubernetes.io/job-name");
  static final List<String> UID_LABELS =
      List.of("controller-uid", "batch.kubernetes.io/controller-uid");

  private static final int MANY_COMPLETIONS = 100_000;
  private static final int MANY_AT_ONCE = 10_000;

  @Override
  public void setDefaults(TreeNode object) {
    JobDefaults.setJob(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    TreeNode spec = object.at("spec");
    TreeNode metadata = object.orCreate("metadata");
    if (!spec.isTrue("manualSelector")) {
      generateSelector(metadata, spec);
    }
    // A default, but one that includes what was generated.
    WorkloadDefaults.setLabels(object, podLabels(object));
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    StatusFields.reset(object);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    DisabledFields.dropFromSpec(object.at("spec").at("template").at("spec"));
    WorkloadDefaults.setLabels(object, podLabels(object));
    StatusFields.keep(object, old);
  }

  private static Map<String, String> podLabels(TreeNode job) {
    return job.at("spec").at("template").at("metadata").textMap("labels");
  }

  /// Labels the pods with the job's name and uid, under today's keys and those of former times, and
  /// selects them by the uid. What the client has set stays, for validation to look at.
  private static void generateSelector(TreeNode metadata, TreeNode spec) {
    TreeNode labels = spec.orCreate("template").orCreate("metadata").orCreate("labels");
    NAME_LABELS.forEach(label -> labels.setDefault(label, metadata.text("name")));
    UID_LABELS.forEach(label -> labels.setDefault(label, metadata.text("uid")));
    spec.orCreate("selector")
        .orCreate("matchLabels")
        .setDefault(UID_LABELS.getLast(), metadata.text("uid"));
  }

  /// A new job whose labels are all generated is stored without `status`, which only reading adds:
  /// the first update writes it, and with it a new version, even if it changes nothing else.
  public static boolean isStoredWithoutStatus(TreeNode object) {
    return !object.at("spec").isTrue("manualSelector")
        && object.at("metadata").textMap("labels").equals(podLabels(object));
  }

  /// Dependents are orphaned by default, as before there was a garbage collector.
  @Override
  public Deletion deletion() {
    return Deletion.DEFAULT.dependents(
        Deletion.Dependents.ORPHAN,
        "child pods are preserved by default when jobs are deleted; set"
            + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan to"
            + " suppress this warning");
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    long succeeded = object.at("status").number("succeeded", 0);
    return Map.of("status.successful", Long.toString(succeeded));
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator place = FieldValidator.root(object);
    JobUpdateValidation.check(place.child("spec"), old);
    return place.errors();
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating(this::validateStatus);
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    return JobStatusValidation.check(object, old);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return checked(object, TreeNode.empty());
  }

  private static List<FieldError> checked(TreeNode object, TreeNode old) {
    FieldValidator place = FieldValidator.root(object);
    JobValidation.check(place, old);
    return place.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>(old == null ? PodWarnings.ofName(object) : List.of());
    if (PodWarnings.isNewGeneration(object, old)) {
      warnings.addAll(ofSpec(FieldValidator.root(object).child("spec")));
    }
    return warnings;
  }

  /// What is worth a warning in what a job is to do.
  static List<String> ofSpec(FieldValidator spec) {
    List<String> warnings = new ArrayList<>();
    if (spec.child("completionMode").text().equals("Indexed")
        && spec.child("completions").number() > MANY_COMPLETIONS
        && spec.child("parallelism").number() > MANY_AT_ONCE) {
      warnings.add(
          spec.path()
              + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
              + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
              + " big number of indexes fail");
    }
    warnings.addAll(PodWarnings.ofTemplate(spec.child("template")));
    return warnings;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE)
        .after((object, old) -> old == null ? List.of() : checked(object, old));
  }
}
