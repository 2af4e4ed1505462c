package dev.drover.schema;

import dev.drover.schema.FieldEntry.Merge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The type of a tree at one place, and how changes by several parties merge there. Patches,
/// server-side apply, pruning and canonical forms follow it; it comes from the table for built-in
/// kinds ([SchemaTable#structure]) and from the schema of a custom resource definition for others.
public sealed interface Structure {
  /// A single value.
  ///
  /// @param type the table's name for it: `string`, `bool`, `int32`, `int64`, `float64`, `bytes`,
  ///   `quantity`, `intorstring`, `time`, `microtime`, `duration`, ...; `any` for one of no known
  ///   type
  record Scalar(String type) implements Structure {}

  /// A value of any shape that is taken as it is: fields below are not known, and merge as a whole
  /// or, if `granular`, by what they look like.
  record Anything(boolean granular) implements Structure {}

  /// A list.
  ///
  /// @param item what each item is
  /// @param merge `ATOMIC`, `SET` or `MAP`
  /// @param keys for `MAP`: the fields of an item that tell it from others
  record Listing(Structure item, Merge merge, List<String> keys) implements Structure {
    public Listing {
      keys = List.copyOf(keys);
    }
  }

  /// A map from strings.
  ///
  /// @param value what each value is
  /// @param merge `ATOMIC` or `GRANULAR`
  record Dictionary(Structure value, Merge merge) implements Structure {}

  /// An object with named fields.
  ///
  /// @param name a name for messages, such as `core/v1.PodSpec`
  /// @param merge `ATOMIC` or `GRANULAR`
  /// @param keepsUnknown whether fields that are not listed stay (custom resources may say so)
  /// @param lazyMembers the fields by name; computed on demand, as types may contain themselves
  record Fields(
      String name, Merge merge, boolean keepsUnknown, Supplier<Map<String, Member>> lazyMembers)
      implements Structure {
    /// The fields by name.
    public Map<String, Member> members() {
      return lazyMembers.get();
    }

    /// The field of this name.
    public Optional<Member> member(String name) {
      return Optional.ofNullable(members().get(name));
    }

    @Override
    public String toString() {
      return "Fields[" + name + "]"; // may contain itself
    }
  }

  /// A field of an object.
  ///
  /// @param structure what it holds
  /// @param patchStrategies what a strategic merge patch does: `merge`, `replace`, `retainKeys`
  /// @param mergeKey the item field by which a strategic merge patch tells the items of a list
  ///   apart
  /// @param defaultValue the default that the schema states (a JSON tree), if any; list keys that
  ///   are absent count as this
  /// @param entry the line of the table, for fields of built-in kinds
  record Member(
      Structure structure,
      Set<String> patchStrategies,
      @Nullable String mergeKey,
      Optional<Object> defaultValue,
      Optional<FieldEntry> entry) {
    public Member {
      patchStrategies = Set.copyOf(patchStrategies);
    }
  }
}
