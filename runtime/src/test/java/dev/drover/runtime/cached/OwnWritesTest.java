package dev.drover.runtime.cached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
  private static final ObjectKey KEY = ObjectKey.of("ns", "a");

  private final Map<ObjectKey, ConfigMap> cache = new HashMap<>();
  private String cacheVersion = "10";
  private final ManualTime time = new ManualTime();
  private final OwnWrites<ConfigMap> writes =
      new OwnWrites<>(
          new OwnWrites.View<>() {
            @Override
            public Optional<ConfigMap> find(ObjectKey key) {
              return Optional.ofNullable(cache.get(key));
            }

            @Override
            public String version(ObjectKey key) {
              return cacheVersion;
            }
          },
          time);

  private static ConfigMap at(String version) {
    ConfigMap map = ConfigMap.named("ns", "a");
    return map.with(
        m -> m.metadata(map.metadata().with(o -> o.uid("u1").resourceVersion(version))));
  }

  private Optional<ConfigMap> find() {
    return writes.find(KEY);
  }

  private List<ConfigMap> list() {
    var unseen = writes.unseen();
    return OwnWrites.overlaid(List.copyOf(cache.values()), unseen);
  }

  @Test
  void ownWriteIsReadUntilTheCacheHasSeenIt() {
    cache.put(KEY, at("9"));
    writes.stored(at("12"));
    assertThat(find()).contains(at("12"));
    assertThat(list()).containsExactly(at("12"));
    cacheVersion = "12";
    cache.put(KEY, at("12"));
    assertThat(find()).contains(at("12"));
    cache.put(KEY, at("13"));
    assertThat(find()).contains(at("13"));
  }

  @Test
  void cachePastAnOwnWriteDecidesAlsoForDeletions() {
    writes.stored(at("12"));
    cacheVersion = "100"; // longer is newer
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
  }

  @Test
  void deletionHidesTheObjectUntilTheCacheHasLostItButNotItsSuccessor() {
    cache.put(KEY, at("9"));
    writes.deleted(KEY, "u1", "");
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    ConfigMap successor =
        at("20").with(m -> m.metadata(at("20").metadata().with(o -> o.uid("u2"))));
    cache.put(KEY, successor);
    assertThat(list()).containsExactly(successor);
    assertThat(find()).contains(successor);
  }

  @Test
  void newerObjectOfTheCacheIsKept() {
    writes.stored(at("12"));
    var unseen = writes.unseen();
    assertThat(OwnWrites.overlaid(List.of(at("15")), unseen)).containsExactly(at("15"));
  }

  @Test
  void writeWithoutAVersionIsLeftToTheCache() {
    cache.put(KEY, at("9"));
    writes.stored(at(""));
    assertThat(find()).contains(at("9"));
    assertThat(list()).containsExactly(at("9"));
  }

  @Test
  void lateOlderResponseDoesNotHideANewerWrite() {
    writes.stored(at("12"));
    writes.stored(at("11"));
    assertThat(find()).contains(at("12"));
  }

  @Test
  void writesThatAreNeverReadDoNotAccumulate() {
    for (int i = 0; i < 100_000; i++) {
      String version = Integer.toString(1_000_000 + i);
      ConfigMap map = ConfigMap.named("ns", "m" + i);
      writes.stored(
          map.with(m -> m.metadata(map.metadata().with(o -> o.resourceVersion(version)))));
      cacheVersion = Integer.toString(1_000_000 + i - 10); // the cache lags by ten versions
    }
    assertThat(writes.size()).isLessThan(300);
  }

  private static ConfigMap at(String version, String uid) {
    ConfigMap map = at(version);
    return map.with(m -> m.metadata(map.metadata().with(o -> o.uid(uid))));
  }

  @Test
  void deletedObjectStaysHiddenWhenTheCacheSeesItsCreationOnlyLater() {
    writes.stored(at("12"));
    writes.deleted(KEY, "u1", "");
    assertThat(find()).isEmpty();
    cacheVersion = "12";
    cache.put(KEY, at("12"));
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    cacheVersion = "13";
    cache.remove(KEY);
    assertThat(find()).isEmpty();
    assertThat(writes.size()).isZero();
  }

  @Test
  void earlierObjectOfTheSameNameStaysHiddenAfterADeletion() {
    cache.put(KEY, at("9", "u0"));
    writes.stored(at("12", "u1"));
    writes.deleted(KEY, "u1", "");
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    cache.put(KEY, at("14", "u2"));
    cacheVersion = "14";
    assertThat(find()).contains(at("14", "u2"));
  }

  @Test
  void lateResponseToAnUpdateDoesNotRestoreADeletedObject() {
    writes.stored(at("12"));
    writes.deleted(KEY, "u1", "");
    writes.stored(at("13"));
    assertThat(find()).isEmpty();
    cacheVersion = "12"; // absent, but older than the last version
    assertThat(find()).isEmpty();
    assertThat(writes.size()).isEqualTo(1);
    cacheVersion = "14";
    assertThat(find()).isEmpty();
    assertThat(writes.size()).isZero();
  }

  @Test
  void objectCreatedAgainAfterADeletionIsRead() {
    writes.stored(at("12", "u1"));
    writes.deleted(KEY, "u1", "");
    writes.stored(at("15", "u2"));
    cacheVersion = "12";
    cache.put(KEY, at("12", "u1"));
    assertThat(find()).contains(at("15", "u2"));
    assertThat(list()).containsExactly(at("15", "u2"));
  }

  @Test
  void deletionIsNotForgottenWhileTheCacheShowsAnotherObjectThatCameBefore() {
    writes.deleted(KEY, "u3", "20");
    cache.put(KEY, at("12", "u1"));
    cacheVersion = "12";
    assertThat(find()).as("older than the deleted one").isEmpty();
    writes.deleted(KEY, "u4", ""); // nothing but the uid is known
    cache.put(KEY, at("14", "u2"));
    cacheVersion = "14";
    assertThat(find()).as("older than one deleted before").isEmpty();
    cache.put(KEY, at("30", "u4"));
    cacheVersion = "30";
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    cache.put(KEY, at("40", "u5"));
    cacheVersion = "40";
    assertThat(find()).contains(at("40", "u5"));
    assertThat(list()).containsExactly(at("40", "u5"));
  }

  @Test
  void assumedDeletionOfAnObjectThatIsThereEndsAfterAMinute() {
    cache.put(KEY, at("9", "u1"));
    cacheVersion = "9";
    writes.deleted(KEY, "", ""); // the server said: no object of this name
    assertThat(find()).isEmpty();
    cache.put(KEY, at("12", "u1"));
    cacheVersion = "12";
    assertThat(find()).isEmpty();
    time.advance(Duration.ofMinutes(2));
    assertThat(find()).contains(at("12", "u1"));
    assertThat(writes.size()).isZero();
  }

  @Test
  void lateAnswerToADeletionDoesNotHideAnObjectThatWasCreatedSince() {
    cache.put(KEY, at("9", "u1"));
    cacheVersion = "9";
    writes.stored(at("15", "u2"));
    writes.deleted(KEY, "u1", "13");
    assertThat(find()).contains(at("15", "u2"));
    assertThat(list()).containsExactly(at("15", "u2"));
  }

  @Test
  void objectsOfOneNameThatWereDeletedOneAfterTheOtherAllStayHidden() {
    writes.deleted(KEY, "u1", "");
    writes.deleted(KEY, "u2", ""); // created by another program in between
    cache.put(KEY, at("12", "u1"));
    cacheVersion = "12";
    assertThat(find()).isEmpty();
    cache.put(KEY, at("14", "u2"));
    cacheVersion = "14";
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    cache.put(KEY, at("16", "u3"));
    cacheVersion = "16";
    assertThat(find()).contains(at("16", "u3"));
  }

  @Test
  void deletionOfAnObjectThatIsNotKnownHidesItByItsUid() {
    writes.deleted(KEY, "u1", "");
    cache.put(KEY, at("12"));
    cacheVersion = "12";
    assertThat(find()).isEmpty();
    cache.remove(KEY);
    assertThat(find()).isEmpty();
    time.advance(Duration.ofMinutes(2));
    assertThat(list()).isEmpty();
    assertThat(writes.size()).isZero();
  }

  @Test
  void objectThatTheCacheDoesNotSelectAnyMoreIsHiddenUntilItDoesAgain() {
    cache.put(KEY, at("9"));
    writes.deselected(at("12"));
    assertThat(find()).isEmpty();
    assertThat(list()).isEmpty();
    cache.put(KEY, at("14"));
    cacheVersion = "14";
    assertThat(find()).contains(at("14"));
  }
}
