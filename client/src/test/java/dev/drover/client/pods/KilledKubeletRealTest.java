package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.KubernetesException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that dies while a command runs in one of its pods.
@Tag("real")
@Tag("go")
class KilledKubeletRealTest {
  @TempDir static Path folder;

  @Test
  void deathOfTheNodeEndsASessionInBoundedTime() throws Exception {
    try (PodTestBed bed = PodTestBed.start(folder)) {
      bed.addPod("web-0", List.of("web"));
      PodClient pods = bed.pods();
      String forEver = "while echo line; do :; done";
      try (PodSession session =
          pods.exec("web-0", SessionOptions.defaults(), "sh", "-c", forEver)) {
        assertThat(session.stdout().readNBytes(5)).asString().isEqualTo("line\n");

        bed.killKubelet();

        // kube-apiserver takes a lost node for the end of the process and reports success, so all
        // that a client can promise is an end.
        assertThat(endsWithin(session, Duration.ofSeconds(60))).isTrue();
        assertThatThrownBy(() -> pods.run("web-0", "true")).isInstanceOf(KubernetesException.class);
      }
    }
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
