package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.IntOrString;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import dev.drover.api.tree.ArrayMap;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Structs of any type with random fields set to values that both formats can hold.
final class RandomStructs {
  private static final String[] TEXTS = {
    "", "a", "kubernetes.io/name", "é€😀", "\"\\\n\t\u0001", "x".repeat(70), "null", "0", "{}"
  };

  private final Random random;

  RandomStructs(long seed) {
    this.random = new Random(seed);
  }

  <T extends Struct> T next(StructType<T> type) {
    return next(type, 3);
  }

  private <T extends Struct> T next(StructType<T> type, int depth) {
    @Nullable Object[] slots = new Object[type.fields.length];
    int sparse = 1 + random.nextInt(4);
    for (Field field : type.fields) {
      if (random.nextInt(1 + sparse) == 0) {
        slots[field.slot] = value(field, depth);
      }
    }
    return type.create(slots, null);
  }

  private @Nullable Object value(Field field, int depth) {
    ValueType type = field.type();
    if (type instanceof ListType list) {
      List<Object> items = new ArrayList<>();
      for (int n = random.nextInt(4); n > 0; n--) {
        Object item = value(list.item, depth);
        if (item != null) {
          items.add(item);
        }
      }
      return List.copyOf(items);
    }
    if (type instanceof MapType) {
      Object wanted = sampleOfMap(field.name);
      Map<String, Object> map = new TreeMap<>();
      for (int n = random.nextInt(4); n > 0 && wanted instanceof ValueType of; n--) {
        Object entry = value(of, depth);
        if (entry != null) {
          map.put(text(), entry);
        }
      }
      return ArrayMap.copyOf(map);
    }
    return value(type, depth);
  }

  /// What a map of the test types holds, by the name of its field.
  private static @Nullable ValueType sampleOfMap(String field) {
    return switch (field) {
      case "texts", "e", "labels", "annotations", "matchLabels", "tokens" -> ScalarType.TEXT;
      case "flags" -> ScalarType.BOOL;
      case "smalls" -> ScalarType.INT32;
      case "larges" -> ScalarType.INT64;
      case "reals" -> ScalarType.DOUBLE;
      case "datas" -> BytesType.INSTANCE;
      case "times" -> TimeType.SECONDS;
      case "quantities" -> QuantityType.INSTANCE;
      case "ports" -> IntOrStringType.INSTANCE;
      case "raws" -> RawType.INSTANCE;
      case "extras" -> TextListType.INSTANCE;
      case "leaves" -> Samples.LEAF;
      case "map" -> Samples.NESTED;
      default -> throw new IllegalArgumentException(field);
    };
  }

  private @Nullable Object value(ValueType type, int depth) {
    if (type instanceof StructType<?> struct) {
      return depth == 0 ? null : next(struct, depth - 1);
    }
    if (type == ScalarType.TEXT) {
      return text();
    } else if (type == ScalarType.BOOL) {
      return random.nextBoolean();
    } else if (type == ScalarType.INT32) {
      return random.nextInt() >> random.nextInt(32);
    } else if (type == ScalarType.INT64) {
      return random.nextLong() >> random.nextInt(64);
    } else if (type == ScalarType.DOUBLE) {
      return random.nextBoolean() ? random.nextInt(3) - 1.0 : random.nextGaussian() * 1e18;
    } else if (type == BytesType.INSTANCE) {
      return Bytes.ofUtf8(text());
    } else if (type == TimeType.SECONDS) {
      return Instant.ofEpochSecond(random.nextInt());
    } else if (type == TimeType.MICROS) {
      return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))
          .truncatedTo(ChronoUnit.MICROS);
    } else if (type == DurationType.INSTANCE) {
      return Duration.ofNanos(random.nextLong() >> random.nextInt(64));
    } else if (type == QuantityType.INSTANCE) {
      return Quantity.parse(
          random.nextInt(4) + new String[] {"", "m", "Gi", ".5"}[random.nextInt(4)]);
    } else if (type == IntOrStringType.INSTANCE) {
      return random.nextBoolean() ? IntOrString.of(random.nextInt(3)) : IntOrString.of(text());
    } else if (type == RawType.INSTANCE) {
      return RawExtension.ofJson(
          new String[] {"1", "{\"a\":[1,\"}\"]}", "\"x\""}[random.nextInt(3)]);
    } else if (type == TextListType.INSTANCE) {
      return random.ints(random.nextInt(3), 0, 3).mapToObj(i -> TEXTS[i]).toList();
    }
    throw new IllegalArgumentException(Objects.toString(type));
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }
}
