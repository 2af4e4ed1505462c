package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.events.EventOptions;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.queue.AddOptions;
import dev.drover.runtime.queue.QueueItem;
import dev.drover.runtime.queue.QueueOptions;
import dev.drover.runtime.queue.QueueOrder;
import dev.drover.runtime.queue.WorkQueue;
import dev.drover.runtime.webhook.AdmissionResponse;
import dev.drover.runtime.webhook.DeniedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Options, filters and reports say what they were made with.
class PublicValuesTest {
  private static final ConfigMap OLD =
      ConfigMap.named("shop", "a").with(m -> m.data("price", "1").label("tier", "x"));
  private static final ConfigMap NEW = OLD.with(m -> m.data("price", "2"));

  @Test
  void filtersCombineByAndAndNot() {
    Change<ConfigMap> change = new Change.Updated<>(OLD, NEW);
    EventFilter<ConfigMap> price = EventFilter.changing(map -> map.data().get("price"));
    EventFilter<ConfigMap> tier = EventFilter.changing(map -> map.metadata().labels().get("tier"));
    assertThat(price.test(change)).isTrue();
    assertThat(tier.test(change)).isFalse();
    assertThat(price.and(tier).test(change)).isFalse();
    assertThat(price.and(tier.not()).test(change)).isTrue();
  }

  @Test
  void requestsOfTwoClustersAreTwoRequests() {
    Request here = Request.of("shop", "a");
    assertThat(here.inCluster("east")).isNotEqualTo(here).hasToString("east:shop/a");
    assertThat(here.inCluster("east").key()).isEqualTo(here.key());
  }

  @Test
  void denialHasTheCodeAndTheCausesThatItWasGiven() {
    AdmissionResponse.Denied denied =
        AdmissionResponse.deny("closed").withCode(409, "Conflict").because("spec.day", "Sunday");
    assertThat(denied.code()).isEqualTo(409);
    assertThat(denied.reason()).isEqualTo("Conflict");
    assertThat(denied.causes()).hasSize(1);
    assertThat(new DeniedException(denied).response()).isEqualTo(denied);
    assertThat(new DeniedException("closed").response().code()).isEqualTo(403);
  }

  @Test
  void controllersSayWhetherTheyWorkOnTheLeaderOnlyAndWhichQueueTheyHave() {
    ControllerOptions defaults = ControllerOptions.defaults();
    assertThat(defaults.isLeaderOnly()).isTrue();
    assertThat(defaults.queue()).isEmpty();
    ControllerOptions changed = defaults.with(o -> o.onEveryReplica().queue(WorkQueue::new));
    assertThat(changed.isLeaderOnly()).isFalse();
    assertThat(changed.queue()).isPresent();
  }

  @Test
  void factoriesHandleUnchangedObjectsUnlessToldOtherwise() {
    assertThat(FactoryOptions.defaults().onlyChanged()).isFalse();
    assertThat(FactoryOptions.defaults().with(o -> o.onlyChangedObjects()).onlyChanged()).isTrue();
  }

  @Test
  void managersHaveOptionsForEachNamespace() {
    ManagerOptions options = ManagerOptions.defaults().with(o -> o.namespaces("a", "b"));
    assertThat(options.namespaceOptions()).containsOnlyKeys("a", "b");
  }

  @Test
  void eventsAreTriedAsOftenAsTheOptionsSay() {
    EventOptions options = EventOptions.of("shop").with(o -> o.retries(Duration.ofMillis(10), 3));
    assertThat(options.tries()).isEqualTo(3);
  }

  @Test
  void itemsOfAQueueHaveTheirFailures() {
    IllegalStateException error = new IllegalStateException("closed");
    QueueItem<String> item = QueueItem.of("a").withFailures(2, error).withPriority(5);
    assertThat(item.failures()).isEqualTo(2);
    assertThat(item.lastError()).contains(error);
    assertThat(item.priority()).isEqualTo(5);
    assertThat(item.waited()).isZero();
    assertThat(AddOptions.RATE_LIMITED.rateLimited()).isTrue();
    assertThat(AddOptions.NOW.rateLimited()).isFalse();
  }

  @Test
  void queueByPriorityHandsOutTheMoreImportantKeyFirst() throws Exception {
    try (WorkQueue<String> queue =
        new WorkQueue<>(QueueOptions.defaults(), QueueOrder.byPriority())) {
      queue.add("low", AddOptions.LOW);
      queue.add("high", 10);
      assertThat(queue.take()).contains("high");
      assertThat(queue.take()).contains("low");
    }
  }

  @Test
  void runOfATracerTestHasWhatItWasMadeOf() {
    ReconcileRun run =
        ReconcileRun.of("cones", "Cone", Request.of("shop", "a"), "id", 2, new Reason.Enqueued());
    assertThat(run.controller()).isEqualTo("cones");
    assertThat(run.kind()).isEqualTo("Cone");
    assertThat(run.attempt()).isEqualTo(2);
    assertThat(run)
        .isEqualTo(
            ReconcileRun.of(
                "cones", "Cone", Request.of("shop", "a"), "id", 2, new Reason.Enqueued()));
  }
}
