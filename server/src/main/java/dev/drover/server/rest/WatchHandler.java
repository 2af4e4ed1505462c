package dev.drover.server.rest;

import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.MediaType;
import dev.drover.server.http.Negotiation;
import dev.drover.server.storage.ListOptionValidation;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.Watch;
import dev.drover.server.storage.WatchFilter;
import dev.drover.server.storage.WatchQuery;
import dev.drover.server.storage.WatchSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Streams the changes of a resource.
final class WatchHandler implements ResourceEndpoint {
  private static final Duration SHORTEST = Duration.ofMinutes(30);

  private final Catalog catalog;
  private final Store store;
  private final RandomGenerator random;
  private final WatchEvents events;

  WatchHandler(Catalog catalog, Store store, RandomGenerator random, WatchEvents events) {
    this.catalog = catalog;
    this.store = store;
    this.random = random;
    this.events = events;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice =
        Negotiation.chooseStream(call.header("accept").orElse(""), Output.offer(resource));
    Selection selection = Selection.of(call, resource);
    Watch watch = store.watch(query(call, resource, selection));
    if (resource.isCustom() && !catalog.serves(resource)) {
      watch.endSoon(); // its definition went or changed before others could know of this watch
    }
    WatchFilter filter = selection.matches().map(WatchFilter::new).orElse(WatchFilter.ALL);
    WatchEvents.Encoder encoder = events.encoder(call, resource, choice);
    boolean isProtobuf = choice.media() == MediaType.PROTOBUF;
    return new Answer.Messages(
        isProtobuf ? choice.media().text() + ";stream=watch" : choice.media().text(),
        isProtobuf ? Answer.Framing.LENGTH_PREFIXED : Answer.Framing.LINES,
        outlet -> {
          try (watch) {
            follow(watch, filter, encoder, outlet);
          }
        });
  }

  private static boolean hasStart(Call call) {
    String version = call.parameter("resourceVersion").orElse("");
    return !version.isEmpty() && !version.equals("0");
  }

  private WatchQuery query(Call call, Resource resource, Selection selection) {
    Boolean initialEvents = Parameters.truth(call, "sendInitialEvents").orElse(null);
    String match = call.parameter("resourceVersionMatch").orElse("");
    if (initialEvents == null && match.isEmpty() && !hasStart(call)) {
      initialEvents = true; // and with bookmarks, the client hears where they end
      match = "NotOlderThan";
    }
    ListHandler.requireValid(
        ListOptionValidation.watch(match, call.parameter("continue").orElse(""), initialEvents));
    long seconds = Parameters.number(call, "timeoutSeconds").orElse(0);
    return WatchQuery.of(resource.storage().name())
        .in(resource.namespaced() ? call.info().namespace() : "")
        .named(selection.name())
        .from(call.parameter("resourceVersion").orElse(""))
        .withInitialEvents(initialEvents)
        .withBookmarks(Parameters.truth(call, "allowWatchBookmarks").orElse(false))
        .withTimeout(seconds == 0 ? someTime() : Duration.ofSeconds(seconds));
  }

  /// So that clients that came together do not come back together.
  private Duration someTime() {
    return Duration.ofMillis((long) (SHORTEST.toMillis() * (1 + random.nextDouble())));
  }

  private static void follow(
      Watch watch, WatchFilter filter, WatchEvents.Encoder encoder, Answer.Outlet outlet)
      throws IOException, InterruptedException {
    Optional<WatchSignal> signal = watch.next();
    while (signal.isPresent()) {
      Optional<byte[]> event =
          switch (signal.get()) {
            case WatchSignal.Changed(var change) -> filter.apply(change).map(encoder::event);
            case WatchSignal.Bookmark(long revision, boolean endsInitialEvents) ->
                Optional.of(encoder.bookmark(revision, endsInitialEvents));
            case WatchSignal.Failed(var status) -> Optional.of(encoder.error(status));
          };
      if (event.isPresent()) {
        outlet.write(event.get());
      }
      signal = watch.nextIfReady();
      if (signal.isEmpty()) {
        outlet.flush(); // events that come together are sent together
        signal = watch.next();
      }
    }
  }
}
