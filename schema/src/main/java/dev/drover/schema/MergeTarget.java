package dev.drover.schema;

import dev.drover.schema.FieldType.Container;
import dev.drover.schema.Structure.Member;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The type information of strategic merge patches at one place.
///
/// @param structure what is there
/// @param goKind Go's name for what holds it, for messages: `struct`, `ptr`, `map`, ...
record MergeTarget(Structure structure, String goKind) {
  /// How a field merges.
  ///
  /// @param below the place of the field's value, or of the items of its list
  /// @param strategy `merge`, `replace` or empty
  /// @param mergeKey empty when there is none
  record Rule(MergeTarget below, String strategy, String mergeKey) {
    boolean merges() {
      return strategy.equals("merge");
    }

    boolean replaces() {
      return strategy.equals("replace");
    }
  }

  static MergeTarget of(Structure structure) {
    return new MergeTarget(structure, kindOf(structure, false));
  }

  /// The rule for a field that holds an object.
  Rule objectRule(String field) {
    Member member = member(field);
    boolean pointer =
        member.entry().map(entry -> entry.type().container() == Container.POINTER).orElse(false);
    MergeTarget below = new MergeTarget(member.structure(), kindOf(member.structure(), pointer));
    return rule(member, below);
  }

  /// The rule for a field that holds a list.
  Rule listRule(String field) {
    Member member = member(field);
    if (!(member.structure() instanceof Structure.Listing listing)) {
      throw PatchException.unforeseen("expected slice or array type, but got: " + goKind);
    }
    return rule(member, of(listing.item()));
  }

  private static Rule rule(Member member, MergeTarget below) {
    Set<String> strategies = member.patchStrategies();
    String strategy =
        strategies.contains("merge") ? "merge" : strategies.contains("replace") ? "replace" : "";
    @Nullable String mergeKey = member.mergeKey();
    return new Rule(below, strategy, mergeKey == null ? "" : mergeKey);
  }

  private Member member(String field) {
    if (!(structure instanceof Structure.Fields fields)) {
      throw PatchException.unforeseen(
          "merging an object in json but data type is not struct, instead is: " + goKind);
    }
    return fields
        .member(field)
        .or(() -> ignoringCase(fields, field))
        .orElseThrow(
            () ->
                PatchException.unforeseen(
                    "unable to find api field in struct "
                        + fields.name().substring(fields.name().lastIndexOf('.') + 1)
                        + " for the json field \""
                        + field
                        + "\""));
  }

  private static Optional<Member> ignoringCase(Structure.Fields fields, String field) {
    return fields.members().entrySet().stream()
        .filter(entry -> entry.getKey().equalsIgnoreCase(field))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static String kindOf(Structure structure, boolean pointer) {
    return switch (structure) {
      case Structure.Fields _ -> pointer ? "ptr" : "struct";
      case Structure.Anything _ -> "struct";
      case Structure.Dictionary _ -> "map";
      case Structure.Listing _ -> "slice";
      case Structure.Scalar scalar -> scalar.type();
    };
  }
}
