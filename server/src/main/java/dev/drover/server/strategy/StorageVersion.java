package dev.drover.server.strategy;

import dev.drover.api.GroupVersionKind;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// How objects of one served version are stored: under a name that all versions of a resource
/// share, as objects of one stored version.
///
/// @param name group and plural, such as `apps/deployments` or `/pods`
/// @param kind the kind of the stored version
/// @param toStored converts from the served version; sets `apiVersion` and `kind`
/// @param fromStored converts back to the served version
/// @param onCreate removes from a new stored object what kube-apiserver stores only with its first
///   update
public record StorageVersion(
    String name,
    GroupVersionKind kind,
    UnaryOperator<Map<String, @Nullable Object>> toStored,
    UnaryOperator<Map<String, @Nullable Object>> fromStored,
    UnaryOperator<Map<String, @Nullable Object>> onCreate) {

  private static final UnaryOperator<Map<String, @Nullable Object>> AS_IT_IS =
      UnaryOperator.identity();

  /// Objects are converted by the two functions.
  public StorageVersion(
      String name,
      GroupVersionKind kind,
      UnaryOperator<Map<String, @Nullable Object>> toStored,
      UnaryOperator<Map<String, @Nullable Object>> fromStored) {
    this(name, kind, toStored, fromStored, UnaryOperator.identity());
  }

  /// The served version is the stored one.
  public static StorageVersion same(String name, GroupVersionKind kind) {
    return new StorageVersion(name, kind, AS_IT_IS, AS_IT_IS);
  }

  /// Whether objects are served without a change of their stored form.
  @SuppressWarnings("ReferenceEquality") // the very function
  public boolean isServedAsStored() {
    return fromStored == AS_IT_IS;
  }

  /// The same with another conversion from the stored version.
  public StorageVersion reading(UnaryOperator<Map<String, @Nullable Object>> conversion) {
    return new StorageVersion(name, kind, toStored, conversion, onCreate);
  }

  /// The same with another first stored version.
  public StorageVersion creating(UnaryOperator<Map<String, @Nullable Object>> change) {
    return new StorageVersion(name, kind, toStored, fromStored, change);
  }
}
