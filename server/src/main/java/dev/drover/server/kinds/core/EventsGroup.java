package dev.drover.server.kinds.core;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.QuotaEvaluator;
import dev.drover.server.strategy.StorageVersion;

/// The group `events.k8s.io`: the events of the core group in another form.
public final class EventsGroup {
  private static final GroupVersionKind CORE_EVENT = new GroupVersionKind("", "v1", "Event");

  private EventsGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("events.k8s.io", 17_750)
        .version("v1", 15)
        .version("v1beta1", 5)
        .kinds(
            KindDefinition.of("Event", new EventStrategy(true))
                .columns(EventColumns.event())
                .quota(QuotaEvaluator.NONE)
                .storage(
                    (_, _) ->
                        new StorageVersion(
                            "/events",
                            CORE_EVENT,
                            EventConversion::toCore,
                            EventConversion::fromCore)));
  }
}
