package dev.drover.client;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of a watch: selectors, start version and time-outs.
///
/// ```java
/// pods.watch(WatchOptions.defaults().with(o -> o.labels(label("app", "web")).resourceVersion("17")));
/// ```
public final class WatchOptions implements QueryParameters {
  private static final WatchOptions DEFAULTS = new WatchOptions(new Builder());
  private static final Duration LONGEST = Duration.ofDays(365);

  private final ObjectSelection selection;
  private final String resourceVersion;
  private final boolean bookmarks;
  private final boolean sendInitialEvents;
  private final Duration timeout;
  private final Duration silence;

  private WatchOptions(Builder from) {
    this.selection = from.selection;
    this.resourceVersion = from.resourceVersion;
    this.bookmarks = from.bookmarks;
    this.sendInitialEvents = from.sendInitialEvents;
    this.timeout = from.timeout;
    this.silence = from.silence;
  }

  /// Everything, from now on, with bookmarks.
  public static WatchOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public WatchOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.selection = selection;
    builder.resourceVersion = resourceVersion;
    builder.bookmarks = bookmarks;
    builder.sendInitialEvents = sendInitialEvents;
    builder.timeout = timeout;
    builder.silence = silence;
    change.accept(builder);
    return new WatchOptions(builder);
  }

  /// What the labels of the objects must match.
  public Selector labels() {
    return selection.labels();
  }

  /// What the fields of the objects must match.
  public FieldSelector fields() {
    return selection.fields();
  }

  /// The version after which the watch begins; empty = now, after all objects that are there.
  public String resourceVersion() {
    return resourceVersion;
  }

  /// Whether the server sends bookmarks: the version up to which it has sent all events.
  public boolean bookmarks() {
    return bookmarks;
  }

  /// Whether the objects that are there come first, ended by a bookmark (a streamed list).
  public boolean sendInitialEvents() {
    return sendInitialEvents;
  }

  /// The time after which the server ends the watch; zero = its own default.
  public Duration timeout() {
    return timeout;
  }

  /// The time without a byte after which the connection counts as dead: the server sends bookmarks
  /// about once a minute. A watch is also ended if it is open for so long after the time-out that
  /// the server was given: something on the way keeps it from ending.
  public Duration silence() {
    return silence;
  }

  /// How long the watch may be open, whatever arrives; zero = no limit.
  Duration lifetime() {
    boolean isLimited = !timeout.isZero() && !silence.isZero() && timeout.compareTo(LONGEST) < 0;
    return isLimited ? timeout.plus(silence) : Duration.ZERO;
  }

  @Override
  public void write(BiConsumer<String, String> add) {
    selection.write(add);
    add.accept("watch", "true");
    add.accept("resourceVersion", resourceVersion);
    add.accept("allowWatchBookmarks", bookmarks ? "true" : "");
    if (sendInitialEvents) {
      add.accept("sendInitialEvents", "true");
      add.accept("resourceVersionMatch", "NotOlderThan");
    }
    add.accept(
        "timeoutSeconds",
        CallLimit.isNone(timeout) ? "" : Long.toString(Math.max(1, timeout.toSeconds())));
  }

  private List<Object> parts() {
    return List.of(
        labels(), fields(), resourceVersion, bookmarks, sendInitialEvents, timeout, silence);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WatchOptions options && parts().equals(options.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return ("WatchOptions[labels=%s, fields=%s, resourceVersion=%s, bookmarks=%s,"
            + " sendInitialEvents=%s, timeout=%s, silence=%s]")
        .formatted(parts().toArray());
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private ObjectSelection selection = ObjectSelection.ALL;
    private String resourceVersion = "";
    private boolean bookmarks = true;
    private boolean sendInitialEvents;
    private Duration timeout = Duration.ZERO;
    private Duration silence = Duration.ofSeconds(150);

    private Builder() {}

    /// As [WatchOptions#labels].
    public Builder labels(Selector selector) {
      selection = selection.withLabels(selector);
      return this;
    }

    /// As [WatchOptions#fields].
    public Builder fields(FieldSelector selector) {
      selection = selection.withFields(selector);
      return this;
    }

    /// As [WatchOptions#resourceVersion].
    public Builder resourceVersion(String version) {
      resourceVersion = version;
      return this;
    }

    /// As [WatchOptions#bookmarks].
    public Builder bookmarks(boolean wanted) {
      bookmarks = wanted;
      return this;
    }

    /// As [WatchOptions#sendInitialEvents]; the bookmark that ends them needs bookmarks.
    public Builder sendInitialEvents(boolean wanted) {
      sendInitialEvents = wanted;
      bookmarks |= wanted;
      return this;
    }

    /// As [WatchOptions#timeout].
    public Builder timeout(Duration limit) {
      timeout = limit;
      return this;
    }

    /// As [WatchOptions#silence].
    public Builder silence(Duration limit) {
      silence = limit;
      return this;
    }
  }
}
