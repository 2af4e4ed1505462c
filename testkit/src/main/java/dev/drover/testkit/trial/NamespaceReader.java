package dev.drover.testkit.trial;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ListOption;
import dev.drover.client.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads from the namespace of a run where no other is named: the objects of other runs are beside
/// it.
record NamespaceReader(Reader reader, String namespace) implements Reader {
  @Override
  public <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return reader.find(kind, key);
  }

  @Override
  public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    List<ListOption> options = new ArrayList<>();
    if (kind.isNamespaced()) {
      options.add(ListOption.in(namespace)); // one that follows wins
    }
    options.addAll(List.of(which));
    return reader.list(kind, options.toArray(ListOption[]::new));
  }
}
