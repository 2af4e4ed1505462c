package dev.drover.server.admission.webhook;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StoredObjects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// All webhooks of one kind of configuration: sorted by the name of the configuration, then by
/// their place in it.
///
/// A configuration counts from the moment it is stored. What is made of it is kept as long as it
/// does not change. Safe for any number of threads.
final class HookSource {
  private final String resource;
  private final AtomicReference<Known> known =
      new AtomicReference<>(new Known(List.of(), List.of()));

  /// The configurations that were read last, and what is in them.
  private record Known(List<Map<String, @Nullable Object>> trees, List<Hook> hooks) {}

  /// @param resource the plural of the configurations
  HookSource(String resource) {
    this.resource = "admissionregistration.k8s.io/" + resource;
  }

  List<Hook> hooks(StoredObjects stored) {
    List<Map<String, @Nullable Object>> trees = stored.list(resource, "");
    Known last = known.get();
    if (isSame(trees, last.trees)) {
      return last.hooks;
    }
    List<Hook> hooks = read(trees);
    known.set(new Known(List.copyOf(trees), hooks));
    return hooks;
  }

  @SuppressWarnings("ReferenceEquality") // stored trees never change
  private static boolean isSame(List<?> trees, List<?> others) {
    if (trees.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < trees.size(); i++) {
      if (trees.get(i) != others.get(i)) {
        return false;
      }
    }
    return true;
  }

  private static List<Hook> read(List<Map<String, @Nullable Object>> trees) {
    List<TreeNode> configurations =
        trees.stream().map(TreeNode::view).sorted(Comparator.comparing(HookSource::name)).toList();
    List<Hook> hooks = new ArrayList<>();
    for (TreeNode configuration : configurations) {
      Map<String, Integer> occurrences = new HashMap<>();
      for (TreeNode webhook : configuration.items("webhooks")) {
        String name = webhook.text("name");
        int before = occurrences.merge(name, 1, Integer::sum) - 1;
        String id = name(configuration) + "/" + name + "/" + before;
        hooks.add(Hook.of(webhook, id, name(configuration)));
      }
    }
    return List.copyOf(hooks);
  }

  private static String name(TreeNode configuration) {
    return configuration.at("metadata").text("name");
  }
}
