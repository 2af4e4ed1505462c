package dev.drover.server.storage;

import dev.drover.api.ListMeta;
import dev.drover.api.Status;
import dev.drover.server.core.ApiError;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/// Answers lists by kube-apiserver's rules of which revision counts:
///
/// | resourceVersion | match | limit | continue | the list is |
/// |---|---|---|---|---|
/// | empty | | any | | the newest |
/// | `0` | not `Exact` | ignored | | the newest |
/// | N | `NotOlderThan` | any | | the newest, N or later |
/// | N | `Exact` | any | | that of N |
/// | N | empty | none | | the newest, N or later |
/// | N | empty | yes | | that of N |
/// | empty | empty | any | yes | that of the first page, or the newest if so agreed |
///
/// In Go: `cacher.GetList`, `etcd3.GetList`.
final class ObjectLists {
  private static final String EXPIRED = "The resourceVersion for the provided list is too old.";
  private static final String INCONSISTENT =
      "The provided continue parameter is too old to display a consistent list result. You can"
          + " start a new list without the continue parameter, or use the continue token in this"
          + " response to retrieve the remainder of the results. Continuing with the provided token"
          + " results in an inconsistent list - objects that were created, modified, or deleted"
          + " between the time the first chunk was returned and now may show up in the list.";

  private final RevisionLog log;
  private final PageStarts starts;
  private final LongConsumer awaitRevision;

  /// @param starts remembers when lists began
  /// @param awaitRevision waits until a revision is written, or throws
  ObjectLists(RevisionLog log, PageStarts starts, LongConsumer awaitRevision) {
    this.log = log;
    this.starts = starts;
    this.awaitRevision = awaitRevision;
  }

  ListPage list(ListQuery query) {
    if (!query.continueToken().isEmpty()) {
      return nextPage(query);
    }
    long wanted = Revisions.parseForList(query.resourceVersion());
    awaitRevision.accept(wanted);
    boolean isExact =
        switch (query.match()) {
          case "Exact" -> true;
          case "NotOlderThan" -> false;
          default -> query.limit() > 0 && wanted > 0;
        };
    if (!isExact) {
      return begun(newest(query, ""));
    }
    SortedTree<StoredObject> objects =
        log.objectsAt(query.resource(), wanted).orElseThrow(() -> ApiError.expired(EXPIRED));
    return begun(page(query, objects, wanted, ""));
  }

  private ListPage begun(ListPage first) {
    if (!first.continueToken().isEmpty()) {
      starts.started(first.revision());
    }
    return first;
  }

  private ListPage nextPage(ListQuery query) {
    ContinueToken token = ContinueToken.decode(query.continueToken());
    if (!query.resourceVersion().isEmpty() && !query.resourceVersion().equals("0")) {
      throw ApiError.badRequest("specifying resource version is not allowed when using continue");
    }
    if (token.revision() < 0) {
      return newest(query, token.start());
    }
    awaitRevision.accept(token.revision());
    if (starts.isExpired(token.revision())) {
      throw inconsistent(token.start());
    }
    SortedTree<StoredObject> objects =
        log.objectsAt(query.resource(), token.revision())
            .orElseThrow(() -> inconsistent(token.start()));
    return page(query, objects, token.revision(), token.start());
  }

  private static ApiError inconsistent(String start) {
    String token = new ContinueToken(ContinueToken.LATEST, start).encode();
    Status status =
        Status.builder()
            .status("Failure")
            .code(410)
            .reason("Expired")
            .message(INCONSISTENT)
            .metadata(ListMeta.builder().continueToken(token).build())
            .build();
    return ApiError.of(status);
  }

  private ListPage newest(ListQuery query, String start) {
    State now = log.now();
    return page(query, now.objects(query.resource()), now.revision(), start);
  }

  private static ListPage page(
      ListQuery query, SortedTree<StoredObject> objects, long revision, String start) {
    String prefix = StorageKey.prefix(query.namespace());
    String from = prefix + start;
    long limit = query.resourceVersion().equals("0") ? 0 : query.limit();
    List<StoredObject> items = new ArrayList<>();
    Iterator<StoredObject> rest = objects.from(from, prefix).iterator();
    while (rest.hasNext()) {
      StoredObject object = rest.next();
      if (query.selects(object)) {
        items.add(object);
        if (items.size() == limit) {
          break;
        }
      }
    }
    if (!rest.hasNext()) {
      return new ListPage(revision, items, "", OptionalLong.empty());
    }
    String last = items.getLast().key().path().substring(prefix.length());
    return new ListPage(
        revision,
        items,
        ContinueToken.after(revision, last).encode(),
        query.isSelective()
            ? OptionalLong.empty()
            : OptionalLong.of(countInRange(objects, from, prefix) - limit));
  }

  private static int countInRange(SortedTree<StoredObject> objects, String from, String prefix) {
    int end = prefix.isEmpty() ? objects.size() : objects.rank(afterAll(prefix));
    return end - objects.rank(from);
  }

  /// The least text after all that begin with a prefix, which ends in a slash.
  private static String afterAll(String prefix) {
    return prefix.substring(0, prefix.length() - 1) + (char) ('/' + 1);
  }
}
