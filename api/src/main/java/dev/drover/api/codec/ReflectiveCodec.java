package dev.drover.api.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The codec of a record without a generated one.
final class ReflectiveCodec extends RecordCodec<Object> {
  private final List<Component> components;
  private final MethodHandle constructor; // (Object[]) -> Object
  private final MethodHandle[] accessors; // (Object) -> Object

  ReflectiveCodec(Class<?> record, List<Component> components, MethodHandles.Lookup lookup)
      throws IllegalAccessException {
    this.components = components;
    RecordComponent[] declared = record.getRecordComponents();
    Class<?>[] types = new Class<?>[declared.length];
    accessors = new MethodHandle[declared.length];
    for (int i = 0; i < declared.length; i++) {
      types[i] = declared[i].getType();
      accessors[i] =
          lookup
              .unreflect(declared[i].getAccessor())
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

  @Override
  boolean isReflective() {
    return true;
  }

  @Override
  protected List<Component> components() {
    return components;
  }

  @Override
  protected Object create(@Nullable Object[] values) throws Throwable {
    return constructor.invoke(values);
  }

  @Override
  protected @Nullable Object get(Object record, int component) throws Throwable {
    return accessors[component].invoke(record);
  }
}
