package dev.drover.client;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectList;
import dev.drover.api.codec.ListSink;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads a list, whole or page by page.
final class ListCall<T extends KubernetesObject> {
  private static final int PAGE = 500;

  private final ResourceClient<T> client;
  private final ListOptions options;

  ListCall(ResourceClient<T> client, ListOptions options) {
    this.client = client;
    this.options = options;
  }

  /// Reads one answer and hands on each object as soon as it is there.
  ///
  /// @param limit of the call; zero = that of the configuration
  ListMeta read(Duration limit, ListSink<? super T> sink) {
    RestRequest request =
        client
            .request(client.rest().get())
            .params(options)
            .setHeader("Accept", client.accept("PartialObjectMetadataList"));
    if (!limit.isZero()) {
      request.timeout(limit);
    }
    try (RestExchange exchange = request.open(RetryPolicy.Call.PLAIN, Duration.ZERO)) {
      return read(exchange, sink);
    }
  }

  private ListMeta read(RestExchange exchange, ListSink<? super T> sink) {
    try {
      InputStream body = exchange.list();
      ListMeta metadata =
          exchange.limited(client.codec()).decodeList(body, exchange.format(), sink);
      drained(exchange);
      return metadata;
    } catch (IOException e) {
      throw exchange.failed(e);
    }
  }

  /// Reads on to the end of the answer, so that the connection can be used again.
  private static void drained(RestExchange exchange) throws IOException {
    if (exchange.body().read() >= 0) {
      throw new IOException("the server sent more than a list");
    }
  }

  /// The objects of all pages, each page read when it is needed.
  Stream<T> stream() {
    int limit = options.limit() == 0 ? PAGE : options.limit();
    ListOptions paged = options.with(o -> o.limit(limit));
    return Stream.iterate(
            Optional.of(client.list(paged)),
            Optional::isPresent,
            page -> page.flatMap(ObjectList::continueToken).map(token -> after(paged, token)))
        .flatMap(page -> page.orElseThrow().items().stream());
  }

  private ObjectList<T> after(ListOptions paged, String token) {
    ObjectList<T> page = client.list(paged.with(o -> o.continueToken(token)));
    if (page.continueToken().filter(token::equals).isPresent()) {
      throw new RequestFailedException(
          "list " + client.kind().plural() + ": a page names itself as the next one", null);
    }
    return page;
  }
}
