package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.create;
import static dev.drover.server.storage.ConfigMaps.delete;
import static dev.drover.server.storage.ConfigMaps.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.storage.WatchSignal.Changed;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchFilterTest {
  private final Store store = new Store(Store.Options.DEFAULT, InstantSource.system());
  private final WatchFilter blue =
      new WatchFilter(object -> ConfigMaps.value(object).equals("blue"));

  private List<String> seen(WatchFilter filter, int changes) throws InterruptedException {
    List<String> seen = new ArrayList<>();
    try (Watch watch = store.watch(WatchQuery.of(ConfigMaps.RESOURCE).from("1"))) {
      for (int i = 0; i < changes; i++) {
        Change change = ((Changed) watch.next().orElseThrow()).change();
        filter
            .apply(change)
            .ifPresent(
                e ->
                    seen.add(
                        "%s %s %s"
                            .formatted(
                                e.type(), ConfigMaps.value(e.object()), version(e.object()))));
      }
    }
    return seen;
  }

  private static Object version(StoredObject object) {
    return ((Map<?, ?>) object.tree().get("metadata")).get("resourceVersion");
  }

  @Test
  void objectThatBeginsToMatchIsAddedAndOneThatStopsIsDeleted() throws InterruptedException {
    create(store, "a", "1", "red");
    update(store, "a", "1", "blue");
    update(store, "a", "1", "green");
    update(store, "a", "1", "yellow");
    delete(store, "a", "1");

    assertThat(seen(blue, 5)).containsExactly("ADDED blue 3", "DELETED blue 4");
  }

  @Test
  void objectThatAlwaysMatchesIsAddedModifiedAndDeleted() throws InterruptedException {
    create(store, "a", "1", "red");
    update(store, "a", "1", "blue");
    delete(store, "a", "1");

    assertThat(seen(WatchFilter.ALL, 3))
        .containsExactly("ADDED red 2", "MODIFIED blue 3", "DELETED blue 4");
    assertThat(seen(blue, 3)).containsExactly("ADDED blue 3", "DELETED blue 4");
  }
}
