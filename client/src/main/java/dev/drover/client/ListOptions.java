package dev.drover.client;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import java.util.function.BiConsumer;

/// Which objects to list, as of when, and how many at a time.
///
/// In Go: {@index metav1.ListOptions}, {@index client.ListOptions}.
///
/// @param labels which labels they must carry
/// @param fields which fields they must have
/// @param limit how many at most in one answer; 0 = all
/// @param continueToken where the page before this one ended; empty for the first
/// @param resourceVersion empty = the newest state; `0` = any, from the server's cache; else a
///   version, see the next
/// @param resourceVersionMatch how the version is meant: empty, `NotOlderThan` or `Exact`
public record ListOptions(
    Selector labels,
    FieldSelector fields,
    int limit,
    String continueToken,
    String resourceVersion,
    String resourceVersionMatch)
    implements QueryParameters {
  /// Everything, in one answer, the newest state.
  public static final ListOptions ALL =
      new ListOptions(Selector.everything(), FieldSelector.everything(), 0, "", "", "");

  /// Checks the limit.
  public ListOptions {
    if (limit < 0) {
      throw new IllegalArgumentException("limit must not be negative, got " + limit);
    }
  }

  /// A copy that selects by labels.
  public ListOptions withLabels(Selector changed) {
    return new ListOptions(
        changed, fields, limit, continueToken, resourceVersion, resourceVersionMatch);
  }

  /// A copy that selects by fields.
  public ListOptions withFields(FieldSelector changed) {
    return new ListOptions(
        labels, changed, limit, continueToken, resourceVersion, resourceVersionMatch);
  }

  /// A copy with a limit.
  public ListOptions withLimit(int changed) {
    return new ListOptions(
        labels, fields, changed, continueToken, resourceVersion, resourceVersionMatch);
  }

  /// A copy for the page behind a token. A version belongs to the first page only.
  public ListOptions withContinue(String token) {
    return new ListOptions(labels, fields, limit, token, "", "");
  }

  /// A copy as of a version.
  public ListOptions withResourceVersion(String version, String match) {
    return new ListOptions(labels, fields, limit, continueToken, version, match);
  }

  @Override
  public void write(BiConsumer<String, String> add) {
    writeSelectors(labels, fields, add);
    add.accept("limit", limit == 0 ? "" : Integer.toString(limit));
    add.accept("continue", continueToken);
    add.accept("resourceVersion", resourceVersion);
    add.accept("resourceVersionMatch", resourceVersionMatch);
  }

  static void writeSelectors(
      Selector labels, FieldSelector fields, BiConsumer<String, String> add) {
    if (labels.isNothing()) {
      throw new IllegalArgumentException("a selector of nothing cannot be sent to the server");
    }
    add.accept("labelSelector", labels.isEverything() ? "" : labels.toString());
    add.accept("fieldSelector", fields.isEverything() ? "" : fields.toString());
  }
}
