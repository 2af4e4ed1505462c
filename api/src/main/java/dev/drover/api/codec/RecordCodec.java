package dev.drover.api.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Base class of generated code: the components of a record, how one is constructed and read.
///
/// The annotation processor of `drover-codegen` writes a subclass for each record of a kind, with
/// the name that [#nameFor] gives. A record without one is read by reflection, which needs a module
/// that opens its package; both give the same bytes.
///
/// @param <T> the record
public abstract class RecordCodec<T> {
  /// For generated code.
  protected RecordCodec() {}

  /// The components, in the order of the record.
  protected abstract List<Component> components();

  /// A record with these values of its components.
  protected abstract T create(@Nullable Object[] values) throws Throwable;

  /// The value of a component.
  protected abstract @Nullable Object get(T record, int component) throws Throwable;

  /// Whether it was made by reflection.
  boolean isReflective() {
    return false;
  }

  /// The name of the generated class for a record with this binary name: `shop.Shop_Spec_Codec` for
  /// `shop.Shop$Spec`. Underscores are doubled, so that no two records share a name.
  public static String nameFor(String record) {
    int simple = record.lastIndexOf('.') + 1;
    String name = record.substring(simple).replace("_", "__").replace('$', '_');
    return record.substring(0, simple) + name + "_Codec";
  }

  /// The generated codec of a record, or else one that reads it by reflection.
  ///
  /// @throws IllegalArgumentException for a class that is no record, and a record that cannot be
  ///   read
  static RecordCodec<?> of(Class<?> record) {
    if (!record.isRecord()) {
      throw new IllegalArgumentException(
          record.getName()
              + " is no record: a cache that never copies can only hold immutable values");
    }
    RecordCodec<?> generated = generated(record);
    return generated == null ? RecordShape.read(record) : generated;
  }

  private static @Nullable RecordCodec<?> generated(Class<?> record) {
    Class<?> type;
    try {
      type = Class.forName(nameFor(record.getName()), false, record.getClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
    if (!RecordCodec.class.isAssignableFrom(type)) {
      return null;
    }
    try {
      RecordCodec.class.getModule().addReads(type.getModule());
      Constructor<?> constructor = type.getDeclaredConstructor();
      // False in a module that does not open the package; a public class is accessible if exported.
      boolean unused = constructor.trySetAccessible();
      return (RecordCodec<?>) constructor.newInstance();
    } catch (IllegalAccessException e) {
      return null; // reflection will not work either, and says what to open
    } catch (InvocationTargetException | InstantiationException | NoSuchMethodException e) {
      throw new IllegalStateException(
          type.getName() + " is damaged: compile " + record.getName() + " again", e);
    }
  }

  /// One component of a record. Immutable.
  public static final class Component {
    final String javaName;
    final String jsonName;
    final ComponentType type;
    final boolean optional; // of type Optional
    final boolean pointer; // may be null
    final boolean omitEmpty;
    final List<String> keys;

    private Component(
        String javaName,
        String jsonName,
        ComponentType type,
        boolean optional,
        boolean pointer,
        boolean omitEmpty,
        List<String> keys) {
      this.javaName = javaName;
      this.jsonName = jsonName;
      this.type = type;
      this.optional = optional;
      this.pointer = pointer;
      this.omitEmpty = omitEmpty;
      this.keys = keys;
    }

    /// A component that is always written.
    public static Component of(String javaName, String jsonName, ComponentType type) {
      return new Component(javaName, jsonName, type, false, false, false, List.of());
    }

    /// May be null: a box, or annotated with `@Nullable`.
    public Component nullable() {
      return new Component(javaName, jsonName, type, optional, true, true, keys);
    }

    /// Is an [java.util.Optional] of its type.
    public Component optional() {
      return new Component(javaName, jsonName, type, true, true, true, keys);
    }

    /// Is never null, and is left out where it is empty.
    public Component omittedIfEmpty() {
      return new Component(javaName, jsonName, type, optional, pointer, true, keys);
    }

    /// Is a list whose items these fields tell apart.
    public Component keyedBy(String... names) {
      return new Component(javaName, jsonName, type, optional, pointer, omitEmpty, List.of(names));
    }
  }
}
