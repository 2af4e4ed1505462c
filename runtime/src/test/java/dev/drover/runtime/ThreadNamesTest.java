package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.testsupport.LiveThreads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The names of the threads of a program with a manager, its informers and the server in a jar.
class ThreadNamesTest {
  /// `drover/<component>/<role>`
  private static final Pattern SCHEME = Pattern.compile("drover/[^/]+/.+");

  /// Threads that the JDK starts for itself.
  private static final Pattern OF_THE_JDK =
      Pattern.compile(
          "(ForkJoinPool.*|VirtualThread-.*|Cleaner-.*|Common-Cleaner|process reaper.*"
              + "|HttpClient-.*|HTTP-Dispatcher|Read-Poller|Write-Poller|MasterPoller"
              + "|idle-timeout-task|.*-Read-Poller|.*-Write-Poller|Attach Listener|SIG.* handler)");

  @Test
  void everyThreadIsNamedByComponentAndRole() throws Exception {
    Set<Thread> before = new HashSet<>(LiveThreads.all());
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Manager manager =
            Manager.connect(
                "named",
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
                ManagerOptions.defaults()
                    .with(o -> o.namespaces("default").leaderElection().health(0)))) {
      BlockingQueue<String> runs = new LinkedBlockingQueue<>();
      manager
          .controllerFor(ConfigMap.class)
          .watches(Secret.class, EventMapper.label("map"))
          .complete(
              (map, ctx) -> {
                ctx.event("Seen", "seen");
                runs.add(map.name());
                return Result.done();
              });
      manager.add(Phase.ALWAYS, Component.of("task", () -> Thread.sleep(Duration.ofHours(1))));
      manager.start();
      manager.client().create(ConfigMap.named("default", "a"));
      assertThat(runs.take()).isNotEmpty();

      List<String> names =
          LiveThreads.all().stream()
              .filter(thread -> !before.contains(thread) && thread.isAlive())
              .map(Thread::getName)
              .filter(name -> !OF_THE_JDK.matcher(name).matches())
              .toList();
      assertThat(names).allMatch(name -> SCHEME.matcher(name).matches(), "drover/component/role");
      assertThat(names)
          .anyMatch(name -> name.startsWith("drover/configmaps in default/reflector"))
          .anyMatch(name -> name.startsWith("drover/server/"))
          .anyMatch(name -> name.contains("/worker-"))
          .anyMatch(name -> name.startsWith("drover/client/"));
    }
  }
}
