package dev.drover.server.custom;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides which names of a definition are accepted: those that no other definition of the group
/// has.
///
/// In Go: `NamingConditionController`.
///
/// @param names what becomes `status.acceptedNames`
/// @param accepted whether it got them all
/// @param established what it says to that
record AcceptedNames(TreeNode names, Condition accepted, Condition established) {

  /// @param others all definitions that are there; those of other groups do not count
  static AcceptedNames of(Definition definition, Collection<Definition> others) {
    Taken taken = Taken.by(definition, others);
    TreeNode wanted = definition.names();
    TreeNode had = definition.acceptedNames();
    TreeNode got = TreeNode.copyOf(had.map());
    List<Condition> conflicts = new ArrayList<>();
    accept("plural", "PluralConflict", wanted, had, got, taken.resources, conflicts);
    accept("singular", "SingularConflict", wanted, had, got, taken.resources, conflicts);
    acceptShortNames(wanted, had, got, taken.resources, conflicts);
    accept("kind", "KindConflict", wanted, had, got, taken.kinds, conflicts);
    accept("listKind", "ListKindConflict", wanted, had, got, taken.kinds, conflicts);
    copyList("categories", wanted, got);
    Condition accepted =
        conflicts.isEmpty()
            ? Condition.isTrue("NamesAccepted", "NoConflicts", "no conflicts found")
            : conflicts.getLast();
    return new AcceptedNames(got, accepted, established(definition, accepted));
  }

  /// The names in use: of resources, and of kinds.
  private record Taken(Set<String> resources, Set<String> kinds) {
    static Taken by(Definition definition, Collection<Definition> others) {
      Taken taken = new Taken(new HashSet<>(), new HashSet<>());
      for (Definition other : others) {
        if (other.group().equals(definition.group())) {
          TreeNode names = other.acceptedNames();
          taken.resources.add(names.text("plural"));
          taken.resources.add(names.text("singular"));
          taken.resources.addAll(names.texts("shortNames"));
          taken.kinds.add(names.text("kind"));
          taken.kinds.add(names.text("listKind"));
        }
      }
      return taken;
    }
  }

  private static void accept(
      String field,
      String conflict,
      TreeNode wanted,
      TreeNode had,
      TreeNode got,
      Set<String> taken,
      List<Condition> conflicts) {
    String name = wanted.text(field);
    if (!name.equals(had.text(field)) && taken.contains(name)) {
      conflicts.add(Condition.isFalse("NamesAccepted", conflict, inUse(name)));
    } else {
      got.set(field, name);
    }
  }

  private static void acceptShortNames(
      TreeNode wanted, TreeNode had, TreeNode got, Set<String> taken, List<Condition> conflicts) {
    List<String> mine = had.texts("shortNames");
    List<String> inUse =
        wanted.texts("shortNames").stream()
            .filter(name -> !mine.contains(name) && taken.contains(name))
            .map(AcceptedNames::inUse)
            .distinct()
            .toList();
    if (inUse.isEmpty()) {
      copyList("shortNames", wanted, got);
    } else {
      String message =
          inUse.size() == 1
              ? inUse.getFirst()
              : inUse.stream().collect(Collectors.joining(", ", "[", "]"));
      conflicts.add(Condition.isFalse("NamesAccepted", "ShortNamesConflict", message));
    }
  }

  private static void copyList(String field, TreeNode from, TreeNode to) {
    if (from.texts(field).isEmpty()) {
      to.remove(field);
    } else {
      to.set(field, from.texts(field));
    }
  }

  private static String inUse(String name) {
    return "\"" + name + "\" is already in use";
  }

  private static Condition established(Definition definition, Condition accepted) {
    Condition before =
        definition
            .condition("Established")
            .map(Condition::of)
            .orElseGet(
                () ->
                    Condition.isFalse("Established", "NotAccepted", "not all names are accepted"));
    return before.holds() || !accepted.holds()
        ? before
        : Condition.isFalse("Established", "Installing", "the initial names have been accepted");
  }

  /// Whether the definition says all this already.
  boolean isKnownTo(Definition definition) {
    return definition.acceptedNames().map().equals(names.map())
        && definition
            .condition("NamesAccepted")
            .map(Condition::of)
            .filter(accepted::equals)
            .isPresent();
  }
}
