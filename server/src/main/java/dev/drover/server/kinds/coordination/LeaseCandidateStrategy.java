package dev.drover.server.kinds.coordination;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.SemanticVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Candidates for a lease, with their versions.
public final class LeaseCandidateStrategy implements DataStrategy {
  private static final String OLDEST_EMULATION = "OldestEmulationVersion";

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    Immutability.needSame(
        spec.child("leaseName"), FieldValidator.root(old).child("spec", "leaseName"));
    return spec.errors();
  }

  private static void check(FieldValidator spec) {
    spec.child("leaseName").needText();
    FieldValidator emulation = spec.child("emulationVersion");
    FieldValidator binary = spec.child("binaryVersion");
    Optional<SemanticVersion> emulated = emulation.isBlank() ? Optional.empty() : read(emulation);
    Optional<SemanticVersion> actual = binary.needText() ? read(binary) : Optional.empty();
    boolean areBothSaid = !emulation.isBlank() && !binary.isBlank();
    SemanticVersion least = emulated.orElse(SemanticVersion.ZERO);
    if (areBothSaid && actual.orElse(SemanticVersion.ZERO).compareTo(least) < 0) {
      binary.invalid("must be greater than or equal to `emulationVersion`");
    }
    FieldValidator strategy = spec.child("strategy");
    if (strategy.needText()) {
      if (strategy.text().equals(OLDEST_EMULATION) && least.compareTo(SemanticVersion.ZERO) == 0) {
        emulation.required("must be specified when `strategy` is 'OldestEmulationVersion'");
      }
      checkStrategy(strategy.as(strategy.path().child("strategy")));
    }
  }

  private static Optional<SemanticVersion> read(FieldValidator version) {
    Optional<SemanticVersion> parsed = SemanticVersion.parse(version.text());
    if (parsed.isEmpty()) {
      version.invalid("must be a valid semantic version");
    }
    return parsed;
  }

  private static void checkStrategy(FieldValidator strategy) {
    if (strategy.text().contains("/")) {
      Names.qualifiedName(strategy.text()).forEach(strategy::invalidTyped);
    } else {
      strategy.needOneOf(List.of(OLDEST_EMULATION));
    }
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES_CONDITIONAL;
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    return Map.of("spec.leaseName", object.at("spec").text("leaseName"));
  }
}
