package dev.drover.server.kinds.batch;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Prepares and validates cron jobs.
public final class CronJobStrategy implements Strategy {
  private static final int LONGEST_NAME = 52; // jobs get a suffix of 11, and have at most 63
  private static final Pattern ZONE_PART = Pattern.compile("(?!-)[A-Za-z._0-9+-]{1,14}");

  @Override
  public void setDefaults(TreeNode object) {
    JobDefaults.setCronJob(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(
        object.at("spec").at("jobTemplate").at("spec").at("template").at("spec"));
    StatusFields.reset(object);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    DisabledFields.dropFromSpec(
        object.at("spec").at("jobTemplate").at("spec").at("template").at("spec"));
    StatusFields.keep(object, old);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place.child("spec"), TreeNode.empty());
    FieldValidator name = place.child("metadata", "name");
    if (StringFormats.length(name.text()) > LONGEST_NAME) {
      name.invalid("must be no more than " + LONGEST_NAME + " characters");
    }
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec, old.at("spec"));
    return spec.errors();
  }

  private static void check(FieldValidator spec, TreeNode was) {
    FieldValidator schedule = spec.child("schedule");
    if (schedule.needText()) {
      CronSchedule.complaint(schedule.text()).ifPresent(schedule::invalid);
      if (schedule.text().contains("TZ")) {
        schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
      }
    }
    spec.child("startingDeadlineSeconds").needNonNegative();
    FieldValidator zone = spec.child("timeZone");
    if (zone.isPresent() && !zone.text().equals(was.get("timeZone"))) {
      checkTimeZone(zone);
    }
    FieldValidator policy = spec.child("concurrencyPolicy");
    if (policy.needText()) {
      policy.needOneOf(List.of("Allow", "Forbid", "Replace"));
    }
    checkJobTemplate(spec.child("jobTemplate", "spec"));
    spec.child("successfulJobsHistoryLimit").needNonNegative();
    spec.child("failedJobsHistoryLimit").needNonNegative();
  }

  private static void checkJobTemplate(FieldValidator spec) {
    JobValidation.checkSpec(spec);
    spec.child("selector")
        .ifPresent(
            s -> s.invalid(LabelSelectorValidation.shown(s), "`selector` will be auto-generated"));
    FieldValidator manual = spec.child("manualSelector");
    if (manual.isTrue()) {
      manual.notSupported(true, List.of("nil", "false"));
    }
  }

  private static void checkTimeZone(FieldValidator zone) {
    String name = zone.text();
    if (name.isEmpty()) {
      zone.invalidTyped("timeZone must be nil or non-empty string");
      return;
    }
    for (String part : name.split("/", -1)) {
      if (!ZONE_PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
        zone.invalidTyped("unknown time zone " + name);
        return;
      }
    }
    if (name.equalsIgnoreCase("Local")) {
      zone.invalidTyped(
          "timeZone must be an explicit time zone as defined in"
              + " https://www.iana.org/time-zones");
    }
    if (!CronSchedule.isZone(name)) {
      zone.invalidTyped("unknown time zone " + name);
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>(old == null ? PodWarnings.ofName(object) : List.of());
    if (PodWarnings.isNewGeneration(object, old)) {
      warnings.addAll(
          JobStrategy.ofSpec(FieldValidator.root(object).child("spec", "jobTemplate", "spec")));
    }
    if (old != null && object.at("spec").text("schedule").contains("TZ")) {
      warnings.add(
          "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
              + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
              + " details");
    }
    return warnings;
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.checkingMetadata();
  }
}
