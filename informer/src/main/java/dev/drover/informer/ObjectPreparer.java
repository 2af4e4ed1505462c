package dev.drover.informer;

import dev.drover.api.DecodeException;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.codec.ListSink;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Applies the transform to objects of the server, and keeps one bad object from affecting others.
///
/// A bad object (unreadable, nameless, or its transform fails) is reported and counted. What the
/// store has of it stays: that is old, but to leave it out of a list would tell every handler that
/// the object was deleted, and a controller that cleans up after an object that is still there does
/// more harm than one that sees it late. One thread.
final class ObjectPreparer<T extends KubernetesObject> {
  private final UnaryOperator<T> transform;
  private final Function<ObjectKey, Optional<T>> known;
  private final Consumer<RuntimeException> broken;

  ObjectPreparer(
      UnaryOperator<T> transform,
      Function<ObjectKey, Optional<T>> known,
      Consumer<RuntimeException> broken) {
    this.transform = transform;
    this.known = known;
    this.broken = broken;
  }

  /// A sink for the items of a list.
  ///
  /// @param kept is called for each item of which an older state stays
  ListSink<T> sink(Consumer<T> items, Consumer<ObjectKey> kept) {
    return new ListSink<>() {
      @Override
      public void item(T item) {
        ready(item).or(() -> kept(present(item))).ifPresent(items);
      }

      @Override
      public void broken(BrokenItem item) {
        unreadable(item.error());
        kept(present(item.key())).ifPresent(items);
      }

      private Optional<T> kept(Optional<T> old) {
        old.ifPresent(object -> kept.accept(object.key()));
        return old;
      }
    };
  }

  /// The object as it is to be stored; empty when it is a bad one.
  Optional<T> ready(T object) {
    try {
      ObjectKey key = object.key();
      T changed = Objects.requireNonNull(transform.apply(object), "the transform gave null");
      if (changed != object && !changed.key().equals(key)) {
        throw new IllegalStateException("the transform gave " + changed.key());
      }
      return Optional.of(changed);
    } catch (Throwable e) { // a stack overflow in a transform is no worse than an exception
      refused(object, e);
      return Optional.empty();
    }
  }

  /// An object that is gone, ready for the store: whatever is wrong with it, it must go.
  Optional<T> readyToGo(T object) {
    return ready(object).or(() -> present(object)).or(() -> named(object));
  }

  private Optional<T> named(T object) {
    return object.name().isEmpty() ? Optional.empty() : Optional.of(object);
  }

  /// What is there of a bad object.
  Optional<T> present(T object) {
    return present(describe(object));
  }

  private Optional<T> present(String text) {
    ObjectKey key;
    try {
      key = ObjectKey.parse(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a bad object may have a bad name; that it is bad was reported
    }
    return known.apply(key);
  }

  /// Something could not be read.
  void unreadable(DecodeException error) {
    broken.accept(error);
  }

  /// Something was read but not stored.
  void refused(T object, Throwable cause) {
    broken.accept(new ReflectorException.NotStored(describe(object), cause));
  }

  static String describe(KubernetesObject object) {
    String namespace = object.namespace();
    return namespace.isEmpty() ? object.name() : namespace + "/" + object.name();
  }
}
