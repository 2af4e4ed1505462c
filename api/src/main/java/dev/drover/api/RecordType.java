package dev.drover.api;

import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The description of a record of the user's, read from the record itself.
///
/// Fields that the record does not name are left out when it is read: writes of single parts keep
/// them on the server.
final class RecordType<T> extends ObjectType<T> {
  private static final ClassValue<RecordType<?>> TYPES =
      new ClassValue<>() {
        @Override
        protected RecordType<?> computeValue(Class<?> record) {
          return RecordShape.read(record);
        }
      };

  private final MethodHandle constructor; // (Object[]) -> Object
  private final MethodHandle[] accessors; // (Object) -> Object
  private final @Nullable Object[] absent; // what the constructor gets for a missing component
  private final boolean[] optional; // components of type Optional

  RecordType(
      Class<?> record,
      List<Field> fields,
      @Nullable Object[] absent,
      boolean[] optional,
      MethodHandles.Lookup lookup)
      throws IllegalAccessException {
    super(record.getName(), fields);
    this.absent = absent;
    this.optional = optional;
    RecordComponent[] components = record.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    accessors = new MethodHandle[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      accessors[i] =
          lookup
              .unreflect(components[i].getAccessor())
              .asType(MethodType.methodType(Object.class, Object.class));
    }
    try {
      constructor =
          lookup
              .findConstructor(record, MethodType.methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(record + " has no canonical constructor", e);
    }
  }

  /// The description of a record class, made once.
  @SuppressWarnings("unchecked") // made from that class
  static <T> RecordType<T> of(Class<T> record) {
    return (RecordType<T>) TYPES.get(record);
  }

  @Override
  T create(Decoding decoding, int base) {
    @Nullable Object[] arguments = new Object[fields.length];
    for (int i = 0; i < arguments.length; i++) {
      Object value = decoding.slot(base + i);
      arguments[i] = value == null ? absent(i) : optional[i] ? Optional.of(value) : value;
    }
    return construct(arguments);
  }

  /// A missing part that must be there is Go's zero value: the empty text, the record with nothing
  /// set.
  private @Nullable Object absent(int i) {
    Object value = absent[i];
    return value == null && !fields[i].pointer && fields[i].type() instanceof RecordType<?> nested
        ? nested.zero()
        : value;
  }

  T construct(@Nullable Object[] arguments) {
    try {
      return cast(constructor.invoke(arguments));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException("the constructor of " + name + " failed", e);
    }
  }

  @Override
  @Nullable Object get(T value, int slot) {
    Object member;
    try {
      member = accessors[slot].invoke(value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException(
          "the accessor of " + name + "." + fields[slot].name + " failed", e);
    }
    if (member instanceof Optional<?> wrapped) {
      member = wrapped.orElse(null);
    }
    return member == null || (fields[slot].omitEmpty && fields[slot].isAbsent(member))
        ? null
        : member;
  }

  /// A copy with one component changed.
  T with(T value, int slot, @Nullable Object changed) {
    @Nullable Object[] arguments = new Object[fields.length];
    for (int i = 0; i < arguments.length; i++) {
      Object member = i == slot ? changed : get(value, i);
      arguments[i] = member == null ? absent(i) : optional[i] ? Optional.of(member) : member;
    }
    return construct(arguments);
  }

  @Override
  void requireFit(String where, Object value) {
    if (!value.getClass().getName().equals(name)) {
      throw new IllegalArgumentException(
          where + " is a " + name + ", not a " + value.getClass().getName());
    }
  }

  @Override
  boolean keepsUnknown() {
    return false;
  }

  @Override
  void writeUnknown(JsonWriter out, T value) {}

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  @Override
  T zero() {
    return construct(absentArguments());
  }

  private @Nullable Object[] absentArguments() {
    @Nullable Object[] arguments = new Object[fields.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = absent(i);
    }
    return arguments;
  }

  /// The presence of a record is always kept.
  @Override
  boolean isZero(Object value) {
    return false;
  }
}
