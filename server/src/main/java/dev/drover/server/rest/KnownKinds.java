package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeCodec;
import dev.drover.schema.UnreadableException;
import java.util.Optional;
import java.util.function.Consumer;

/// The kinds that kube-apiserver has types for, and its messages for objects of the wrong one.
///
/// @param codec reads and writes objects of these kinds
public record KnownKinds(TreeCodec codec) {
  private static final GroupVersionKind LIST =
      new GroupVersionKind("", "v1", "List"); // of anything, and nothing that is stored
  private static final String SCHEME = "pkg/runtime/scheme.go:111"; // what Go calls its registry

  /// What a body does not say of its kind is as expected.
  static GroupVersionKind withDefaults(GroupVersionKind said, GroupVersionKind expected) {
    boolean hasVersion = !said.version().isEmpty();
    return new GroupVersionKind(
        hasVersion || !said.group().isEmpty() ? said.group() : expected.group(),
        hasVersion ? said.version() : expected.version(),
        said.kind().isEmpty() ? expected.kind() : said.kind());
  }

  static String notRegistered(GroupVersionKind kind) {
    return "no kind \"%s\" is registered for version \"%s\" in scheme \"%s\""
        .formatted(kind.kind(), kind.groupVersion(), SCHEME);
  }

  /// Why an object cannot be taken for one of the expected kind.
  ///
  /// @param reader reads it as what it says it is, which comes first
  Optional<String> problem(
      GroupVersionKind actual, GroupVersionKind expected, Consumer<Structure.Fields> reader) {
    if (actual.equals(expected)) {
      return Optional.empty();
    }
    if (!codec.knows(actual) && !actual.equals(LIST)) {
      return Optional.of(notRegistered(actual));
    }
    if (actual.kind().equals(expected.kind())) {
      return Optional.empty();
    }
    try {
      SchemaTable.builtIn().structure(actual).ifPresent(reader);
    } catch (UnreadableException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    return Optional.of(
        "converting (%s.%s) to (%s): unknown conversion"
            .formatted(actual.version(), actual.kind(), GoTypeNames.internal(expected)));
  }
}
