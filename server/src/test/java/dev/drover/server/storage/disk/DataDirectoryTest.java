package dev.drover.server.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.Fsync;
import dev.drover.server.storage.ListQuery;
import dev.drover.server.storage.SavedState;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.StoredObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DataDirectoryTest {
  private static final String PODS = "/pods";
  private static final DiskJournal.Limits LARGE =
      new DiskJournal.Limits(Long.MAX_VALUE, Duration.ofDays(1));
  private static final DiskJournal.Limits TINY = new DiskJournal.Limits(2_000, Duration.ofDays(1));

  @TempDir Path folder;

  /// A store in the directory, closed in order.
  private final class Opened implements AutoCloseable {
    final DataDirectory directory;
    final DiskJournal journal;
    final Store store;

    Opened(Fsync fsync, DiskJournal.Limits limits) throws IOException {
      directory = DataDirectory.open(folder);
      try {
        SavedState saved = directory.recover();
        journal = directory.journal(fsync, limits, InstantSource.system());
        store = Store.durable(Store.Options.DEFAULT, InstantSource.system(), saved, journal);
      } catch (IOException | RuntimeException e) {
        directory.close();
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      store.close();
      journal.close();
      directory.close();
    }
  }

  private Opened open() throws IOException {
    return new Opened(Fsync.ALWAYS, LARGE);
  }

  private static StorageKey pod(String name) {
    return new StorageKey(PODS, "default", name);
  }

  private static Map<String, @Nullable Object> tree(String name, Object value) {
    return new TreeMap<>(Map.of("metadata", Map.of("name", name), "spec", Map.of("value", value)));
  }

  private static Map<String, String> contents(Store store) {
    Map<String, String> all = new TreeMap<>();
    for (StoredObject object : store.list(ListQuery.of(PODS)).items()) {
      all.put(object.key().name(), object.resourceVersion() + " " + object.json().utf8());
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Fsync.class)
  void storeHasAllObjectsAfterARestart(Fsync fsync) throws Exception {
    Map<String, String> before;
    long revision;
    try (Opened opened = new Opened(fsync, LARGE)) {
      opened.store.create(pod("a"), tree("a", 1L));
      StoredObject b = opened.store.create(pod("b"), tree("b", List.of("x", true, 1.5, "ü\u2028")));
      opened.store.create(pod("c"), tree("c", "gone"));
      opened.store.replace(b, tree("b", Map.of("deep", Map.of("er", 10_000_000_000L))));
      opened.store.delete(opened.store.get(pod("c")).orElseThrow());
      before = contents(opened.store);
      revision = opened.store.revision();
    }
    try (Opened opened = new Opened(fsync, LARGE)) {
      assertThat(contents(opened.store)).isEqualTo(before).containsOnlyKeys("a", "b");
      assertThat(opened.store.revision()).isEqualTo(revision);
      assertThat(opened.store.create(pod("d"), tree("d", 0L)).revision()).isEqualTo(revision + 1);
    }
  }

  @Test
  void watchesResumeFromBeforeARestart() throws Exception {
    long middle;
    try (Opened opened = open()) {
      opened.store.create(pod("a"), tree("a", 1L));
      middle = opened.store.revision();
      opened.store.create(pod("b"), tree("b", 1L));
    }
    try (Opened opened = open()) {
      assertThat(opened.store.list(ListQuery.of(PODS).at(Long.toString(middle), "Exact")).items())
          .extracting(object -> object.key().name())
          .containsExactly("a");
    }
  }

  @Test
  void snapshotsReplaceOldLogs() throws Exception {
    Map<String, String> before;
    try (Opened opened = new Opened(Fsync.NEVER, TINY)) {
      for (int i = 0; i < 300; i++) {
        String name = "pod-" + i % 20;
        var existing = opened.store.get(pod(name));
        if (existing.isEmpty()) {
          opened.store.create(pod(name), tree(name, (long) i));
        } else {
          opened.store.replace(existing.get(), tree(name, (long) i));
        }
      }
      before = contents(opened.store);
    }
    try (var files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(names).filteredOn(name -> name.endsWith(".snapshot")).hasSize(1);
      assertThat(names).filteredOn(name -> name.endsWith(".log")).hasSizeLessThan(3);
    }
    try (Opened opened = open()) {
      assertThat(contents(opened.store)).isEqualTo(before);
    }
  }

  @Test
  void directoryIsUsedByOneServerAtATime() throws Exception {
    try (Opened opened = open()) {
      assertThat(opened.store.revision()).isPositive();
      assertThatThrownBy(() -> DataDirectory.open(folder))
          .hasMessageContaining("in use by another server");
    }
  }

  /// The directory as a crash may leave it: the log ends at any byte.
  @Test
  void truncatedLogGivesAPrefixOfTheWrites() throws Exception {
    List<Long> acknowledged = new ArrayList<>();
    Path log;
    try (Opened opened = open()) {
      log = onlyLog();
      for (int i = 0; i < 5; i++) {
        acknowledged.add(Files.size(log));
        opened.store.create(pod("pod-" + i), tree("pod-" + i, (long) i));
      }
      acknowledged.add(Files.size(log));
    }
    byte[] whole = Files.readAllBytes(log);
    for (int length = 0; length <= whole.length; length++) {
      Files.write(log, Arrays.copyOf(whole, length));
      int end = length;
      long complete = acknowledged.stream().filter(size -> size <= end).count();
      try (Opened opened = open()) {
        assertThat(opened.store.revision())
            .describedAs("log of %d bytes", length)
            .isEqualTo(Math.max(1, complete));
        opened.store.create(pod("next"), tree("next", 1L)); // and it goes on from there
      }
      try (Opened opened = open()) {
        assertThat(opened.store.get(pod("next"))).isPresent();
      }
    }
  }

  @Test
  void incompleteLastWriteIsTruncated() throws Exception {
    Path log;
    long size;
    try (Opened opened = open()) {
      log = onlyLog();
      opened.store.create(pod("a"), tree("a", "x".repeat(10)));
      size = Files.size(log);
      opened.store.create(pod("b"), tree("b", "x".repeat(3000)));
    }
    byte[] bytes = Files.readAllBytes(log);
    int sector = (int) (Math.ceilDiv(size + 600, 512) * 512);
    Arrays.fill(bytes, sector, sector + 512, (byte) 0);
    Files.write(log, bytes);
    try (Opened opened = open()) {
      assertThat(contents(opened.store)).containsOnlyKeys("a");
    }
  }

  /// One flipped bit, anywhere but in what a crash may explain, is refused with its file.
  @Test
  void flippedBitsAreRefused() throws Exception {
    Path log;
    try (Opened opened = open()) {
      log = onlyLog();
      for (int i = 0; i < 5; i++) {
        opened.store.create(pod("pod-" + i), tree("pod-" + i, (long) i));
      }
    }
    byte[] whole = Files.readAllBytes(log);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
    for (int round = 0; round < 300; round++) {
      byte[] changed = whole.clone();
      int at = random.nextInt(changed.length);
      changed[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(log, changed);
      assertThatThrownBy(() -> open().close())
          .describedAs("flipped at %d", at)
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining(log.toString())
          .hasMessageContaining("is corrupt at byte");
      assertThat(Files.readAllBytes(log)).isEqualTo(changed); // nothing is repaired silently
    }
  }

  @Test
  void missingLogIsRefused() throws Exception {
    try (Opened opened = new Opened(Fsync.NEVER, TINY)) {
      for (int i = 0; i < 100; i++) {
        opened.store.create(pod("pod-" + i), tree("pod-" + i, (long) i));
      }
    }
    try (var files = Files.newDirectoryStream(folder, "*.snapshot")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> open().close())
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void concurrentWritersShareCommitsAndSeeTheirOwnWrites() throws Exception {
    try (Opened opened = open()) {
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
      opened.store.create(pod("shared"), tree("shared", 0L));
      for (int t = 0; t < 8; t++) {
        String mine = "writer-" + t;
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < 25; i++) {
                          increment(opened.store);
                          StoredObject created =
                              opened.store.create(pod(mine + "-" + i), tree(mine, (long) i));
                          assertThat(opened.store.get(created.key())).containsSame(created);
                        }
                      } catch (Throwable e) {
                        failures.add(e);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
    }
    try (Opened opened = open()) {
      assertThat(contents(opened.store)).hasSize(201);
      assertThat(contents(opened.store).get("shared")).contains("{\"value\":200}");
    }
  }

  private static void increment(Store store) {
    while (true) {
      StoredObject before = store.get(pod("shared")).orElseThrow();
      Map<?, ?> spec = (Map<?, ?>) before.tree().get("spec");
      long next = ((Number) spec.get("value")).longValue() + 1;
      if (store.replace(before, tree("shared", next)).isPresent()) {
        return;
      }
    }
  }

  private Path onlyLog() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "*.log")) {
      return files.iterator().next();
    }
  }
}
