package dev.drover.client.pods;

import java.util.function.Consumer;

/// What a copy from a container may bring at most, so that a container cannot fill the disk.
///
/// ```java
/// pods.files("web-0").limited(CopyLimits.defaults().with(l -> l.bytes(1L << 40)));
/// ```
public final class CopyLimits {
  private static final CopyLimits DEFAULTS = new CopyLimits(new Builder());

  private final long bytes;
  private final int entries;

  private CopyLimits(Builder from) {
    this.bytes = from.bytes;
    this.entries = from.entries;
  }

  /// 64 GB in a million files.
  public static CopyLimits defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public CopyLimits with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.bytes = bytes;
    builder.entries = entries;
    change.accept(builder);
    return new CopyLimits(builder);
  }

  /// The sum of the sizes of all files.
  public long bytes() {
    return bytes;
  }

  /// The number of files, folders and links.
  public int entries() {
    return entries;
  }

  @Override
  public String toString() {
    return "CopyLimits[bytes=" + bytes + ", entries=" + entries + "]";
  }

  /// Changes limits. Not thread safe.
  public static final class Builder {
    private long bytes = 64L << 30;
    private int entries = 1_000_000;

    private Builder() {}

    /// As [CopyLimits#bytes].
    public Builder bytes(long most) {
      if (most < 0) {
        throw new IllegalArgumentException("bytes must not be negative, got " + most);
      }
      bytes = most;
      return this;
    }

    /// As [CopyLimits#entries].
    public Builder entries(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("entries must be positive, got " + most);
      }
      entries = most;
      return this;
    }
  }
}
