package dev.drover.server.kinds.storage;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// CSI drivers: the capabilities that the cluster uses.
public final class CsiDriverStrategy implements Strategy {
  private static final long MIN_EXPIRATION = 600;
  private static final long MAX_EXPIRATION = 1L << 32;
  private static final List<String> MODES = List.of("Persistent", "Ephemeral");

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    spec.setDefault("attachRequired", true)
        .setDefault("podInfoOnMount", false)
        .setDefault("storageCapacity", false)
        .setDefault("fsGroupPolicy", "ReadWriteOnceWithFSType")
        .setDefault("requiresRepublish", false)
        .setDefault("seLinuxMount", false);
    if (spec.list("volumeLifecycleModes").isEmpty()) {
      spec.set("volumeLifecycleModes", List.of("Persistent"));
    }
  }

  /// The field of a feature that is off by default.
  @Override
  public void prepareForCreate(TreeNode object) {
    object.at("spec").remove("preventPodSchedulingIfMissing");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    prepareForCreate(object);
    if (!object.at("spec").map().equals(old.at("spec").map())) {
      long generation = old.at("metadata").number("generation", 0);
      object.orCreate("metadata").set("generation", generation + 1);
    }
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    FieldValidator was = FieldValidator.root(old).child("spec");
    check(spec);
    FieldValidator attach = spec.child("attachRequired").as(spec.path().child("attachedRequired"));
    Immutability.needSamePointer(attach, was.child("attachRequired"));
    Immutability.needSamePointer(
        spec.child("volumeLifecycleModes"), was.child("volumeLifecycleModes"));
    return spec.errors();
  }

  private static void check(FieldValidator spec) {
    spec.child("fsGroupPolicy").needOneOf(List.of("File", "None", "ReadWriteOnceWithFSType"));
    checkTokenRequests(spec.child("tokenRequests"));
    FieldValidator modes = spec.child("volumeLifecycleModes");
    modes.each(mode -> mode.as(modes.path()).needOneOf(MODES));
    FieldValidator period = spec.child("nodeAllocatableUpdatePeriodSeconds");
    if (period.isPresent() && period.number() < 10) {
      period.invalid("must be greater than or equal to 10 seconds");
    }
    FieldValidator inSecrets = spec.child("serviceAccountTokenInSecrets");
    if (inSecrets.isPresent() && spec.child("tokenRequests").size() == 0) {
      inSecrets.invalid("serviceAccountTokenInSecrets is set but no tokenRequests are specified");
    }
  }

  private static void checkTokenRequests(FieldValidator requests) {
    Set<String> audiences = new HashSet<>();
    for (FieldValidator request : requests.items()) {
      FieldValidator audience = request.child("audience");
      FieldValidator expiration = request.child("expirationSeconds");
      if (!audiences.add(audience.text())) {
        audience.duplicate(audience.text());
      } else if (expiration.isPresent() && expiration.number() < MIN_EXPIRATION) {
        expiration.invalid("may not specify a duration less than 10 minutes");
      } else if (expiration.number() > MAX_EXPIRATION) {
        expiration.invalid("may not specify a duration larger than 2^32 seconds");
      }
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    TreeNode spec = object.at("spec");
    boolean isNew =
        old == null
            || !Objects.equals(spec.get("tokenRequests"), old.at("spec").get("tokenRequests"));
    boolean isUnset =
        !spec.list("tokenRequests").isEmpty() && !spec.has("serviceAccountTokenInSecrets");
    return isNew && isUnset
        ? List.of(
            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to"
                + " true to prevent possible logging of tokens in volume attributes")
        : List.of();
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
