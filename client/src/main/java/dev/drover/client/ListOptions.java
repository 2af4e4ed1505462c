package dev.drover.client;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of a list: selectors, version and page.
///
/// ```java
/// pods.list(ListOptions.defaults().with(o -> o.labels(label("app", "web")).limit(500)));
/// ```
///
/// In Go: {@index metav1.ListOptions}, {@index client.ListOptions}.
public final class ListOptions implements QueryParameters {
  /// Everything, in one answer, the newest state: the same as [#defaults].
  public static final ListOptions ALL = new ListOptions(new Builder());

  private final Selector labels;
  private final FieldSelector fields;
  private final int limit;
  private final String continueToken;
  private final String resourceVersion;
  private final String resourceVersionMatch;

  private ListOptions(Builder from) {
    this.labels = from.labels;
    this.fields = from.fields;
    this.limit = from.limit;
    this.continueToken = from.continueToken;
    this.resourceVersion = from.resourceVersion;
    this.resourceVersionMatch = from.resourceVersionMatch;
  }

  /// Everything, in one answer, the newest state.
  public static ListOptions defaults() {
    return ALL;
  }

  /// A copy with changes.
  public ListOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.labels = labels;
    builder.fields = fields;
    builder.limit = limit;
    builder.continueToken = continueToken;
    builder.resourceVersion = resourceVersion;
    builder.resourceVersionMatch = resourceVersionMatch;
    change.accept(builder);
    return new ListOptions(builder);
  }

  /// What the labels of the objects must match.
  public Selector labels() {
    return labels;
  }

  /// What the fields of the objects must match.
  public FieldSelector fields() {
    return fields;
  }

  /// The largest number of objects in one answer; 0 = all.
  public int limit() {
    return limit;
  }

  /// Where the page before this one ended; empty for the first.
  public String continueToken() {
    return continueToken;
  }

  /// Empty = the newest state; `0` = any, from the server's cache; else a version, see
  /// [#resourceVersionMatch].
  public String resourceVersion() {
    return resourceVersion;
  }

  /// How the version is meant: empty, `NotOlderThan` or `Exact`.
  public String resourceVersionMatch() {
    return resourceVersionMatch;
  }

  /// A copy that selects by labels.
  public ListOptions withLabels(Selector changed) {
    return with(o -> o.labels(changed));
  }

  /// A copy that selects by fields.
  public ListOptions withFields(FieldSelector changed) {
    return with(o -> o.fields(changed));
  }

  /// A copy with a limit.
  public ListOptions withLimit(int changed) {
    return with(o -> o.limit(changed));
  }

  /// A copy for the page after a token. A version belongs to the first page only.
  public ListOptions withContinue(String token) {
    return with(o -> o.continueToken(token));
  }

  /// A copy as of a version.
  public ListOptions withResourceVersion(String version, String match) {
    return with(o -> o.resourceVersion(version, match));
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

  private List<Object> parts() {
    return List.of(labels, fields, limit, continueToken, resourceVersion, resourceVersionMatch);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ListOptions options && parts().equals(options.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return ("ListOptions[labels=%s, fields=%s, limit=%s, continueToken=%s, resourceVersion=%s,"
            + " resourceVersionMatch=%s]")
        .formatted(parts().toArray());
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private Selector labels = Selector.everything();
    private FieldSelector fields = FieldSelector.everything();
    private int limit;
    private String continueToken = "";
    private String resourceVersion = "";
    private String resourceVersionMatch = "";

    private Builder() {}

    /// As [ListOptions#labels].
    public Builder labels(Selector selector) {
      labels = selector;
      return this;
    }

    /// As [ListOptions#fields].
    public Builder fields(FieldSelector selector) {
      fields = selector;
      return this;
    }

    /// As [ListOptions#limit].
    public Builder limit(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("limit must not be negative, got " + number);
      }
      limit = number;
      return this;
    }

    /// As [ListOptions#continueToken]. A version belongs to the first page only, so it is reset.
    public Builder continueToken(String token) {
      continueToken = token;
      return resourceVersion("", "");
    }

    /// As [ListOptions#resourceVersion] and [ListOptions#resourceVersionMatch].
    public Builder resourceVersion(String version, String match) {
      resourceVersion = version;
      resourceVersionMatch = match;
      return this;
    }
  }
}
