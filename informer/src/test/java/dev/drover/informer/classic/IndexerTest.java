package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.informer.Index;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexerTest implements AnyStoreTest {
  private static final Index<Thing> COLOUR = Index.ofMany("colour", Thing::colours);

  @Override
  public Store<Thing> store() {
    return Indexer.create(Thing.KEYS, COLOUR);
  }

  @Test
  void objectsAreFoundByTheValuesOfAnIndex() {
    Indexer<Thing> indexer = Indexer.create(Thing.KEYS, COLOUR);
    Thing a = Thing.of(A, 1, "red", "blue");
    Thing b = Thing.of(B, 2, "red");
    indexer.add(a);
    indexer.add(b);

    assertThat(indexer.byIndex(COLOUR, "red")).containsExactlyInAnyOrder(a, b);
    assertThat(indexer.byIndex("colour", "blue")).containsExactly(a);
    assertThat(indexer.indexKeys("colour", "red")).containsExactly(A, B);
    assertThat(indexer.index("colour", b)).containsExactlyInAnyOrder(a, b);
    assertThat(indexer.listIndexFuncValues("colour")).containsExactlyInAnyOrder("red", "blue");
    assertThat(indexer.indexers()).containsOnlyKeys("colour").containsValue(COLOUR);
  }

  @Test
  void indexCanBeAddedToAFilledIndexer() {
    Indexer<Thing> indexer = Indexer.create(Thing.KEYS);
    indexer.replace(List.of(Thing.of(A, 1, "red")), "1");
    indexer.addIndexers(List.of(COLOUR));

    assertThat(indexer.indexKeys("colour", "red")).containsExactly(A);
  }
}
