package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.key;
import static dev.drover.server.storage.ConfigMaps.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StoredObjectTest {
  private static final Map<String, Object> VALUES =
      Map.of(
          "text",
          "a<b>&c\u2028\"\\é\ud83d\ude00",
          "real",
          -1.5e300,
          "long",
          Long.MIN_VALUE,
          "list",
          Arrays.asList(null, true, List.of(), Map.of()));

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void treeIsTheSameAfterItWasCollected() throws InterruptedException {
    StoredObject object =
        StoredObject.first(
            key("default", "a"), 7, tree("default", "a", VALUES), new RecentTrees(0));
    StoredObject twin =
        StoredObject.first(
            key("default", "a"), 7, tree("default", "a", VALUES), new RecentTrees(0));
    Bytes json = object.json();
    WeakReference<Object> tree = new WeakReference<>(object.tree());

    while (tree.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }

    assertThat(object.tree()).isEqualTo(twin.tree());
    assertThat(object.isSame(tree("default", "a", VALUES))).isTrue();
    assertThat(object.uid()).isEqualTo("uid-a");
    assertThat(object.json()).isSameAs(json);
    assertThat(json.utf8()).contains("a\\u003cb\\u003e\\u0026c\\u2028");
  }

  @Test
  void labelsAreThoseOfTheMetadata() {
    assertThat(labels(Map.of("labels", Map.of("a", "}\"", "b", "")))).containsOnlyKeys("a", "b");
    assertThat(labels(Map.of("labels", Map.of("a", "}\"")))).containsEntry("a", "}\"");
    assertThat(labels(Map.of("annotations", Map.of("labels", "x")))).isEmpty();
    assertThat(labels(Collections.singletonMap("labels", null))).isEmpty();
  }

  private static Map<String, String> labels(Map<String, Object> metadata) {
    return StoredObject.first(
            key("default", "a"), 7, Map.of("metadata", metadata), new RecentTrees(0))
        .labels();
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void fieldsAreReadOnceAndWithoutKeepingTheTree() throws InterruptedException {
    StoredObject object =
        StoredObject.first(
            key("default", "a"), 7, tree("default", "a", VALUES), new RecentTrees(1 << 20));
    StoredObject other = object.next(8, tree("default", "a", Map.of("text", "other")));
    List<WeakReference<Map<String, Object>>> read = new ArrayList<>();

    assertThat(text(object, "form", read)).isEqualTo(VALUES.get("text"));
    assertThat(text(object, "form", read)).isEqualTo(VALUES.get("text"));
    assertThat(read).hasSize(1);
    assertThat(text(other, "form", read)).isEqualTo("other");
    assertThat(text(object, "other form", read)).isEqualTo(VALUES.get("text"));
    assertThat(read).hasSize(3);

    StoredObject cold =
        StoredObject.first(
            key("default", "b"), 9, tree("default", "b", VALUES), new RecentTrees(0));
    WeakReference<Object> first = new WeakReference<>(cold.tree());
    cold.json();
    while (first.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(text(cold, "form", read)).isEqualTo(VALUES.get("text"));
    while (read.getLast().get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(text(cold, "form", read)).isEqualTo(VALUES.get("text"));
    assertThat(read).hasSize(4);
  }

  private static String text(
      StoredObject object, String form, List<WeakReference<Map<String, Object>>> read) {
    return object
        .fields(
            form,
            tree -> {
              read.add(new WeakReference<>(tree));
              Map<?, ?> data = (Map<?, ?>) tree.get("data");
              return Map.of("data.text", (String) ((Map<?, ?>) data.get("value")).get("text"));
            })
        .get("data.text");
  }

  @Test
  void recentTreeIsTheSameEachTime() {
    StoredObject object =
        StoredObject.first(
            key("default", "a"), 7, tree("default", "a", VALUES), new RecentTrees(1 << 20));
    object.json();

    System.gc();

    assertThat(object.tree()).isSameAs(object.tree());
  }

  @Test
  void recentTreesAreBoundedByTheBytesOfTheirJson() throws InterruptedException {
    RecentTrees recent = new RecentTrees(1_000);
    List<WeakReference<Map<String, Object>>> trees = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Map<String, Object> tree = new java.util.HashMap<>(Map.of("n", i));
      trees.add(new WeakReference<>(tree));
      recent.add(tree, 400);
    }
    while (trees.get(7).get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(trees.get(8).get()).isNotNull();
    assertThat(trees.get(9).get()).isNotNull();
    recent.add(Map.of(), 0); // still in use here
  }

  @Test
  void replacedVersionGivesUpItsOtherFormsAfterManyChanges() {
    Store store = new Store(Store.Options.DEFAULT, InstantSource.system());
    StoredObject old = ConfigMaps.create(store, "default", "a");
    StoredObject current = ConfigMaps.update(store, "default", "a", "new");
    List<String> encoded = new ArrayList<>();
    encode(old, encoded);
    encode(current, encoded);

    for (int i = 0; i < 300; i++) {
      ConfigMaps.create(store, "default", "other-" + i);
    }
    encode(old, encoded);
    encode(current, encoded);

    assertThat(encoded).containsExactly("default/a@2", "default/a@3", "default/a@2");
  }

  private static void encode(StoredObject object, List<String> encoded) {
    object.encoded(
        "form",
        version -> {
          encoded.add(
              version.key().namespace() + "/" + version.key().name() + "@" + version.revision());
          return Bytes.EMPTY;
        });
  }
}
