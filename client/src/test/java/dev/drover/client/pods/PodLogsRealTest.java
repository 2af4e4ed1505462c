package dev.drover.client.pods;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.api.Patch;
import dev.drover.client.ApiException;
import dev.drover.client.LogOptions;
import dev.drover.client.ResourceClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs through a real kube-apiserver; the test plays the containers and the kubelet's status.
@Tag("real")
@Tag("go")
class PodLogsRealTest {
  private static final LogOptions ALL = LogOptions.defaults();
  private static final LogOptions FOLLOW = ALL.with(o -> o.follow(true));

  @TempDir static Path folder;
  private static PodTestBed bed;
  private static PodClient pods;

  @BeforeAll
  static void start() throws Exception {
    bed = PodTestBed.start(folder);
    pods = bed.pods();
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static void log(String pod, String container, int run, String... lines)
      throws IOException {
    Path file = bed.logs(pod, container).resolve(run + ".log");
    for (String line : lines) {
      Files.writeString(
          file,
          Instant.now() + " " + line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private static void end(String pod, String container, int run) throws IOException {
    Files.createFile(bed.logs(pod, container).resolve(run + ".end"));
  }

  private static ResourceClient<DynamicObject> resources() {
    return bed.client().resources(PodClient.POD).inNamespace("default");
  }

  private static void status(
      String pod, String phase, String container, int restarts, String state) {
    Map<String, Object> now =
        state.equals("running") ? Map.of() : Map.of("exitCode", 0, "reason", "Done");
    resources()
        .patch(
            pod,
            Patch.merge(
                Map.of(
                    "status",
                    Map.of(
                        "phase",
                        phase,
                        "containerStatuses",
                        List.of(statusOf(container, restarts, Map.of(state, now)))))),
            "status");
  }

  private static void create(String manifest) {
    Manifests.parse(manifest).forEach(bed.client()::create);
  }

  private static List<String> texts(PodLogs logs) {
    List<String> texts = new ArrayList<>();
    logs.forEach(line -> texts.add(line.text()));
    return texts;
  }

  @Test
  void logOfAllContainersIsReadToItsEnd() throws Exception {
    bed.addPod("still", List.of("a", "b"));
    log("still", "a", 1, "one", "two");
    log("still", "b", 1, "three");
    try (PodLogs logs = pods.logs("still", ALL)) {
      assertThat(texts(logs)).containsExactlyInAnyOrder("one", "two", "three");
      assertThat(logs.next()).isEmpty();
    }
    try (PodLogs logs = pods.logs("still", ALL.with(o -> o.container("a").tail(1)))) {
      LogLine line = logs.next().orElseThrow();
      assertThat(line.prefixed()).isEqualTo("[pod/still/a] two");
      assertThat(line.time()).isBetween(Instant.now().minusSeconds(60), Instant.now());
    }
    assertThatThrownBy(() -> pods.logs("missing", ALL)).isInstanceOf(ApiException.NotFound.class);
  }

  @Test
  void followGoesOnOverRestartsUntilThePodHasEnded() throws Exception {
    bed.addPod("restarting", List.of("web"));
    log("restarting", "web", 1, "run 1");
    status("restarting", "Running", "web", 0, "running");
    try (PodLogs logs = pods.logs("restarting", FOLLOW)) {
      assertThat(logs.next().map(LogLine::text)).contains("run 1");
      log("restarting", "web", 1, "run 1 goes on");
      assertThat(logs.next().map(LogLine::text)).contains("run 1 goes on");

      log("restarting", "web", 1, "last words");
      end("restarting", "web", 1);
      log("restarting", "web", 2, "run 2");
      status("restarting", "Running", "web", 1, "running");
      assertThat(logs.next().map(LogLine::text)).contains("last words");
      assertThat(logs.next().map(LogLine::text)).contains("run 2");

      end("restarting", "web", 2);
      status("restarting", "Succeeded", "web", 1, "terminated");
      CompletableFuture<Optional<LogLine>> rest = CompletableFuture.supplyAsync(logs::next);
      assertThat(rest.get(30, TimeUnit.SECONDS)).isEmpty();
    }
  }

  @Test
  void selectorMergesPodsAndTakesLaterOnesIn() throws Exception {
    for (String name : List.of("merged-1", "merged-2")) {
      bed.addPod(name, List.of("web"), "app: merged");
      log(name, "web", 1, "from " + name);
      status(name, "Running", "web", 0, "running");
    }
    try (PodLogs logs = pods.logs(labelIs("app", "merged"), FOLLOW)) {
      List<String> seen = new ArrayList<>();
      seen.add(logs.next().orElseThrow().prefixed());
      seen.add(logs.next().orElseThrow().prefixed());
      assertThat(seen)
          .containsExactlyInAnyOrder(
              "[pod/merged-1/web] from merged-1", "[pod/merged-2/web] from merged-2");

      bed.addPod("merged-3", List.of("web"), "app: merged");
      log("merged-3", "web", 1, "late");
      status("merged-3", "Running", "web", 0, "running");
      assertThat(logs.next().orElseThrow().prefixed()).isEqualTo("[pod/merged-3/web] late");
    }
  }

  @Test
  void closeFromAnotherThreadEndsAWaitingReader() throws Exception {
    bed.addPod("quiet", List.of("web"));
    log("quiet", "web", 1);
    status("quiet", "Running", "web", 0, "running");
    PodLogs logs = pods.logs("quiet", FOLLOW);
    CompletableFuture<Optional<LogLine>> reading = CompletableFuture.supplyAsync(logs::next);
    logs.close();
    assertThat(reading.get(30, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void linesThatComeAgainAfterABreakAreLeftOut() throws Exception {
    Instant same = Instant.parse("2026-01-02T03:04:05.000000001Z");
    String text =
        same.minusNanos(1)
            + " old\n"
            + same
            + " a\n"
            + same
            + " b\n"
            + same
            + " c\n"
            + same.plusNanos(1)
            + " d";
    LogLines lines =
        new LogLines(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            new LogLines.Position(same, 2));
    assertThat(lines.next().text()).isEqualTo("c");
    assertThat(lines.next().text()).isEqualTo("d");
    assertThat(lines.next()).isNull();
  }

  @Test
  void previousRunIsReadAlone() throws Exception {
    bed.addPod("twice", List.of("web"));
    log("twice", "web", 1, "first");
    log("twice", "web", 2, "second");
    try (PodLogs logs = pods.logs("twice", ALL.with(o -> o.previous(true)))) {
      assertThat(texts(logs)).containsExactly("first");
    }
    assertThatThrownBy(() -> pods.logs("twice", FOLLOW.with(o -> o.previous(true))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void initContainerIsReadIfItIsNamedAndEndsOnceItHasSucceeded() throws Exception {
    create(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: prepared, namespace: default}
        spec:
          nodeName: this-machine
          initContainers: [{name: setup, image: none}]
          containers: [{name: web, image: none}]
        """);
    log("prepared", "setup", 1, "ready");
    log("prepared", "web", 1, "serving");
    try (PodLogs logs = pods.logs("prepared", ALL)) {
      assertThat(texts(logs)).containsExactly("serving");
    }
    try (PodLogs logs = pods.logs("prepared", ALL.with(o -> o.container("setup")))) {
      assertThat(texts(logs)).containsExactly("ready");
    }
    initStatus("prepared", "setup", Map.of("terminated", Map.of("exitCode", 1)));
    end("prepared", "setup", 1);
    try (PodLogs logs = pods.logs("prepared", FOLLOW.with(o -> o.container("setup")))) {
      assertThat(logs.next().map(LogLine::text)).contains("ready");
      log("prepared", "setup", 2, "ready again");
      end("prepared", "setup", 2);
      initStatus("prepared", "setup", Map.of("terminated", Map.of("exitCode", 0)));
      CompletableFuture<List<String>> rest = CompletableFuture.supplyAsync(() -> texts(logs));
      assertThat(rest.get(30, TimeUnit.SECONDS)).containsExactly("ready again");
    }
  }

  /// The restarts of an init container are those in its log.
  private static void initStatus(String pod, String container, Map<String, Object> state)
      throws IOException {
    int runs = Files.exists(bed.logs(pod, container).resolve("2.log")) ? 2 : 1;
    patch(pod, "initContainerStatuses", statusOf(container, runs - 1, state));
  }

  private static Map<String, Object> statusOf(
      String container, int restarts, Map<String, Object> state) {
    return Map.of(
        "name",
        container,
        "image",
        "none",
        "imageID",
        "none",
        "ready",
        true,
        "restartCount",
        restarts,
        "state",
        state);
  }

  private static void patch(String pod, String list, Map<String, Object> about) {
    resources()
        .patch(
            pod,
            Patch.merge(Map.of("status", Map.of("phase", "Running", list, List.of(about)))),
            "status");
  }

  @Test
  void containerThatDoesNotExistIsRefusedByTheServer() throws Exception {
    bed.addPod("refused", List.of("web"));
    assertThatThrownBy(() -> pods.logs("refused", FOLLOW.with(o -> o.container("none"))))
        .isInstanceOf(ApiException.BadRequest.class)
        .hasMessageContaining("none");
  }

  @Test
  void ephemeralContainerThatIsAddedLaterIsFollowed() throws Exception {
    bed.addPod("examined", List.of("web"), "app: examined");
    LogOptions shell = FOLLOW.with(o -> o.container("shell"));
    try (PodLogs logs = pods.logs(labelIs("app", "examined"), shell)) {
      pods.debug("examined", DebugContainer.of("shell", "busybox:1"));
      log("examined", "shell", 1, "looking");
      patch(
          "examined",
          "ephemeralContainerStatuses",
          statusOf("shell", 0, Map.of("running", Map.of())));
      CompletableFuture<Optional<LogLine>> line = CompletableFuture.supplyAsync(logs::next);
      assertThat(line.get(30, TimeUnit.SECONDS).map(LogLine::prefixed))
          .contains("[pod/examined/shell] looking");
    }
  }

  @Test
  void ephemeralContainerIsAddedAndCanBeAttachedTo() throws Exception {
    bed.addPod("debugged", List.of("web"));
    DynamicObject pod =
        pods.debug(
            "debugged",
            DebugContainer.of("shell", "busybox:1")
                .with(c -> c.target("web").stdin(true).command("sh").env("A", "b")));
    assertThat(pod.text("spec", "ephemeralContainers", "0", "targetContainerName")).contains("web");
    SessionOptions shell = SessionOptions.defaults().with(o -> o.container("shell").stdin(true));
    try (PodSession session = pods.attach("debugged", shell)) {
      session.stdin().write("end\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(session.exitCode(Duration.ofSeconds(30))).isZero();
    }
    assertThatThrownBy(() -> pods.debug("debugged", DebugContainer.of("shell", "other:1")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
