package dev.drover.server.kinds.core;

import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.timed;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Ages;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Printer columns of events, in the form of the core group.
final class EventColumns {
  private EventColumns() {}

  /// The columns of events, in the form of the core group.
  static List<Column> event() {
    return List.of(
        timed("Last Seen", EventColumns::lastSeen),
        text("Type", Cells.text("type")),
        text("Reason", Cells.text("reason")),
        text("Object", EventColumns::target),
        text("Subobject", Cells.text("involvedObject.fieldPath")).wide(),
        text("Source", EventColumns::source).wide(),
        text("Message", event -> event.text("message").strip()),
        timed("First Seen", EventColumns::firstSeen).wide(),
        text("Count", EventColumns::eventCount).wide(),
        name().wide());
  }

  private static String firstSeen(TreeNode event, Instant now) {
    return Ages.since(
        event.text(event.text("firstTimestamp").isEmpty() ? "eventTime" : "firstTimestamp"), now);
  }

  private static String lastSeen(TreeNode event, Instant now) {
    if (event.has("series")) {
      return Ages.since(event.at("series").text("lastObservedTime"), now);
    }
    String last = event.text("lastTimestamp");
    return last.isEmpty() ? firstSeen(event, now) : Ages.since(last, now);
  }

  private static @Nullable Object eventCount(TreeNode event) {
    return event.has("series")
        ? event.at("series").number("count", 0)
        : Math.max(1, event.number("count", 1));
  }

  private static String target(TreeNode event) {
    TreeNode object = event.at("involvedObject");
    String kind = object.text("kind").toLowerCase(Locale.ROOT);
    return object.text("name").isEmpty() ? kind : kind + "/" + object.text("name");
  }

  private static String source(TreeNode event) {
    TreeNode source = event.at("source");
    String component = source.text("component");
    String host = source.text("host");
    String instance = host.isEmpty() ? event.text("reportingInstance") : host;
    return (component.isEmpty() ? event.text("reportingComponent") : component)
        + (instance.isEmpty() ? "" : ", " + instance);
  }
}
