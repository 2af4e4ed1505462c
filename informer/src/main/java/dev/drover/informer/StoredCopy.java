package dev.drover.informer;

import dev.drover.informer.store.Versions;
import java.util.Collection;

/// The copy that a reflector keeps in its sink: replaces it by lists, and knows from which version
/// the next list or watch may start. One thread.
final class StoredCopy<T> {
  private final ObjectSink<T> sink;
  private final ReflectorCounters tally;
  private final Runnable replaced;
  private boolean hasVersions; // a list had one
  private boolean versionUnavailable; // the server does not know the last version any more, or yet

  /// @param replaced is called after each list that reached the sink
  StoredCopy(ObjectSink<T> sink, ReflectorCounters tally, Runnable replaced) {
    this.sink = sink;
    this.tally = tally;
    this.replaced = replaced;
  }

  /// The version that the next list must not be older than; empty = the newest. The first list may
  /// be as old as the server's cache; later ones must not go back in time.
  String versionToList() {
    return versionUnavailable ? "" : tally.hasListed() ? tally.version() : "0";
  }

  /// The same for a streamed list, which is of the newest version if there was none before.
  String versionToStream() {
    return versionUnavailable ? "" : tally.version();
  }

  /// The server does not know the last version: the next list is of what it calls its newest.
  void forgetVersion() {
    versionUnavailable = true;
  }

  /// Whether lists have versions.
  boolean hasVersions() {
    return hasVersions;
  }

  /// Refuses a list that goes back in time.
  ///
  /// @throws ReflectorException.WentBack when a list is older than was asked for
  void requireNoOlder(String version, String asked) {
    if (Versions.isOlder(version, asked)) {
      forgetVersion();
      throw new ReflectorException.WentBack("the list", asked, version);
    }
  }

  /// Replaces the copy by a list.
  ///
  /// @throws ReflectorException.NoList when it has no version although lists before had
  void replace(ListPager.Listed<? extends T> listed) {
    if (listed.version().isEmpty() && hasVersions) {
      throw new ReflectorException.NoList("a list without a version, after lists with one");
    }
    replace(listed.items(), listed.version());
  }

  /// Replaces the copy by these objects.
  void replace(Collection<? extends T> items, String version) {
    String before = tally.version();
    tally.listed(version, items.size()); // first: the sink may wake threads that wait for it
    try {
      sink.replace(items, version);
      sink.flush();
    } catch (RuntimeException | Error e) {
      tally.notStored(before);
      throw e;
    }
    versionUnavailable = false;
    hasVersions |= !version.isEmpty();
    replaced.run();
  }
}
