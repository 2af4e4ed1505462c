package dev.drover.server.discovery;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Serves `/`: the paths that there are.
public final class RootPaths implements Endpoint {
  private final Catalog catalog;
  private final List<String> others;

  /// @param others the paths beside those of discovery
  public RootPaths(Catalog catalog, Collection<String> others) {
    this.catalog = catalog;
    this.others = List.copyOf(others);
  }

  @Override
  public Answer serve(Call call) {
    SequencedSet<String> paths = new TreeSet<>(others);
    paths.addAll(List.of("/api", "/apis", "/apis/"));
    for (ServedGroups.Group group : ServedGroups.of(catalog.snapshot().resources()).groups()) {
      String root = group.name().isEmpty() ? "/api" : "/apis/" + group.name();
      paths.add(root);
      group.versions().forEach(version -> paths.add(root + "/" + version.name().version()));
    }
    String json =
        paths.stream()
            .map(path -> "    \"" + path + '"')
            .collect(Collectors.joining(",\n", "{\n  \"paths\": [\n", "\n  ]\n}"));
    return new Answer.Content(200, "application/json", Bytes.ofUtf8(json), Map.of());
  }
}
