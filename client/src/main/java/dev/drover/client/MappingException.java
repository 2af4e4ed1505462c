package dev.drover.client;

/// A name does not lead to one kind and one resource of the server.
///
/// May grow: code that handles some of its subtypes also handles this type.
public abstract sealed class MappingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private MappingException(String message) {
    super(message);
  }

  /// The server has nothing of this name; the message tells what it has instead. It may have it
  /// later: a custom resource appears with its definition.
  ///
  /// In Go: {@index meta.NoKindMatchError}, {@index meta.NoResourceMatchError}.
  public static final class NoMatch extends MappingException {
    private static final long serialVersionUID = 1L;

    NoMatch(String message) {
      super(message);
    }
  }

  /// The server has several things of this name, and none comes first.
  ///
  /// In Go: {@index meta.AmbiguousResourceError}, {@index meta.AmbiguousKindError}.
  public static final class Ambiguous extends MappingException {
    private static final long serialVersionUID = 1L;

    Ambiguous(String message) {
      super(message);
    }
  }

  /// A Java type says one thing of its kind, and the server another.
  public static final class Mismatch extends MappingException {
    private static final long serialVersionUID = 1L;

    Mismatch(String message) {
      super(message);
    }
  }
}
