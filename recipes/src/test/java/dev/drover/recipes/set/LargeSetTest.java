package dev.drover.recipes.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sets of many objects.
class LargeSetTest extends OnSet {
  private List<ConfigMap> maps(int number) {
    return IntStream.range(0, number).mapToObj(i -> map("member-" + i, "1")).toList();
  }

  @Tag("slow")
  @Test
  void setOfFiveThousandObjectsIsKeptAndRemoved() throws Exception {
    List<ConfigMap> all = maps(5_000);
    set.execute(all);
    manager.settle(SOON);
    requests.clear();
    assertThat(set.execute(all).outcomes()).hasSize(5_000);
    assertThat(requests.all()).as("unchanged").isEmpty();
    set.execute(all.subList(0, 4_900));
    assertThat(maps()).hasSize(4_900);
    set.remove();
    assertThat(maps()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }
}
