package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.informer.classic.Store;
import org.junit.jupiter.api.Test;

/// What the copy of an informer has.
class InformerCopyTest extends InformerOnMemory {
  @Test
  @SuppressWarnings("deprecation")
  void storeIndexerAndControllerShowTheSameCopy() throws Exception {
    assertThat(informer.controller().hasSynced()).isFalse();
    assertThat(informer.controller().lastSyncResourceVersion()).isEmpty();
    put("a", "red");
    startAndSync();

    assertThat(informer.store().getByKey(ObjectKey.of("shop", "a"))).isPresent();
    assertThat(informer.indexer().listKeys()).containsExactly(ObjectKey.parse("shop/a"));
    assertThat(informer.controller().hasSynced()).isTrue();
    assertThat(informer.controller().lastSyncResourceVersion()).isEqualTo(maps.version());
  }

  @Test
  void copyIsForReading() throws Exception {
    startAndSync();
    assertThat(informer.store()).isNotInstanceOf(Store.class);
    assertThat(informer.indexer()).isNotInstanceOf(Store.class);
  }

  @Test
  void hasSyncedOnceAWholeListReachedTheStore() throws Exception {
    assertThat(informer.hasSynced()).isFalse();
    put("a", "red");
    startAndSync();

    assertThat(informer.hasSynced()).isTrue();
    assertThat(informer.lastSyncResourceVersion()).isEqualTo(maps.version());
    assertThat(informer.store().resourceVersion()).isEqualTo(maps.version());
    maps.bookmark();
    informer.awaitVersion(maps.version(), LONG);
    assertThat(informer.store().resourceVersion()).isEqualTo(maps.version());
  }

  @Test
  void transformChangesEachObjectBeforeItIsStored() throws Exception {
    informer.setTransform(map -> map.with(m -> m.data("seen", "yes")));
    informer.addEventHandler(probe);
    put("a", "red");
    startAndSync();
    put("b", "red");
    probe.await("add shop/b");

    assertThat(informer.lister().list()).allMatch(map -> map.data().get("seen").equals("yes"));
  }

  @Test
  void storeCanStillBeReadAfterTheEnd() throws Exception {
    put("a", "red");
    startAndSync();
    informer.close();

    assertThat(informer.lister().list()).hasSize(1);
  }
}
