package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/// Local ports that lead to no pod.
class PortForwardTest {
  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static PodSocket refuse(int port) {
    throw new ConfigException("the credential program failed");
  }

  @Test
  void connectionForWhichThereAreNoCredentialsIsReset() throws Exception {
    try (PortForward forward =
            PortForward.start("web-0", PortForwardTest::refuse, ForwardedPort.to(80));
        Socket local = new Socket("127.0.0.1", forward.localPort(80))) {
      local.setSoTimeout(30_000);
      assertThatThrownBy(() -> local.getInputStream().read())
          .as("nothing must not look like an empty answer")
          .isInstanceOf(SocketException.class);
      assertThat(forward.lastFailure().orElseThrow())
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("the credential program failed");
    }
  }

  @Test
  void localPortInUseIsNamedAndTheOthersAreFreeAgain() throws Exception {
    int free;
    try (ServerSocket unused = listen()) {
      free = unused.getLocalPort();
    }
    try (ServerSocket taken = listen()) {
      assertThatThrownBy(
              () ->
                  PortForward.start(
                      "web-0",
                      PortForwardTest::refuse,
                      new ForwardedPort(free, 80),
                      new ForwardedPort(taken.getLocalPort(), 81)))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("web-0")
          .hasMessageContaining("" + taken.getLocalPort());
    }
    assertThatThrownBy(() -> new Socket("127.0.0.1", free).close()).isInstanceOf(IOException.class);
  }
}
