package dev.drover.schema.apply;

import static dev.drover.schema.apply.Absent.ABSENT;

import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Scalar;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Merges a configuration into a tree: what the configuration states wins, nothing goes away.
final class TreeMerge {
  private TreeMerge() {}

  /// Merges two values of one structure; either may be [Absent#ABSENT], not both. The result is
  /// absent where neither states anything.
  static @Nullable Object merge(
      Structure structure, @Nullable Object live, @Nullable Object config) {
    Structure shape = Shape.of(structure, config == ABSENT ? live : config);
    @Nullable Object winner = config == ABSENT ? live : config;
    if (Shape.isAtomic(shape)) {
      return winner;
    }
    return switch (shape) {
      case Listing list -> {
        List<@Nullable Object> before = Shape.list(live);
        List<@Nullable Object> stated = Shape.list(config);
        // Null, empty and absent stay what they are when neither side has an item.
        yield before.isEmpty() && stated.isEmpty()
            ? winner
            : orAbsent(new ListMerge(list, before, stated).merge());
      }
      case Dictionary map -> entries(map, live, config, winner);
      case Fields fields -> entries(fields, live, config, winner);
      case Scalar ignored -> winner;
      case Anything ignored -> winner;
    };
  }

  private static Object orAbsent(List<@Nullable Object> items) {
    return items.isEmpty() ? ABSENT : Collections.unmodifiableList(items);
  }

  private static @Nullable Object entries(
      Structure structure,
      @Nullable Object live,
      @Nullable Object config,
      @Nullable Object winner) {
    Map<String, @Nullable Object> before = Shape.map(live);
    Map<String, @Nullable Object> stated = Shape.map(config);
    if (before.isEmpty() && stated.isEmpty()) {
      return winner;
    }
    Map<String, @Nullable Object> merged = new TreeMap<>();
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(stated.keySet());
    for (String name : names) {
      Structure child = Shape.child(structure, name).orElseThrow();
      Object value = merge(child, Shape.get(before, name), Shape.get(stated, name));
      if (value != ABSENT) {
        merged.put(name, value);
      }
    }
    return merged.isEmpty() ? ABSENT : Shape.sealed(merged);
  }

  /// Merges two lists whose items are identified by keys or value. Items that both have come in the
  /// order of the configuration, the others stay near their neighbours.
  private static final class ListMerge {
    private final Listing list;
    private final List<@Nullable Object> live;
    private final List<PathElement> liveSteps = new ArrayList<>();
    private final List<PathElement> statedSteps = new ArrayList<>();
    private final Map<PathElement, @Nullable Object> liveItems = new HashMap<>();
    private final Map<PathElement, @Nullable Object> statedItems = new HashMap<>();
    private final Set<PathElement> done = new HashSet<>();
    private final List<@Nullable Object> merged = new ArrayList<>();

    /// The items that both lists have, in the order of the configuration, less those merged.
    private final Deque<PathElement> shared = new ArrayDeque<>();

    ListMerge(Listing list, List<@Nullable Object> live, List<@Nullable Object> stated) {
      this.list = list;
      this.live = live;
      for (Object item : live) {
        PathElement step = Shape.step(list, item);
        liveSteps.add(step);
        // Equal items cannot be told apart: the configuration replaces them, it is not merged.
        liveItems.put(step, liveItems.containsKey(step) ? null : item);
      }
      for (Object item : stated) {
        PathElement step = Shape.step(list, item);
        statedSteps.add(step);
        statedItems.put(step, item);
        if (liveItems.containsKey(step)) {
          shared.add(step);
        }
      }
    }

    List<@Nullable Object> merge() {
      int l = 0;
      int s = 0;
      while (l < liveSteps.size() || s < statedSteps.size()) {
        if (l < liveSteps.size() && s < statedSteps.size()) {
          PathElement step = liveSteps.get(l);
          if (step.equals(statedSteps.get(s))) {
            take(step);
            shared.poll();
            l++;
            s++;
            continue;
          }
          boolean isShared = statedItems.containsKey(step);
          if (isShared && !shared.isEmpty() && !step.equals(shared.peek())) {
            l++; // its turn comes where the configuration has it
            continue;
          }
        }
        if (l < liveSteps.size()) {
          PathElement step = liveSteps.get(l);
          if (!statedItems.containsKey(step)) {
            add(TreeMerge.merge(list.item(), live.get(l), ABSENT));
            l++;
            continue;
          }
          if (done.contains(step)) {
            l++;
          }
        }
        if (s < statedSteps.size()) {
          PathElement step = statedSteps.get(s);
          take(step);
          if (step.equals(shared.peek())) {
            shared.poll();
          }
          s++;
        }
      }
      return merged;
    }

    private void take(PathElement step) {
      done.add(step);
      Object before = Shape.get(liveItems, step);
      add(TreeMerge.merge(list.item(), before, statedItems.get(step)));
    }

    private void add(@Nullable Object item) {
      if (item != ABSENT) {
        merged.add(item);
      }
    }
  }
}
