package dev.drover.server.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.TreeNode;
import dev.drover.server.builtin.LocalRules.Outcome;
import dev.drover.server.core.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules of every kind say what a real API server says, of a valid object and of everything
/// that is one step away from it.
@Tag("real")
class RulesRealTest {
  private static ControlPlane controlPlane;
  private static RealRules real;

  @BeforeAll
  static void start() throws InterruptedException {
    controlPlane = ControlPlane.start(ControlPlane.Options.defaults());
    real = new RealRules(controlPlane);
  }

  @AfterAll
  static void stop() {
    real.close();
    controlPlane.close();
  }

  static List<Sample> samples() throws IOException {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void createsAreJudgedAlike(Sample sample) throws Exception {
    Resource resource = sample.resource();
    Report report = new Report();
    for (var mutation : mutations(sample).entrySet()) {
      report.compare(
          mutation.getKey(),
          LocalRules.create(resource, mutation.getValue()),
          real.create(resource, mutation.getValue()));
    }
    assertThat(report.differences).as(report.summary()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void updatesAreJudgedAlike(Sample sample) throws Exception {
    Resource resource = sample.resource();
    Map<String, @Nullable Object> stored = real.store(resource, sample.object());
    Report report = new Report();
    try {
      for (var mutation : mutations(sample).entrySet()) {
        report.compare(
            mutation.getKey(),
            LocalRules.update(resource, mutation.getValue(), stored),
            real.update(resource, mutation.getValue(), stored));
      }
    } finally {
      real.delete(resource, TreeNode.copyOf(stored).at("metadata").text("name"));
    }
    assertThat(report.differences).as(report.summary()).isEmpty();
  }

  private static Map<String, Map<String, @Nullable Object>> mutations(Sample sample) {
    var mutations = Mutations.of(sample.resource().structure(), sample.object());
    mutations.put("nothing changed", sample.object());
    return mutations;
  }

  /// What differed.
  private static final class Report {
    private final List<String> differences = new ArrayList<>();
    private int cases;

    void compare(String what, Outcome local, Outcome expected) {
      cases++;
      boolean sameErrors = comparable(local).equals(comparable(expected));
      if (!sameErrors || !Objects.equals(local.object(), expected.object())) {
        differences.add(what + "\n  got      " + local + "\n  expected " + expected + "\n");
      }
    }

    /// Maps have no order in Go, and ports that were allocated are anything.
    private static List<String> comparable(Outcome outcome) {
      return outcome.errors().stream()
          .map(text -> text.replaceAll("Duplicate value: 3\\d{4}", "Duplicate value: any"))
          .sorted()
          .toList();
    }

    String summary() {
      return differences.size() + " of " + cases + " differ";
    }
  }
}
