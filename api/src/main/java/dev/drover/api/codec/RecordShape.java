package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.IntOrString;
import dev.drover.api.ListKeys;
import dev.drover.api.Name;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a record type by reflection: the JSON field of each component, its type, and whether it
/// may be missing.
///
/// A primitive is required; `@Nullable`, a box and `Optional` are optional; lists and maps are
/// never null. A component that must be there and is missing gets Go's zero value; an enum and a
/// tree have none, so the constructor gets null and may choose.
final class RecordShape {
  private static final Map<Class<?>, ComponentType> PLAIN =
      Map.ofEntries(
          Map.entry(String.class, ComponentType.TEXT),
          Map.entry(int.class, ComponentType.INT32),
          Map.entry(Integer.class, ComponentType.INT32),
          Map.entry(long.class, ComponentType.INT64),
          Map.entry(Long.class, ComponentType.INT64),
          Map.entry(boolean.class, ComponentType.BOOL),
          Map.entry(Boolean.class, ComponentType.BOOL),
          Map.entry(double.class, ComponentType.DOUBLE),
          Map.entry(Double.class, ComponentType.DOUBLE),
          Map.entry(Instant.class, ComponentType.TIME),
          Map.entry(Duration.class, ComponentType.DURATION),
          Map.entry(Quantity.class, ComponentType.QUANTITY),
          Map.entry(IntOrString.class, ComponentType.INT_OR_STRING),
          Map.entry(Bytes.class, ComponentType.BYTES),
          Map.entry(RawExtension.class, ComponentType.RAW),
          Map.entry(Object.class, ComponentType.TREE));

  private final Class<?> record;

  private RecordShape(Class<?> record) {
    this.record = record;
  }

  static RecordCodec<?> read(Class<?> record) {
    return new RecordShape(record).read();
  }

  private RecordCodec<?> read() {
    List<RecordCodec.Component> components = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      components.add(component(component));
    }
    try {
      RecordShape.class.getModule().addReads(record.getModule());
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(record, MethodHandles.lookup());
      return new ReflectiveCodec(record, List.copyOf(components), lookup);
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "cannot read "
              + record.getName()
              + ": its module must open package "
              + record.getPackageName()
              + " to dev.drover.api (opens ... to dev.drover.api in module-info.java)",
          e);
    }
  }

  private RecordCodec.Component component(RecordComponent component) {
    boolean optional = component.getType() == Optional.class;
    Type type = component.getGenericType();
    Type inner = optional ? argument(component, type, 0) : type;
    boolean container = inner instanceof ParameterizedType;
    RecordCodec.Component read =
        RecordCodec.Component.of(component.getName(), jsonName(component), type(component, inner));
    if (optional) {
      read = read.optional();
    } else if (isBox(component.getType()) || (isNullable(component) && !container)) {
      read = read.nullable();
    }
    boolean isOptionalContainer = container && !AnnotatedPlace.of(component).isRequired();
    if (isOptionalContainer || component.getType() == ObjectMeta.class) {
      read = read.omittedIfEmpty();
    }
    ListKeys keys = component.getAnnotation(ListKeys.class);
    return keys == null ? read : read.keyedBy(keys.value());
  }

  private String jsonName(RecordComponent component) {
    try {
      return jsonName(
          component.getName(),
          component,
          component.getAccessor(),
          record.getDeclaredField(component.getName()));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(component + " has no field", e);
    }
  }

  /// `@Name`, Jackson's `@JsonProperty`, or the name in Java less the underscore that spared a
  /// keyword.
  static String jsonName(String own, AnnotatedElement... places) {
    for (AnnotatedElement place : places) {
      for (Annotation annotation : place.getAnnotations()) {
        if (annotation instanceof Name name) {
          return name.value();
        }
        if (annotation.annotationType().getSimpleName().equals("JsonProperty")) {
          return jacksonName(annotation).orElse(own);
        }
      }
    }
    return own.endsWith("_") ? own.substring(0, own.length() - 1) : own;
  }

  private static Optional<String> jacksonName(Annotation annotation) {
    Object value = ForeignAnnotation.read(annotation, "value");
    return value instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
  }

  private static boolean isBox(Class<?> type) {
    return type == Integer.class
        || type == Long.class
        || type == Boolean.class
        || type == Double.class;
  }

  /// Any annotation called Nullable counts, on the type or on the component.
  private static boolean isNullable(RecordComponent component) {
    AnnotatedType type = component.getAnnotatedType();
    return hasNullable(type.getAnnotations())
        || hasNullable(component.getAnnotations())
        || hasNullable(component.getAccessor().getAnnotations());
  }

  private static boolean hasNullable(Annotation[] annotations) {
    return Arrays.stream(annotations)
        .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
  }

  private ComponentType type(RecordComponent component, Type type) {
    if (type instanceof ParameterizedType generic) {
      if (generic.getRawType() == List.class) {
        return ComponentType.list(type(component, argument(component, type, 0)));
      }
      if (generic.getRawType() == Map.class) {
        if (argument(component, type, 0) != String.class) {
          throw unsupported(component, "the keys of a map must be String");
        }
        return ComponentType.map(type(component, argument(component, type, 1)));
      }
    }
    if (!(type instanceof Class<?> plain)) {
      throw unsupported(component, "use List<...>, Map<String, ...> or a plain type");
    }
    ComponentType known = PLAIN.get(plain);
    if (known != null) {
      return known;
    } else if (plain.isEnum()) {
      return ComponentType.constants(plain);
    } else if (plain.isRecord()) {
      return ComponentType.record(plain);
    } else if (plain.isSealed() && plain.isInterface()) {
      return ComponentType.union(plain);
    } else if (Struct.class.isAssignableFrom(plain)) {
      return ComponentType.structNamed(plain);
    }
    throw unsupported(
        component,
        "use a record, a sealed interface of records, a class of the model, String, int, long,"
            + " boolean, double, their boxes, an enum, Instant, Duration, Quantity, IntOrString,"
            + " Bytes, RawExtension, List or Map");
  }

  /// Every class of the model has its description in a public constant.
  static StructType<?> structType(Class<?> type) {
    try {
      return (StructType<?>) type.getField("TYPE").get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type.getName() + " has no public constant TYPE", e);
    }
  }

  private Type argument(RecordComponent component, Type type, int i) {
    if (type instanceof ParameterizedType generic) {
      return generic.getActualTypeArguments()[i];
    }
    throw unsupported(component, "give it its type arguments");
  }

  private IllegalArgumentException unsupported(RecordComponent component, String advice) {
    return new IllegalArgumentException(
        record.getName()
            + "."
            + component.getName()
            + " has type "
            + component.getGenericType().getTypeName()
            + ", which has no JSON form here: "
            + advice);
  }
}
