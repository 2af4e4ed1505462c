package dev.drover.client;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.WatchEvent;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A thousand watches on one client.
@Tag("real")
class ManyWatchesRealTest {
  private static final int MANY = 1000;
  private static final long MEGABYTE = 1 << 20;

  private static ControlPlane server;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static Set<String> platformThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .collect(Collectors.toSet());
  }

  @Test
  void allWatchesSeeAChangeAndLeaveNoThread() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server.url())) {
      ClientConfig config =
          RealServerTest.config(
              server.kubeconfig().replace(server.url().toString(), proxy.address()));
      Client client = Client.connect(config);
      ResourceClient<ConfigMap> maps = client.resources(ConfigMap.class).inNamespace("default");
      ConfigMap created =
          maps.create(ConfigMap.named("default", "one").with(m -> m.label("app", "one")));
      Set<String> threadsBefore = platformThreads();
      long heapBefore = heap();

      WatchOptions options =
          WatchOptions.defaults()
              .with(
                  o ->
                      o.labels(labelIs("app", "one"))
                          .resourceVersion(created.metadata().resourceVersion()));
      Set<WatchStream<ConfigMap>> watches = ConcurrentHashMap.newKeySet();
      CountDownLatch opened = new CountDownLatch(MANY);
      CountDownLatch told = new CountDownLatch(MANY);
      AtomicInteger ended = new AtomicInteger();
      List<Thread> readers = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < MANY; i++) {
        readers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try (var events = maps.watch(options)) {
                        watches.add(events);
                        opened.countDown();
                        while (events.hasNext()) {
                          if (events.next() instanceof WatchEvent.Modified<ConfigMap>) {
                            told.countDown();
                          }
                        }
                      } finally {
                        ended.incrementAndGet();
                      }
                    }));
      }
      assertThat(opened.await(60, TimeUnit.SECONDS)).as("still to open: " + opened).isTrue();
      long openMillis = (System.nanoTime() - start) / 1_000_000;
      long heapOpen = heap();
      int connections = proxy.accepted();
      int threadsOpen = platformThreads().size() - threadsBefore.size();

      start = System.nanoTime();
      maps.edit(created, m -> m.with(b -> b.data("k", "v")));
      assertThat(told.await(30, TimeUnit.SECONDS)).as("still to tell: " + told).isTrue();
      long tellMillis = (System.nanoTime() - start) / 1_000_000;

      client.close();
      for (Thread reader : readers) {
        assertThat(reader.join(Duration.ofSeconds(20))).isTrue();
      }
      assertThat(ended).hasValue(MANY);
      proxy.awaitOpen(0);
      String numbers =
          "%d watches: opened in %d ms, told in %d ms, %.1f MB of heap (%d KB each, proxy"
              + " included), %d platform threads more";
      System.out.printf(
          numbers + "%n",
          MANY,
          openMillis,
          tellMillis,
          (heapOpen - heapBefore) / (double) MEGABYTE,
          (heapOpen - heapBefore) / MANY / 1024,
          threadsOpen);
      assertThat(heapOpen - heapBefore).isLessThan(100 * MEGABYTE);
      assertThat(connections).isLessThanOrEqualTo(25);
      assertThat(threadsOpen).isLessThan(50);
      assertThat(platformThreads())
          .allMatch(
              name ->
                  threadsBefore.contains(name)
                      || name.startsWith("ForkJoinPool") // carriers of virtual threads
                      || name.startsWith("VirtualThread")
                      || name.contains("Poller")
                      || name.startsWith("JFR")
                      || name.startsWith("junit"));
    }
  }

  @Test
  void http2AddsAConnectionWhenTheServerTakesNoMoreStreams() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server.url())) {
      ClientConfig config =
          RealServerTest.config(
              server.kubeconfig().replace(server.url().toString(), proxy.address()));
      List<WatchStream<ConfigMap>> watches = new ArrayList<>();
      try (Client client = Client.over(RestClient.over(config, Transport.http2(config)))) {
        ResourceClient<ConfigMap> maps = client.resources(ConfigMap.class).inNamespace("default");
        for (int i = 0; i < 250; i++) {
          watches.add(maps.watch(WatchOptions.defaults()));
        }
        maps.list();
        assertThat(proxy.accepted()).isBetween(2, 4);
        watches.forEach(WatchStream::close);
      }
    }
  }
}
