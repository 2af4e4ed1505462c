package dev.drover.schema;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A kind that the API serves: one `K` line of the table.
///
/// @param gvk the kind's full name
/// @param type its struct type, such as `core/v1.Pod`
/// @param plural the name in URLs
/// @param singular the name for people
/// @param namespaced whether objects live in namespaces
/// @param listType the struct type of a list of them, or null where the API offers no lists
/// @param shortNames other names that kubectl accepts
/// @param categories groups of kinds that kubectl accepts, such as `all`
/// @param verbs what the API lets one do
/// @param subresources what is served below an object
public record KindEntry(
    GroupVersionKind gvk,
    String type,
    String plural,
    String singular,
    boolean namespaced,
    @Nullable String listType,
    List<String> shortNames,
    List<String> categories,
    List<String> verbs,
    List<Subresource> subresources) {

  /// A path below an object, such as `status` or `scale`.
  ///
  /// @param name the last part of the path
  /// @param kind the kind that is served there
  /// @param verbs what the API lets one do there
  public record Subresource(String name, GroupVersionKind kind, List<String> verbs) {
    private static final List<String> USUAL_VERBS = List.of("get", "patch", "update");

    /// Verbs are copied.
    public Subresource {
      verbs = List.copyOf(verbs);
    }

    /// One that can be read and changed.
    public Subresource(String name, GroupVersionKind kind) {
      this(name, kind, USUAL_VERBS);
    }
  }

  /// Lists are copied.
  public KindEntry {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    verbs = List.copyOf(verbs);
    subresources = List.copyOf(subresources);
  }

  /// Where the API serves the kind.
  public GroupVersionResource resource() {
    return gvk.groupVersion().withResource(plural);
  }
}
