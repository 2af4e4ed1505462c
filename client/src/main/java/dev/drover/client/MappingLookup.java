package dev.drover.client;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionResource;
import java.util.List;
import java.util.Locale;

/// A lookup in a [MappingTable].
sealed interface MappingLookup {
  /// The question in words, for messages.
  String describe();

  /// The group that was asked for; empty for any, or the core group.
  String group();

  /// The name that was asked for.
  String name();

  /// By the name of a resource in any of its forms. An empty group or version means any.
  record ByResource(GroupVersionResource partial) implements MappingLookup {
    public ByResource {
      if (partial.resource().isEmpty()) {
        throw new IllegalArgumentException("a resource must be present, got: " + partial);
      }
      partial =
          new GroupVersionResource(
              partial.group(), partial.version(), partial.resource().toLowerCase(Locale.ROOT));
    }

    @Override
    public String describe() {
      return "resource '"
          + partial.groupResource()
          + "'"
          + (partial.version().isEmpty() ? "" : " in version " + partial.version());
    }

    @Override
    public String group() {
      return partial.group();
    }

    @Override
    public String name() {
      return partial.resource();
    }
  }

  /// By kind; the first of the versions that exists is best. No versions means any.
  record ByKind(GroupKind kind, List<String> versions) implements MappingLookup {
    public ByKind {
      versions = versions.stream().filter(version -> !version.isEmpty()).toList();
    }

    @Override
    public String describe() {
      return "kind '"
          + kind
          + "'"
          + (versions.isEmpty() ? "" : " in version " + String.join(" or ", versions));
    }

    @Override
    public String group() {
      return kind.group();
    }

    @Override
    public String name() {
      return kind.kind();
    }
  }

  /// By a category, such as `all`.
  record ByCategory(String name) implements MappingLookup {
    @Override
    public String describe() {
      return "category '" + name + "'";
    }

    @Override
    public String group() {
      return "";
    }
  }
}
