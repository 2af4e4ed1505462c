package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.WatchEvent;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Two processes want one lease, and the one that has it is stopped for a while, as by a machine
/// that swaps or a virtual machine that moves.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
@Tag("slow")
class ReplicasTest {
  private static final int SOON = 60; // seconds; two JVMs start meanwhile

  @TempDir private Path folder;

  private final List<ChildJvm> children = new ArrayList<>();
  private final BlockingQueue<String> signatures = new LinkedBlockingQueue<>();
  private EmbeddedApiServer server;
  private Client client;
  private WatchStream<ConfigMap> watch;

  @BeforeEach
  void start() throws IOException {
    server = EmbeddedApiServer.start();
    client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
    Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
    ConfigMap ledger = client.create(ConfigMap.named("default", "ledger"));
    watch =
        client
            .resources(ConfigMap.class)
            .inNamespace("default")
            .watch(
                WatchOptions.defaults()
                    .with(o -> o.resourceVersion(ledger.metadata().resourceVersion())));
    Thread.ofVirtual().start(this::readLedger);
  }

  private void readLedger() {
    while (watch.hasNext()) {
      if (watch.next() instanceof WatchEvent.Modified<ConfigMap>(var map)
          && map.name().equals("ledger")) {
        signatures.add(map.data().get("by"));
      }
    }
  }

  @AfterEach
  void stop() throws Exception {
    for (ChildJvm child : children) {
      child.close();
    }
    watch.close();
    client.close();
    server.close();
  }

  @Test
  void leaderThatWasStoppedForLongerThanItsLeaseNeverWritesAgain() throws Exception {
    ChildJvm first = replica("first");
    first.await("Leading");
    awaitSignature("first");
    ChildJvm second = replica("second");
    second.await("Following");

    client.create(ConfigMap.named("default", "errand"));
    first.await("on the errand");
    first.signal("STOP");
    second.await("Leading");
    awaitSignature("second");
    first.signal("CONT");
    first.say("go"); // in the midst of its run it wants to write
    assertThat(first.awaitAny("refused", "called off", "wrote"))
        .as("nothing is written by one that lost the lead")
        .isNotEqualTo("wrote");
    first.await("Following");
    for (int i = 0; i < 20; i++) {
      assertThat(next(signatures)).as("signature after the other took over").isEqualTo("second");
    }
    assertThat(client.resources(ConfigMap.class).inNamespace("default").find("late")).isEmpty();

    second.say("go"); // the task runs again on the new leader
    second.await("wrote");
    second.close(); // gives the lease up, so that the other leads again
    first.await("Leading");
    awaitSignature("first");
  }

  private ChildJvm replica(String identity) throws Exception {
    ChildJvm child =
        ChildJvm.start(Replica.class, folder.resolve("kubeconfig").toString(), identity);
    children.add(child);
    return child;
  }

  private void awaitSignature(String by) throws InterruptedException {
    while (!next(signatures).equals(by)) {}
  }

  private static String next(BlockingQueue<String> queue) throws InterruptedException {
    String value = queue.poll(SOON, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }
}
