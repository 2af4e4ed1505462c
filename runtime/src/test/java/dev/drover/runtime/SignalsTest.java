package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.server.EmbeddedApiServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What a program does at SIGTERM and SIGINT.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no such signals")
class SignalsTest {
  @TempDir private Path folder;
  private EmbeddedApiServer server;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    server = EmbeddedApiServer.start();
    client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
    Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private ChildJvm program() throws Exception {
    return ChildJvm.start(Signalled.class, folder.resolve("kubeconfig").toString());
  }

  @Test
  void firstSignalLetsRunningWorkFinishAndTheProgramGoOn() throws Exception {
    client.create(ConfigMap.named("default", "slow"));
    try (ChildJvm program = program()) {
      program.await("at work on slow");
      program.signal("TERM");
      program.await("done");
      program.await("returned");
      assertThat(program.awaitExit()).isZero();
    }
  }

  @Test
  void signalEndsTheWaitOfAFactoryWhoseHandlersFinish() throws Exception {
    client.create(ConfigMap.named("default", "slow"));
    try (ChildJvm program =
        ChildJvm.start(SignalledFactory.class, folder.resolve("kubeconfig").toString())) {
      program.await("at work on slow");
      program.signal("INT");
      program.await("returned");
      program.await("done");
      program.await("closed");
      assertThat(program.awaitExit()).isZero();
    }
  }

  @Test
  void signalEndsAStartThatWaitsForAServer() throws Exception {
    int free;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    Path config = folder.resolve("kubeconfig");
    Files.writeString(
        config, Files.readString(config).replaceFirst("(server:.*:)\\d+", "$1" + free));
    try (ChildJvm program = program()) {
      program.await("starting");
      program.signal("TERM");
      program.await("returned");
      assertThat(program.awaitExit()).isZero();
    }
  }

  @Test
  void secondSignalEndsAtOnceWithOne() throws Exception {
    client.create(ConfigMap.named("default", "stubborn"));
    try (ChildJvm program = program()) {
      program.await("at work on stubborn");
      program.signal("INT");
      program.signal("TERM");
      assertThat(program.awaitExit()).isEqualTo(1);
    }
  }

  @Test
  void programWithoutAManagerWaitsForTheFirstSignal() throws Exception {
    try (ChildJvm program = ChildJvm.start(SignalledByItself.class)) {
      program.await("waiting false");
      program.signal("TERM");
      program.await("action");
      program.await("returned true");
      assertThat(program.awaitExit()).isZero();
    }
  }
}
