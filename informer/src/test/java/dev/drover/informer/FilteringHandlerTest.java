package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilteringHandlerTest {
  private final List<String> told = new ArrayList<>();
  private final EventHandler<ConfigMap> handler =
      new FilteringHandler<>(
          map -> "yes".equals(map.data().get("wanted")),
          new EventHandler<>() {
            @Override
            public void onAdd(ConfigMap object, boolean isInInitialList) {
              told.add("add " + object.name() + " " + isInInitialList);
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap now) {
              told.add("update " + now.name());
            }

            @Override
            public void onDelete(Deletion<ConfigMap> deletion) {
              told.add("delete " + deletion.key() + " " + deletion.lastKnown().isPresent());
            }
          });

  private static ConfigMap map(String wanted) {
    return ConfigMap.named("shop", "a").with(m -> m.data("wanted", wanted));
  }

  @Test
  void additionIsReportedIfItPassesTheFilter() {
    handler.onAdd(map("no"), true);
    handler.onAdd(map("yes"), true);
    handler.onAdd(map("yes"), false);

    assertThat(told).containsExactly("add a true", "add a false");
  }

  @Test
  void updateIntoTheFilterIsAnAdditionAndOutOfItADeletion() {
    handler.onUpdate(map("no"), map("no"));
    handler.onUpdate(map("no"), map("yes"));
    handler.onUpdate(map("yes"), map("yes"));
    handler.onUpdate(map("yes"), map("no"));

    assertThat(told).containsExactly("add a false", "update a", "delete shop/a true");
  }

  @Test
  void deletionIsReportedIfTheLastStatePassesOrIsUnknown() {
    ObjectKey key = ObjectKey.of("shop", "a");
    handler.onDelete(new Deletion.Seen<>(key, map("no")));
    handler.onDelete(new Deletion.Seen<>(key, map("yes")));
    handler.onDelete(new DeletedFinalStateUnknown<>(key, null));

    assertThat(told).containsExactly("delete shop/a true", "delete shop/a false");
  }

  @Test
  void handlerFromFunctionsCallsOnlyItsFunctions() {
    EventHandler<ConfigMap> functions =
        EventHandler.<ConfigMap>of()
            .named("mine")
            .onAdd(map -> told.add("add " + map.name()))
            .onDelete(gone -> told.add("delete " + gone.key()));
    functions.onAdd(map("yes"), true);
    functions.onUpdate(map("yes"), map("no"));
    functions.onDelete(new DeletedFinalStateUnknown<>(ObjectKey.of("shop", "a"), null));

    assertThat(told).containsExactly("add a", "delete shop/a");
    assertThat(functions.name()).isEqualTo("mine");
  }

  @Test
  void handlerOfKeysGetsTheKeyOfEachEvent() {
    EventHandler<ConfigMap> keys = EventHandler.ofKeys(key -> told.add(key.toString()));
    keys.onAdd(map("yes"), true);
    keys.onUpdate(map("yes"), map("no"));
    keys.onDelete(new DeletedFinalStateUnknown<>(ObjectKey.of("shop", "b"), null));

    assertThat(told).containsExactly("shop/a", "shop/a", "shop/b");
  }
}
