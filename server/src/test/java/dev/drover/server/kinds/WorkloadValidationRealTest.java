package dev.drover.server.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.oracle.Mutations;
import dev.drover.server.oracle.Mutations.Mutation;
import dev.drover.server.oracle.RealApiServer;
import dev.drover.server.oracle.ValidationResults;
import dev.drover.server.strategy.UpdateStrategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Thousands of workloads, most of them wrong in one way, get here what they get from
/// kube-apiserver: the same defaults, or the same complaints.
@Tag("real")
class WorkloadValidationRealTest {
  private static final int MOST = 300; // of each sample; all of them agree, but take minutes

  /// The order of a Go map, and a panic of the real server.
  private static final Set<String> NO_VERDICT =
      Set.of("spec.volumeClaimTemplates and {}", "spec.completions dropped");

  private static RealApiServer server;

  @BeforeAll
  static void start() throws InterruptedException {
    server = RealApiServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<WorkloadSamples.Sample> samples() {
    return WorkloadSamples.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void createsGetTheErrorsOfTheRealServer(WorkloadSamples.Sample sample) throws Exception {
    var results = new ValidationResults(server, sample.kind(), sample.strategy(), sample.path());
    var valid = results.create(sample.object());
    assertThat(valid.ours()).isEqualTo(valid.theirs());
    assertNoDifference(
        mutations(sample.object(), results, sample.fields()),
        mutation -> results.create(mutation.object()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void updatesGetTheErrorsOfTheRealServer(WorkloadSamples.Sample sample) throws Exception {
    var results = new ValidationResults(server, sample.kind(), sample.strategy(), sample.path());
    var stored = results.store(sample.renamed("stored"));
    var rules = UpdateStrategy.main(sample.strategy());
    assertNoDifference(
        mutations(stored, results, sample.fields()),
        mutation -> results.update(mutation.object(), stored, "", rules));
  }

  private static List<Mutation> mutations(
      Map<String, Object> object, ValidationResults results, String... fields) {
    var mutations = Mutations.of(object, results.type(), fields);
    mutations.removeIf(mutation -> NO_VERDICT.contains(mutation.what()));
    Collections.shuffle(mutations, new Random(1));
    return mutations.subList(0, Math.min(MOST, mutations.size()));
  }

  private interface Question {
    ValidationResults.Comparison ask(Mutation mutation) throws IOException, InterruptedException;
  }

  private static void assertNoDifference(List<Mutation> mutations, Question question)
      throws IOException, InterruptedException {
    var differences = new ArrayList<String>();
    for (var mutation : mutations) {
      var comparison = question.ask(mutation);
      if (!comparison.agrees()) {
        differences.add(
            "%s%n  ours   %s%n  theirs %s"
                .formatted(mutation.what(), comparison.ours(), comparison.theirs()));
      }
    }
    assertThat(differences).isEmpty();
  }
}
