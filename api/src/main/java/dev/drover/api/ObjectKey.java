package dev.drover.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Names one object of a kind: its namespace and its name.
///
/// Two references and nothing else, because caches and work queues hold one for every object. Keys
/// sort by namespace, then by name.
///
/// ```java
/// ObjectKey key = ObjectKey.of("shop", "vanilla");
/// Optional<Pod> pod = cache.find(ObjectKey.parse("shop/vanilla-0"));
/// ObjectKey node = ObjectKey.of("worker-1");                 // of the cluster
/// ```
///
/// In Go: {@index types.NamespacedName}, {@index client.ObjectKey}.
///
/// @param namespace the namespace; `""` for objects of cluster scope
/// @param name the name; never empty
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
  /// Checks what the text form relies on.
  ///
  /// @throws IllegalArgumentException if the name is empty or a part contains a slash
  public ObjectKey {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "an object key needs a name, got namespace '" + namespace + "' and no name");
    }
    if (namespace.indexOf('/') >= 0 || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          ("an object key has no '/' in its parts, got namespace '%s' and name '%s';"
                  + " to read the form namespace/name, use parse")
              .formatted(namespace, name));
    }
  }

  /// The key of an object in a namespace.
  public static ObjectKey of(String namespace, String name) {
    return new ObjectKey(namespace, name);
  }

  /// The key of an object of cluster scope.
  public static ObjectKey of(String name) {
    return new ObjectKey("", name);
  }

  /// Reads `namespace/name`, or `name` for cluster scope: the form of client-go's store keys.
  ///
  /// In Go: {@index cache.SplitMetaNamespaceKey}.
  ///
  /// @throws IllegalArgumentException if there is more than one slash, or a part beside the slash
  ///   is empty
  public static ObjectKey parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return new ObjectKey("", text);
    }
    if (slash == 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
      throw new IllegalArgumentException(
          ("unexpected key format: '%s': the first '/' is at position %d;"
                  + " write namespace/name, or only the name for cluster scope")
              .formatted(text, slash));
    }
    return new ObjectKey(text.substring(0, slash), text.substring(slash + 1));
  }

  /// Says whether the object belongs to no namespace.
  public boolean isClusterScoped() {
    return namespace.isEmpty();
  }

  @Override
  public int compareTo(ObjectKey other) {
    int first = namespace.compareTo(other.namespace);
    return first != 0 ? first : name.compareTo(other.name);
  }

  // Written out, as for every record that is a key where it counts: what the JVM makes of a record
  // is linked when it is first called, 25 ms in a process that has just started, and goes through
  // method handles until it is compiled.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObjectKey key
        && name.equals(key.name)
        && namespace.equals(key.namespace);
  }

  @Override
  public int hashCode() {
    return 31 * namespace.hashCode() + name.hashCode();
  }

  /// `namespace/name`, or `name` for cluster scope; [#parse] reads it back.
  ///
  /// In Go: {@index cache.MetaNamespaceKeyFunc}.
  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
