package dev.drover.server.conformance;

import dev.drover.schema.TreeNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A watch whose events are read in the background.
final class WatchStream implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Object END = "end of the stream";

  private final String request;
  private final HttpResponse<InputStream> answer;
  private final List<Exchange> exchanges;
  private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
  private Duration patience = PATIENCE;

  WatchStream(String request, HttpResponse<InputStream> answer, List<Exchange> exchanges) {
    this.request = request;
    this.answer = answer;
    this.exchanges = exchanges;
    Thread.ofVirtual().name(request).start(this::read);
  }

  private void read() {
    try (var lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        events.add(Json.tree(line));
      }
      events.add(END);
    } catch (IOException e) {
      events.add("broken stream");
    }
  }

  /// Waits longer for an event than usual.
  WatchStream patiently(Duration longer) {
    patience = longer;
    return this;
  }

  /// Notes this many events, or what came before the stream ended or nothing more came.
  List<TreeNode> next(int count) {
    return take(event -> false, count);
  }

  /// Notes all events up to one of an object of this name.
  List<TreeNode> until(String name) {
    return take(event -> event.at("object").at("metadata").text("name").equals(name), 1000);
  }

  /// Notes all events up to a bookmark.
  List<TreeNode> untilBookmark() {
    return take(event -> event.text("type").equals("BOOKMARK"), 1000);
  }

  /// Notes all events until the server ends the stream.
  List<TreeNode> toEnd() {
    return take(event -> false, 1000);
  }

  /// Waits for an event without noting anything.
  void await(Predicate<TreeNode> wanted) {
    List<Exchange> before = List.copyOf(exchanges);
    take(wanted, 1000);
    exchanges.clear();
    exchanges.addAll(before);
  }

  private List<TreeNode> take(Predicate<TreeNode> last, int count) {
    List<Object> taken = new ArrayList<>();
    List<TreeNode> nodes = new ArrayList<>();
    while (taken.size() < count) {
      Object event = poll();
      taken.add(event);
      if (!(event instanceof Map<?, ?>)) {
        break;
      }
      TreeNode node = TreeNode.copyOf(object(event));
      nodes.add(node);
      if (last.test(node)) {
        break;
      }
    }
    exchanges.add(
        new Exchange(
            request, new Reply(answer.statusCode(), Headers.compared(answer.headers()), taken)));
    return nodes;
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, Object> object(Object event) {
    return (Map<String, Object>) event;
  }

  private Object poll() {
    try {
      Object event = events.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      return event == null ? "no event" : event;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      answer.body().close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
