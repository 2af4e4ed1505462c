package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ListSink;
import dev.drover.client.ApiException;
import dev.drover.client.ListOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads whole lists, page by page where there are pages. One thread.
///
/// In Go: {@index pager.ListPager}.
final class ListPager<T extends KubernetesObject> {
  private final ListerWatcher<T> source;
  private final Intake<T> intake;
  private final ReflectorTally tally;
  private final Consumer<RuntimeException> report;

  ListPager(
      ListerWatcher<T> source,
      Intake<T> intake,
      ReflectorTally tally,
      Consumer<RuntimeException> report) {
    this.source = source;
    this.intake = intake;
    this.tally = tally;
    this.report = report;
  }

  /// A whole list.
  ///
  /// @param version of its first page
  /// @param paged whether it came in more than one page
  record Listed<T>(List<T> items, String version, boolean paged) {}

  /// Reads everything as of a version.
  ///
  /// @param limit of a page; 0 = no pages
  Listed<T> list(String version, int limit) {
    ListOptions first = ListOptions.ALL.withResourceVersion(version, "").withLimit(limit);
    List<T> items = new ArrayList<>();
    ListMeta page = page(first, begun(items));
    String at = page.resourceVersion();
    boolean paged = false;
    for (String token = page.continueToken(); !token.isEmpty(); token = page.continueToken()) {
      paged = true;
      try {
        page = page(first.withContinue(token), sink(items));
      } catch (ApiException.Expired e) {
        // The pages' version is gone: only a list in one piece can be consistent now.
        report.accept(e);
        page = page(first.withLimit(0), begun(items));
        return new Listed<>(items, page.resourceVersion(), true);
      }
      if (page.continueToken().equals(token)) {
        throw new ReflectorException.NoList("a page of the list names itself as the next one");
      }
    }
    return new Listed<>(items, at, paged);
  }

  private ListMeta page(ListOptions options, ListSink<T> sink) {
    ListMeta page = source.list(options, sink);
    tally.remaining(page.remainingItemCount());
    return page;
  }

  private ListSink<T> begun(List<T> items) {
    items.clear();
    tally.listing();
    return sink(items);
  }

  private ListSink<T> sink(List<T> items) {
    return intake.sink(
        item -> {
          items.add(item);
          tally.item();
        });
  }
}
