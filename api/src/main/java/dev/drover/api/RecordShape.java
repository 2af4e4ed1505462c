package dev.drover.api;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a record by reflection: which JSON field each component is, of which type, and whether it
/// may be missing.
///
/// A primitive is required; `@Nullable`, a box and `Optional` are optional; lists and maps are
/// never null.
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
    @Nullable Object[] absent = new Object[components.length];
    boolean[] optional = new boolean[components.length];
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      Type type = component.getGenericType();
      optional[i] = component.getType() == Optional.class;
      Type inner = optional[i] ? argument(component, type, 0) : type;
      boolean pointer = optional[i] || isBox(component.getType()) || isNullable(component);
      Set<String> flags = new HashSet<>();
      boolean container = inner instanceof ParameterizedType;
      if (pointer || container || component.getType() == ObjectMeta.class) {
        flags.add("omitempty");
      }
      if (component.getType() == Bytes.class) {
        flags.add("secret");
      }
      absent[i] = optional[i] ? Optional.empty() : pointer ? null : zero(component.getType());
      int site = (int) (ValueType.saltOf(record.getName()) >>> 17) + 4 * i;
      fields.add(
          new Field(
              jsonName(component),
              i,
              NO_PROTOBUF,
              flags,
              pointer,
              site,
              () -> type(component, inner, site)));
    }
    try {
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(record, MethodHandles.lookup());
      return new RecordType<>(record, fields, absent, optional, lookup);
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

  /// `@Name`, Jackson's `@JsonProperty`, or the component's own name less the underscore that
  /// spared a keyword.
  private static String jsonName(RecordComponent component) {
    Name name = component.getAnnotation(Name.class);
    if (name != null) {
      return name.value();
    }
    for (Annotation annotation : component.getAccessor().getAnnotations()) {
      if (annotation.annotationType().getSimpleName().equals("JsonProperty")) {
        return jacksonName(annotation).orElse(component.getName());
      }
    }
    String own = component.getName();
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

  private static @Nullable Object zero(Class<?> type) {
    if (type == int.class) {
      return 0;
    }
    if (type == long.class) {
      return 0L;
    }
    if (type == boolean.class) {
      return false;
    }
    if (type == double.class) {
      return 0.0;
    }
    if (type == String.class) {
      return "";
    }
    if (type == List.class) {
      return List.of();
    }
    if (type == Map.class) {
      return ArrayMap.empty();
    }
    return Struct.class.isAssignableFrom(type) ? structType(type).empty() : null;
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
    } else if (Struct.class.isAssignableFrom(plain)) {
      return structType(plain);
    }
    throw unsupported(
        component,
        "use a record, a class of the model, String, int, long, boolean, double, their boxes, an"
            + " enum, Instant, Duration, Quantity, IntOrString, Bytes, RawExtension, List or Map");
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
