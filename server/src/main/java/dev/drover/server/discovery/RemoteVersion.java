package dev.drover.server.discovery;

import dev.drover.api.GroupVersion;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A version of an API group that another API server serves.
///
/// @param groupPriority of the group, the highest of its versions counts
/// @param versionPriority within the group
/// @param isAvailable whether that server answers
/// @param document its `APIResourceList`; empty if it was never read
public record RemoteVersion(
    GroupVersion name,
    int groupPriority,
    int versionPriority,
    boolean isAvailable,
    Map<String, @Nullable Object> document) {

  /// All versions at one moment.
  ///
  /// @param generation grows with every change
  public record Snapshot(long generation, List<RemoteVersion> versions) {
    /// No other server is registered.
    public static final Snapshot NONE = new Snapshot(0, List.of());
  }
}
