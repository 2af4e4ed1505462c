package dev.drover.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryTableTest {
  /// Many of these have the same hash.
  private record Key(int number) {
    @Override
    public int hashCode() {
      return number / 3 << 20;
    }
  }

  private final EntryTable<Key> table = new EntryTable<>();
  private final Map<Key, Entry<Key>> model = new HashMap<>();

  private void put(Key key) {
    Entry<Key> entry = new Entry<>(key, 0, 0, 0);
    Entry<Key> known = model.putIfAbsent(key, entry);
    assertThat(table.intern(entry)).isSameAs(known == null ? entry : known);
  }

  private void remove(Key key) {
    Entry<Key> known = model.remove(key);
    assertThat(table.find(key)).isSameAs(known);
    if (known != null) {
      table.remove(known);
    }
  }

  @Test
  void entryTableEqualsAMapWhileItGrowsAndShrinks() {
    Random random = new Random(7);
    for (int wave : new int[] {100, 20_000, 10, 5_000, 1}) {
      for (int i = 0; i < wave; i++) {
        put(new Key(random.nextInt(30_000)));
        remove(new Key(random.nextInt(30_000)));
      }
      model.keySet().stream().limit(model.size() - 1L).toList().forEach(this::remove);
      assertThat(table.size()).isEqualTo(model.size());
      model.forEach((key, entry) -> assertThat(table.find(key)).isSameAs(entry));
    }
  }
}
