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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a record type by reflection: the JSON field of each component, its type, and whether it
/// may be missing.
///
/// A primitive is required; `@Nullable`, a box and `Optional` are optional; lists and maps are
/// never null. A component that must be there and is missing gets Go's zero value; an enum and a
/// tree have none, so the constructor gets null and may choose.
final class RecordShape {
  private static final int[] NO_PROTOBUF = {0};

  private final Class<?> record;
  private final List<Field> fields = new ArrayList<>();

  private RecordShape(Class<?> record) {
    this.record = record;
  }

  static RecordType<?> read(Class<?> record) {
    if (!record.isRecord()) {
      throw new IllegalArgumentException(
          record.getName()
              + " is no record: a cache that never copies can only hold immutable values");
    }
    return new RecordShape(record).read();
  }

  private RecordType<?> read() {
    RecordComponent[] components = record.getRecordComponents();
    boolean[] optional = new boolean[components.length];
    Map<String, RecordComponent> byName = new HashMap<>();
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      optional[i] = component.getType() == Optional.class;
      Field field = field(component, i, optional[i]);
      RecordComponent namesake = byName.put(field.name, component);
      if (namesake != null) {
        throw new IllegalArgumentException(
            "%s.%s and %s.%s are both called '%s' in JSON: rename one, or give it another @Name"
                .formatted(
                    record.getName(),
                    namesake.getName(),
                    record.getName(),
                    component.getName(),
                    field.name));
      }
      fields.add(field);
    }
    try {
      RecordShape.class.getModule().addReads(record.getModule());
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(record, MethodHandles.lookup());
      return new RecordType<>(record, fields, optional, lookup);
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

  private Field field(RecordComponent component, int slot, boolean optional) {
    Type type = component.getGenericType();
    Type inner = optional ? argument(component, type, 0) : type;
    boolean container = inner instanceof ParameterizedType;
    boolean pointer =
        optional || isBox(component.getType()) || (isNullable(component) && !container);
    Set<String> flags = new HashSet<>();
    boolean isOptionalContainer = container && !AnnotatedPlace.of(component).isRequired();
    if (pointer || isOptionalContainer || component.getType() == ObjectMeta.class) {
      flags.add("omitempty"); // a required list is written even if it is empty
    }
    ListKeys keys = component.getAnnotation(ListKeys.class);
    if (keys != null) {
      flags.add("listType=map");
      flags.add("listKeys=" + String.join(",", keys.value()));
    }
    int site = (int) (ValueType.saltOf(record.getName()) >>> 17) + 4 * slot;
    return new Field(
        jsonName(component),
        slot,
        NO_PROTOBUF,
        flags,
        pointer,
        site,
        () -> type(component, inner, site),
        component);
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
    try {
      Object value = annotation.annotationType().getMethod("value").invoke(annotation);
      return value instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot read " + annotation, e);
    }
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

  private ValueType type(RecordComponent component, Type type, int site) {
    if (type instanceof ParameterizedType generic) {
      if (generic.getRawType() == List.class) {
        return new ListType(type(component, argument(component, type, 0), site + 1), site);
      }
      if (generic.getRawType() == Map.class) {
        if (argument(component, type, 0) != String.class) {
          throw unsupported(component, "the keys of a map must be String");
        }
        return new MapType(type(component, argument(component, type, 1), site + 1), site);
      }
    }
    if (!(type instanceof Class<?> plain)) {
      throw unsupported(component, "use List<...>, Map<String, ...> or a plain type");
    }
    if (plain == String.class) {
      return ScalarType.TEXT;
    } else if (plain == int.class || plain == Integer.class) {
      return ScalarType.INT32;
    } else if (plain == long.class || plain == Long.class) {
      return ScalarType.INT64;
    } else if (plain == boolean.class || plain == Boolean.class) {
      return ScalarType.BOOL;
    } else if (plain == double.class || plain == Double.class) {
      return ScalarType.DOUBLE;
    } else if (plain == Instant.class) {
      return TimeType.SECONDS;
    } else if (plain == Duration.class) {
      return DurationType.INSTANCE;
    } else if (plain == Quantity.class) {
      return QuantityType.INSTANCE;
    } else if (plain == IntOrString.class) {
      return IntOrStringType.INSTANCE;
    } else if (plain == Bytes.class) {
      return BytesType.INSTANCE;
    } else if (plain == RawExtension.class) {
      return RawType.INSTANCE;
    } else if (plain == Object.class) {
      return TreeType.INSTANCE;
    } else if (plain.isEnum()) {
      return new EnumType(plain);
    } else if (plain.isRecord()) {
      return RecordType.of(plain);
    } else if (plain.isSealed() && plain.isInterface()) {
      return UnionType.of(plain);
    } else if (Struct.class.isAssignableFrom(plain)) {
      return structType(plain);
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
