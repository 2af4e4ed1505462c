package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpirationCacheTest implements AnyStoreTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualTime time = new ManualTime();
  private final ExpirationCache<Thing> cache = new ExpirationCache<>(Thing.KEYS, MINUTE, time);

  @Override
  public Store<Thing> store() {
    return new ExpirationCache<>(Thing.KEYS, MINUTE, time);
  }

  @Test
  void objectExpiresAfterItsTime() {
    cache.add(Thing.of("a", 1));
    time.advance(MINUTE);
    assertThat(cache.getByKey(A)).isPresent();
    assertThat(cache.list()).hasSize(1);

    time.advance(Duration.ofNanos(1));
    assertThat(cache.listKeys()).containsExactly(A);
    assertThat(cache.getByKey(A)).isEmpty();
    assertThat(cache.listKeys()).isEmpty();
  }

  @Test
  void listLeavesOutAndForgetsWhatIsExpired() {
    cache.add(Thing.of("a", 1));
    time.advance(MINUTE);
    cache.add(Thing.of("b", 2));
    time.advance(Duration.ofSeconds(1));

    assertThat(cache.list()).containsExactly(Thing.of("b", 2));
    assertThat(cache.listKeys()).containsExactly(B);
  }

  @Test
  void writingAgainBeginsTheTimeAgain() {
    cache.add(Thing.of("a", 1));
    time.advance(MINUTE);
    cache.update(Thing.of("a", 1));
    time.advance(MINUTE);

    assertThat(cache.get(Thing.of("a", 0))).isPresent();
  }

  @Test
  void cacheWithoutATimeExpiresNothing() {
    var forever = new ExpirationCache<>(Thing.KEYS, Duration.ZERO, time);
    forever.add(Thing.of("a", 1));
    time.advance(Duration.ofDays(10_000));

    assertThat(forever.getByKey(A)).isPresent();
    assertThat(forever.list()).hasSize(1);
  }

  @Test
  void eachObjectMayHaveItsOwnTime() {
    var mixed =
        new ExpirationCache<>(
            Thing.KEYS, thing -> thing.name().equals("a") ? MINUTE : Duration.ZERO, time);
    mixed.add(Thing.of("a", 1));
    mixed.add(Thing.of("b", 2));
    time.advance(MINUTE.multipliedBy(2));

    assertThat(mixed.list()).containsExactly(Thing.of("b", 2));
  }
}
