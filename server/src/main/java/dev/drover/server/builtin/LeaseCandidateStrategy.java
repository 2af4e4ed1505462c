package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.SemanticVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Candidates for a lease: who would lead, and in which version.
final class LeaseCandidateStrategy implements DataStrategy {
  private static final String OLDEST_EMULATION = "OldestEmulationVersion";

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place spec = Place.root(object).child("spec");
    check(spec);
    Changes.needSame(spec.child("leaseName"), Place.root(old).child("spec", "leaseName"));
    return spec.errors();
  }

  private static void check(Place spec) {
    spec.child("leaseName").needText();
    Place emulation = spec.child("emulationVersion");
    Place binary = spec.child("binaryVersion");
    Optional<SemanticVersion> emulated = emulation.isBlank() ? Optional.empty() : read(emulation);
    Optional<SemanticVersion> actual = binary.needText() ? read(binary) : Optional.empty();
    boolean areBothSaid = !emulation.isBlank() && !binary.isBlank();
    SemanticVersion least = emulated.orElse(SemanticVersion.ZERO);
    if (areBothSaid && actual.orElse(SemanticVersion.ZERO).compareTo(least) < 0) {
      binary.invalid("must be greater than or equal to `emulationVersion`");
    }
    Place strategy = spec.child("strategy");
    if (strategy.needText()) {
      if (strategy.text().equals(OLDEST_EMULATION) && least.compareTo(SemanticVersion.ZERO) == 0) {
        emulation.required("must be specified when `strategy` is 'OldestEmulationVersion'");
      }
      checkStrategy(strategy.as(strategy.path().child("strategy")));
    }
  }

  private static Optional<SemanticVersion> read(Place version) {
    Optional<SemanticVersion> parsed = SemanticVersion.parse(version.text());
    if (parsed.isEmpty()) {
      version.invalid("must be a valid semantic version");
    }
    return parsed;
  }

  private static void checkStrategy(Place strategy) {
    if (strategy.text().contains("/")) {
      Names.qualifiedName(strategy.text()).forEach(strategy::invalidTyped);
    } else {
      strategy.needOneOf(List.of(OLDEST_EMULATION));
    }
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    return Map.of("spec.leaseName", object.at("spec").text("leaseName"));
  }
}
