package dev.drover.client.ops;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectList;
import dev.drover.client.ApiException;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads lists of any length page by page, and survives that the server forgets the version of the
/// first page in between.
///
/// ```java
/// Pager.of(client.resources(Event.class)).pageSize(1000).forEach(event -> ...);
/// ```
///
/// - [#list] gives all objects as of one version: when a page has expired, it reads the list again
///   in one piece.
/// - [#forEach] holds one page at a time: when a page has expired, it goes on with the objects as
///   they are now, so that none that was there all the time is missing or comes twice; those that
///   were changed meanwhile come in either state.
///
/// In Go: {@index pager.EachListItem}.
///
/// @param <T> the type of the objects
public final class Pager<T extends KubernetesObject> {
  private static final int PAGE_SIZE = 500;

  private final ResourceClient<T> client;
  private final ListOptions options;

  private Pager(ResourceClient<T> client, ListOptions options) {
    this.client = client;
    this.options = options;
  }

  /// All objects of a client, 500 for each page.
  public static <T extends KubernetesObject> Pager<T> of(ResourceClient<T> client) {
    return of(client, ListOptions.defaults());
  }

  /// The objects of a client that the options select; pages have 500 objects unless the options
  /// have a limit.
  public static <T extends KubernetesObject> Pager<T> of(
      ResourceClient<T> client, ListOptions options) {
    int size = options.limit() == 0 ? PAGE_SIZE : options.limit();
    return new Pager<>(client, options.with(o -> o.limit(size)));
  }

  /// A pager with other pages.
  public Pager<T> pageSize(int objects) {
    if (objects < 1) {
      throw new IllegalArgumentException("a page has at least one object, got " + objects);
    }
    return new Pager<>(client, options.with(o -> o.limit(objects)));
  }

  /// Reads everything as of one version.
  public ObjectList<T> list() {
    List<T> items = new ArrayList<>();
    ListMeta first = client.list(options, items::add);
    for (ListMeta page = first; !page.continueToken().isEmpty(); ) {
      String token = page.continueToken();
      try {
        page = client.list(options.with(o -> o.continueToken(token)), items::add);
      } catch (ApiException.Expired e) {
        return client.list(options.with(o -> o.limit(0)));
      }
    }
    return new ObjectList<>(first.with(m -> m.continueToken("").remainingItemCount(null)), items);
  }

  /// Hands over each object, a page at a time.
  public void forEach(Consumer<? super T> each) {
    ObjectList<T> page = client.list(options);
    while (true) {
      page.items().forEach(each);
      String token = page.continueToken().orElse("");
      if (token.isEmpty()) {
        return;
      }
      page = after(token);
    }
  }

  private ObjectList<T> after(String token) {
    try {
      return client.list(options.with(o -> o.continueToken(token)));
    } catch (ApiException.Expired e) {
      // With the refusal comes a token that goes on at the same place, as of now.
      String now = e.status().metadata().continueToken();
      if (now.isEmpty() || now.equals(token)) {
        throw e;
      }
      return client.list(options.with(o -> o.continueToken(now)));
    }
  }
}
