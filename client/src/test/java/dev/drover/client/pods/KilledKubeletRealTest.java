package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.KubernetesException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that dies while a command runs in one of its pods and a file is copied from it.
@Tag("real")
@Tag("go")
class KilledKubeletRealTest {
  @TempDir static Path folder;

  @Test
  void deathOfTheNodeEndsASessionInBoundedTimeAndFailsACopy() throws Exception {
    try (PodTestBed bed = PodTestBed.start(folder)) {
      bed.addPod("web-0", List.of("web"));
      PodClient pods = bed.pods();
      String forEver = "while echo line; do :; done";
      try (PodSession session =
          pods.exec("web-0", SessionOptions.defaults(), "sh", "-c", forEver)) {
        assertThat(session.stdout().readNBytes(5)).asString().isEqualTo("line\n");
        CompletableFuture<Throwable> download = downloadOfAHugeFile(pods);

        bed.killKubelet();

        assertThat(download.get(60, TimeUnit.SECONDS))
            .as("half a file is no success")
            .isInstanceOfAny(IOException.class, KubernetesException.class);

        // kube-apiserver takes a lost node for the end of the process and reports success, so all
        // that a client can promise is an end.
        assertThat(endsWithin(session, Duration.ofSeconds(60))).isTrue();
        assertThatThrownBy(() -> pods.run("web-0", "true")).isInstanceOf(KubernetesException.class);
      }
    }
  }

  /// Begins to copy a file of 32 GB, and returns once a part of it has come.
  private static CompletableFuture<Throwable> downloadOfAHugeFile(PodClient pods) throws Exception {
    Path huge = folder.resolve("huge");
    try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
      sparse.setLength(32L << 30);
    }
    Path copy = folder.resolve("copy");
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                pods.files("web-0").download(huge.toString(), copy);
                ended.complete(new AssertionError("the copy is said to be whole"));
              } catch (IOException | RuntimeException e) {
                ended.complete(e);
              }
            });
    while (!Files.exists(copy) || Files.size(copy) == 0) {
      assertThat(ended).isNotDone();
      Thread.onSpinWait(); // bounded by the time-out of tests
    }
    return ended;
  }

  private static boolean endsWithin(PodSession session, Duration limit) {
    try {
      session.stdout().close(); // what is unread must not hold the session back
      return session.exitCode(limit) >= 0;
    } catch (IOException | KubernetesException e) {
      return !String.valueOf(e.getMessage()).contains("still runs");
    }
  }
}
