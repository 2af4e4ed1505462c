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
  private static final ListOptions DEFAULTS = new ListOptions(new Builder());

  private final ObjectSelection selection;
  private final int limit;
  private final String continueToken;
  private final String resourceVersion;
  private final String resourceVersionMatch;

  private ListOptions(Builder from) {
    this.selection = from.selection;
    this.limit = from.limit;
    this.continueToken = from.continueToken;
    this.resourceVersion = from.resourceVersion;
    this.resourceVersionMatch = from.resourceVersionMatch;
  }

  /// Everything, in one answer, the newest state.
  public static ListOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public ListOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.selection = selection;
    builder.limit = limit;
    builder.continueToken = continueToken;
    builder.resourceVersion = resourceVersion;
    builder.resourceVersionMatch = resourceVersionMatch;
    change.accept(builder);
    return new ListOptions(builder);
  }

  /// What the labels of the objects must match.
  public Selector labels() {
    return selection.labels();
  }

  /// What the fields of the objects must match.
  public FieldSelector fields() {
    return selection.fields();
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

  @Override
  public void write(BiConsumer<String, String> add) {
    selection.write(add);
    add.accept("limit", limit == 0 ? "" : Integer.toString(limit));
    add.accept("continue", continueToken);
    add.accept("resourceVersion", resourceVersion);
    add.accept("resourceVersionMatch", resourceVersionMatch);
  }

  private List<Object> parts() {
    return List.of(labels(), fields(), limit, continueToken, resourceVersion, resourceVersionMatch);
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
    private ObjectSelection selection = ObjectSelection.ALL;
    private int limit;
    private String continueToken = "";
    private String resourceVersion = "";
    private String resourceVersionMatch = "";

    private Builder() {}

    /// As [ListOptions#labels].
    public Builder labels(Selector selector) {
      selection = selection.withLabels(selector);
      return this;
    }

    /// As [ListOptions#fields].
    public Builder fields(FieldSelector selector) {
      selection = selection.withFields(selector);
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
