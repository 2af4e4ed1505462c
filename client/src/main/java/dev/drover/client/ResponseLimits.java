package dev.drover.client;

import java.util.function.Consumer;

/// How many bytes of a response the client reads, counted after decompression. Part of a
/// [ClientConfig].
///
/// A response beyond its limit fails the call with a [RequestFailedException] that names the limit;
/// a single item of a list or a watch that is larger than [#object] is reported and skipped.
///
/// ```java
/// ClientConfig.load().with(c -> c.limits(l -> l.object(200 << 20).list(8L << 30)));
/// ```
///
/// Streams that the caller reads itself (logs) have no limit. Bodies of failed calls are cut at 1
/// MB.
public final class ResponseLimits {
  private static final int MAX_OBJECT = 64 << 20;
  private static final int MIN_OBJECT = 4 << 20;
  private static final long MIN_LIST = 64L << 20;
  private static final ResponseLimits DEFAULTS =
      new ResponseLimits(new Builder(Runtime.getRuntime().maxMemory()));

  private final int object;
  private final long list;

  private ResponseLimits(Builder from) {
    this.object = from.object;
    this.list = from.list;
  }

  /// For one object an eighth of the heap, between 4 and 64 MB; for a list twice the heap.
  public static ResponseLimits defaults() {
    return DEFAULTS;
  }

  /// The defaults for a heap of so many bytes.
  static ResponseLimits ofHeap(long bytes) {
    return new ResponseLimits(new Builder(bytes));
  }

  /// A copy with changes.
  public ResponseLimits with(Consumer<Builder> change) {
    Builder builder = new Builder(0).object(object).list(list);
    change.accept(builder);
    return new ResponseLimits(builder);
  }

  /// The largest object, alone or in a list or watch, and the largest discovery or OpenAPI
  /// document, in bytes.
  public int object() {
    return object;
  }

  /// The largest list, or page of one, in bytes.
  public long list() {
    return list;
  }

  @Override
  public String toString() {
    return "ResponseLimits[object=%d, list=%d]".formatted(object, list);
  }

  /// Limits under construction.
  public static final class Builder {
    private int object;
    private long list;

    private Builder(long heap) {
      object = Math.clamp(heap / 8, MIN_OBJECT, MAX_OBJECT);
      list = Math.max(MIN_LIST, heap > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * heap);
    }

    /// Sets [ResponseLimits#object]; below 1 GiB.
    public Builder object(int bytes) {
      if (bytes < 1 || bytes >= 1 << 30) {
        throw new IllegalArgumentException("need 1 <= object < 1 GiB, got " + bytes);
      }
      object = bytes;
      return this;
    }

    /// Sets [ResponseLimits#list].
    public Builder list(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException("need list >= 1, got " + bytes);
      }
      list = bytes;
      return this;
    }
  }
}
