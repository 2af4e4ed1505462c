package dev.drover.client;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import java.time.Duration;
import java.util.function.BiConsumer;

/// What to watch, from which version, and for how long.
///
/// @param labels which labels objects must carry
/// @param fields which fields they must have
/// @param resourceVersion the version after which to begin; empty = now, after all objects that are
///   there
/// @param bookmarks whether the server may say from time to time how far it is
/// @param sendInitialEvents whether the objects that are there come first, closed by a bookmark (a
///   streamed list)
/// @param timeout after which the server ends the watch; zero = when it likes
/// @param silence after which the connection counts as dead: the server sends bookmarks about once
///   a minute
public record WatchOptions(
    Selector labels,
    FieldSelector fields,
    String resourceVersion,
    boolean bookmarks,
    boolean sendInitialEvents,
    Duration timeout,
    Duration silence)
    implements QueryParameters {
  /// Everything, from now on, with bookmarks.
  public static final WatchOptions ALL =
      new WatchOptions(
          Selector.everything(),
          FieldSelector.everything(),
          "",
          true,
          false,
          Duration.ZERO,
          Duration.ofSeconds(150));

  /// A copy that selects by labels.
  public WatchOptions withLabels(Selector changed) {
    return new WatchOptions(
        changed, fields, resourceVersion, bookmarks, sendInitialEvents, timeout, silence);
  }

  /// A copy that selects by fields.
  public WatchOptions withFields(FieldSelector changed) {
    return new WatchOptions(
        labels, changed, resourceVersion, bookmarks, sendInitialEvents, timeout, silence);
  }

  /// A copy that begins after a version.
  public WatchOptions from(String version) {
    return new WatchOptions(
        labels, fields, version, bookmarks, sendInitialEvents, timeout, silence);
  }

  /// A copy that streams the objects that are there first.
  public WatchOptions withInitialEvents() {
    return new WatchOptions(labels, fields, resourceVersion, true, true, timeout, silence);
  }

  /// A copy that the server ends after this time.
  public WatchOptions withTimeout(Duration changed) {
    return new WatchOptions(
        labels, fields, resourceVersion, bookmarks, sendInitialEvents, changed, silence);
  }

  /// A copy that counts the connection as dead after this much silence.
  public WatchOptions withSilence(Duration changed) {
    return new WatchOptions(
        labels, fields, resourceVersion, bookmarks, sendInitialEvents, timeout, changed);
  }

  @Override
  public void write(BiConsumer<String, String> add) {
    ListOptions.writeSelectors(labels, fields, add);
    add.accept("watch", "true");
    add.accept("resourceVersion", resourceVersion);
    add.accept("allowWatchBookmarks", bookmarks ? "true" : "");
    if (sendInitialEvents) {
      add.accept("sendInitialEvents", "true");
      add.accept("resourceVersionMatch", "NotOlderThan");
    }
    add.accept(
        "timeoutSeconds", timeout.isZero() ? "" : Long.toString(Math.max(1, timeout.toSeconds())));
  }
}
