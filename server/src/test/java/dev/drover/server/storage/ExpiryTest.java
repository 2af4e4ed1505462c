package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.create;
import static dev.drover.server.storage.ConfigMaps.key;
import static dev.drover.server.storage.ConfigMaps.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  private static final Duration LIFE = Duration.ofHours(1);

  private final ManualClock clock = new ManualClock();
  private final Store store = new Store(Store.Options.DEFAULT, clock);
  private final ObjectExpiry expiry = new ObjectExpiry(store, clock, ConfigMaps.RESOURCE, LIFE);

  @BeforeEach
  void start() {
    expiry.start();
  }

  @AfterEach
  void stop() {
    expiry.close();
  }

  private void pass(Duration time) {
    clock.advance(time);
    expiry.clockChanged();
  }

  @Test
  void objectIsDeletedWhenItsTimeToLiveEnds() {
    List<Change> changes = new ArrayList<>();
    store.observe(changes::add);
    create(store, "default", "a");

    pass(LIFE.minusNanos(1));
    assertThat(store.get(key("default", "a"))).isPresent();

    pass(Duration.ofNanos(1));
    assertThat(store.get(key("default", "a"))).isEmpty();
    assertThat(changes.getLast().type()).isEqualTo(Change.Type.DELETED);
    assertThat(changes.getLast().revision()).isEqualTo(store.revision());
  }

  @Test
  void everyWriteRenewsTheTimeToLive() {
    create(store, "default", "a");
    pass(Duration.ofMinutes(50));
    update(store, "default", "a", "new");

    pass(Duration.ofMinutes(50));
    assertThat(store.get(key("default", "a"))).isPresent();

    pass(Duration.ofMinutes(10));
    assertThat(store.get(key("default", "a"))).isEmpty();
  }

  @Test
  void recreatedObjectExpiresByItsOwnTimeToLive() {
    create(store, "default", "a");
    ConfigMaps.delete(store, "default", "a");
    pass(Duration.ofMinutes(30));
    create(store, "default", "a");

    pass(Duration.ofMinutes(30));
    assertThat(store.get(key("default", "a"))).isPresent();
  }

  @Test
  void objectsWithoutATimeToLiveStay() {
    StorageKey secret = new StorageKey("/secrets", "default", "a");
    store.create(secret, ConfigMaps.tree("default", "a", ""));

    pass(LIFE.multipliedBy(2));
    assertThat(store.get(secret)).isPresent();
  }

  @Test
  void expiryRunsByItselfOnASystemClock() throws Exception {
    Store real = new Store(Store.Options.DEFAULT, InstantSource.system());
    CountDownLatch gone = new CountDownLatch(1);
    real.observe(
        change -> {
          if (change.type() == Change.Type.DELETED) {
            gone.countDown();
          }
        });
    try (var soon =
        new ObjectExpiry(real, InstantSource.system(), ConfigMaps.RESOURCE, Duration.ofMillis(5))) {
      soon.start();
      create(real, "default", "a");
      gone.await();
    }
    assertThat(real.get(key("default", "a"))).isEmpty();
  }
}
