package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The corpus: one controller for each class of bugs. Each is found, and its repaired twin passes.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class BrokenControllersTest {
  private TrialServer server;

  @BeforeAll
  void start() {
    server = TrialServer.start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private static Stream<Specimen> broken() {
    return specimens(false);
  }

  private static Stream<Specimen> repaired() {
    return specimens(true);
  }

  private static Stream<Specimen> specimens(boolean repaired) {
    List<Specimen> all = new ArrayList<>();
    all.addAll(CrashSpecimens.all(repaired));
    all.addAll(RetrySpecimens.all(repaired));
    all.addAll(ViewSpecimens.all(repaired));
    all.addAll(ScopeSpecimens.all(repaired));
    all.addAll(HandlerSpecimens.all(repaired));
    return all.stream();
  }

  private TrialSummary explore(Specimen specimen, TrialOptions options) {
    return new Explorer(server, specimen.toString(), options, specimen::run).explore();
  }

  /// Two undisturbed runs and the plan: enough to show that it is found and why.
  @ParameterizedTest
  @MethodSource("broken")
  void brokenControllerFailsWithReportOfCause(Specimen specimen) {
    Throwable found = catchThrowable(() -> explore(specimen, only(specimen)));
    assertThat(found).isInstanceOf(TrialFailure.class);
    specimen.report().forEach(text -> assertThat(found).hasMessageContaining(text));
    assertThat(((TrialFailure) found).replay()).isEqualTo(specimen.plan());
  }

  @ParameterizedTest
  @MethodSource("repaired")
  void repairedControllerSurvivesPlanOfBrokenOne(Specimen specimen) {
    try {
      assertThat(explore(specimen, only(specimen)).plans()).isEqualTo(1);
    } catch (TrialFailure e) {
      assertThat(e.oracle()).as("the call has gone with the bug: %s", e).isEqualTo("replay");
    }
  }

  private static TrialOptions only(Specimen specimen) {
    return TrialOptions.defaults().with(o -> o.replay(specimen.plan()));
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("broken")
  void brokenControllerIsFoundWithinAMinute(Specimen specimen) {
    Throwable found =
        catchThrowable(
            () ->
                explore(
                    specimen, TrialOptions.defaults().with(o -> o.budget(Duration.ofMinutes(1)))));
    assertThat(found).isInstanceOf(TrialFailure.class);
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("repaired")
  void repairedControllerSurvivesAllPlans(Specimen specimen) {
    TrialSummary summary =
        explore(specimen, TrialOptions.defaults().with(o -> o.budget(Duration.ofMinutes(4))));
    assertThat(summary.unrepeatable()).isEmpty();
  }
}
