package dev.drover.server.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.oracle.Mutations;
import dev.drover.server.oracle.RealApiServer;
import dev.drover.server.oracle.Verdicts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
class VerdictsRealTest {
  private static final int MOST = 700; // of each sample; all of them agree, but take minutes

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

  static List<Samples.Sample> samples() {
    return Samples.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void objectsGetTheVerdictsOfTheRealServer(Samples.Sample sample) throws Exception {
    var verdicts = new Verdicts(server, sample.kind(), sample.strategy(), sample.path());
    var differences = new ArrayList<String>();
    var first = verdicts.create(sample.object());
    assertThat(first.ours()).isEqualTo(first.theirs());
    var mutations = Mutations.of(sample.object(), verdicts.type(), sample.fields());
    mutations.removeIf(mutation -> NO_VERDICT.contains(mutation.what()));
    Collections.shuffle(mutations, new Random(1));
    for (var mutation : mutations.subList(0, Math.min(MOST, mutations.size()))) {
      var comparison = verdicts.create(mutation.object());
      if (!comparison.agrees()) {
        differences.add(
            mutation.what()
                + "\n  ours   "
                + comparison.ours()
                + "\n  theirs "
                + comparison.theirs());
      }
    }
    assertThat(differences).isEmpty();
  }
}
