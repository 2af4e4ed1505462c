package dev.drover.server.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.TreeNode;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.ValidationOracle.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The embedded server says what a real one says, of a valid object of each kind and of everything
/// that is one step away from it.
@Tag("real")
class KindValidationRealTest {
  private static ControlPlane controlPlane;
  private static EmbeddedApiServer server;
  private static ValidationOracle theirs;
  private static ValidationOracle ours;

  @BeforeAll
  static void start() throws InterruptedException {
    controlPlane = ControlPlane.start(ControlPlane.Options.defaults().with(o -> o.betaApis(true)));
    theirs = new ValidationOracle(controlPlane.url(), controlPlane.tls(controlPlane.admin()));
    server =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.betaApis(true)));
    ours = new ValidationOracle(server.url(), Tls.forUser(server.caPem(), server.admin()));
  }

  @AfterAll
  static void stop() {
    ours.close();
    server.close();
    theirs.close();
    controlPlane.close();
  }

  /// Of each sample: all of them agree, but take minutes.
  int most() {
    return 80;
  }

  static List<Sample> samples() throws IOException {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void createsGetTheSameErrorsOnBothServers(Sample sample) throws Exception {
    Resource resource = sample.resource();
    Report report = new Report();
    for (var mutation : sample.mutations(most()).entrySet()) {
      report.compare(
          mutation.getKey(),
          ours.create(resource, mutation.getValue()),
          theirs.create(resource, mutation.getValue()));
    }
    assertThat(report.differences).as(report.summary()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void updatesGetTheSameErrorsOnBothServers(Sample sample) throws Exception {
    Resource resource = sample.resource();
    Map<String, @Nullable Object> here = ours.store(resource, sample.object());
    Map<String, @Nullable Object> there = theirs.store(resource, sample.object());
    Report report = new Report();
    try {
      for (var mutation : sample.mutations(most()).entrySet()) {
        report.compare(
            mutation.getKey(),
            ours.update(resource, mutation.getValue(), here),
            theirs.update(resource, mutation.getValue(), there));
      }
    } finally {
      String name = TreeNode.copyOf(here).at("metadata").text("name");
      ours.delete(resource, name);
      theirs.delete(resource, name);
    }
    assertThat(report.differences).as(report.summary()).isEmpty();
  }

  static List<Sample> samplesWithStatus() throws IOException {
    return Sample.all().stream().filter(sample -> sample.object().containsKey("status")).toList();
  }

  @ParameterizedTest
  @MethodSource("samplesWithStatus")
  void statusUpdatesGetTheSameErrorsOnBothServers(Sample sample) throws Exception {
    Resource resource = sample.resource();
    ours.store(resource, sample.object());
    theirs.store(resource, sample.object());
    Report report = new Report();
    try {
      for (var mutation : sample.mutations(most()).entrySet()) {
        if (mutation.getKey().startsWith("[status")) {
          report.compare(
              mutation.getKey(),
              ours.updateStatus(resource, mutation.getValue()),
              theirs.updateStatus(resource, mutation.getValue()));
        }
      }
    } finally {
      String name = TreeNode.copyOf(sample.object()).at("metadata").text("name");
      ours.delete(resource, name);
      theirs.delete(resource, name);
    }
    assertThat(report.differences).as(report.summary()).isEmpty();
  }

  /// What differed.
  private static final class Report {
    private final List<String> differences = new ArrayList<>();
    private int cases;

    void compare(String what, Outcome ours, Outcome theirs) {
      cases++;
      if (!ours.equals(theirs)) {
        differences.add(what + "\n  got      " + ours + "\n  expected " + theirs + "\n");
      }
    }

    String summary() {
      return differences.size() + " of " + cases + " differ";
    }
  }
}
