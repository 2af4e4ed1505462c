package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ApiException;
import dev.drover.client.ListOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads whole lists, page by page where there are pages. One thread.
///
/// In Go: `pager.ListPager`.
final class ListPager<T extends KubernetesObject> {
  private static final int PAGE_SIZE = 500;

  private final ListerWatcher<T> source;
  private final int pageSize;
  private final ObjectPreparer<T> intake;
  private final ReflectorCounters tally;
  private final Consumer<RuntimeException> report;
  private boolean serverPages; // a list of any version came in pages: the server has no cache

  /// @param pageSize 0 = as the server likes it best
  ListPager(
      ListerWatcher<T> source,
      int pageSize,
      ObjectPreparer<T> intake,
      ReflectorCounters tally,
      Consumer<RuntimeException> report) {
    this.source = source;
    this.pageSize = pageSize;
    this.intake = intake;
    this.tally = tally;
    this.report = report;
  }

  /// A whole list.
  ///
  /// @param version of its first page
  record Listed<T>(List<T> items, String version) {}

  /// The pages for a list of this version. Only where the server reads from its database anyway:
  /// its cache does not serve pages.
  int limitFor(String version) {
    boolean anyOrNewest = version.isEmpty() || version.equals("0");
    return pageSize > 0 ? pageSize : anyOrNewest || serverPages ? PAGE_SIZE : 0;
  }

  /// Reads everything as of a version.
  ///
  /// @param limit of a page; 0 = no pages
  Listed<T> list(String version, int limit) {
    ListOptions first =
        ListOptions.defaults().with(o -> o.resourceVersion(version, "").limit(limit));
    List<T> items = new ArrayList<>();
    ListMeta page = page(first, begun(items));
    String at = page.resourceVersion();
    for (String token = page.continueToken(); !token.isEmpty(); token = page.continueToken()) {
      serverPages |= version.equals("0");
      try {
        page = page(after(first, token), sink(items));
      } catch (ApiException.Expired e) {
        // The pages' version is gone: only a list in one piece can be consistent now.
        report.accept(e);
        page = page(first.with(o -> o.limit(0)), begun(items));
        return new Listed<>(items, page.resourceVersion());
      }
      if (page.continueToken().equals(token)) {
        throw new ReflectorException.NoList("a page of the list names itself as the next one");
      }
    }
    return new Listed<>(items, at);
  }

  private static ListOptions after(ListOptions first, String token) {
    return first.with(o -> o.continueToken(token));
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
        },
        tally::keptInList);
  }
}
