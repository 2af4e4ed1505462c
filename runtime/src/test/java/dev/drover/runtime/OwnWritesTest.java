package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.model.core.v1.ConfigMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
  private static final ObjectKey KEY = ObjectKey.of("ns", "a");

  private final Map<ObjectKey, ConfigMap> cache = new HashMap<>();
  private String cacheVersion = "10";
  private final OwnWrites<ConfigMap> writes =
      new OwnWrites<>(key -> Optional.ofNullable(cache.get(key)), () -> cacheVersion);

  private static ConfigMap at(String version) {
    ConfigMap map = ConfigMap.named("ns", "a");
    return map.with(
        m -> m.metadata(map.metadata().with(o -> o.uid("u1").resourceVersion(version))));
  }

  private Optional<ConfigMap> find() {
    return writes.find(KEY);
  }

  private Map<ObjectKey, ConfigMap> list() {
    var unseen = writes.unseen();
    Map<ObjectKey, ConfigMap> found = new HashMap<>(cache);
    unseen.forEach(write -> write.overlay(found));
    return found;
  }

  @Test
  void whatWasWrittenIsReadUntilTheCacheHasSeenIt() {
    cache.put(KEY, at("9"));
    writes.wrote(at("12"));
    assertThat(find()).contains(at("12"));
    assertThat(list()).containsValue(at("12"));
    cacheVersion = "12";
    cache.put(KEY, at("12"));
    assertThat(find()).contains(at("12"));
    cache.put(KEY, at("13"));
    assertThat(find()).contains(at("13"));
  }

  @Test
  void cacheThatIsFurtherHasTheWordAlsoWhenTheObjectIsGone() {
    writes.wrote(at("12"));
    cacheVersion = "100"; // longer is newer
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
  }

  @Test
  void deletionHidesTheObjectUntilTheCacheHasLostItButNotItsSuccessor() {
    cache.put(KEY, at("9"));
    writes.deleted(KEY, "u1");
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    ConfigMap successor =
        at("20").with(m -> m.metadata(at("20").metadata().with(o -> o.uid("u2"))));
    cache.put(KEY, successor);
    assertThat(list()).containsValue(successor);
    assertThat(find()).contains(successor);
  }

  @Test
  void answerOfTheCacheThatIsNewerThanTheWriteIsKept() {
    writes.wrote(at("12"));
    var unseen = writes.unseen();
    Map<ObjectKey, ConfigMap> later = new HashMap<>(Map.of(KEY, at("15")));
    unseen.forEach(write -> write.overlay(later));
    assertThat(later).containsValue(at("15"));
  }

  @Test
  void writeWithoutAVersionIsLeftToTheCache() {
    cache.put(KEY, at("9"));
    writes.wrote(at(""));
    assertThat(find()).contains(at("9"));
    assertThat(list()).containsValue(at("9"));
  }

  @Test
  void olderAnswerThatArrivesLateDoesNotHideANewerWrite() {
    writes.wrote(at("12"));
    writes.wrote(at("11"));
    assertThat(find()).contains(at("12"));
  }

  @Test
  void whoWritesAndNeverReadsDoesNotFillTheMemory() {
    for (int i = 0; i < 100_000; i++) {
      String version = Integer.toString(1_000_000 + i);
      ConfigMap map = ConfigMap.named("ns", "m" + i);
      writes.wrote(map.with(m -> m.metadata(map.metadata().with(o -> o.resourceVersion(version)))));
      cacheVersion = Integer.toString(1_000_000 + i - 10); // the cache follows, ten behind
    }
    assertThat(writes.size()).isLessThan(300);
  }
}
