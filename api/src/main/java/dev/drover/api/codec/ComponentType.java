package dev.drover.api.codec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/// For generated code: the type of a component of a record, such as
/// `ComponentType.list(ComponentType.TEXT)`. Immutable.
public final class ComponentType {
  /// `String`.
  public static final ComponentType TEXT = of(ScalarType.TEXT);

  /// `int` and `Integer`.
  public static final ComponentType INT32 = of(ScalarType.INT32);

  /// `long` and `Long`.
  public static final ComponentType INT64 = of(ScalarType.INT64);

  /// `boolean` and `Boolean`.
  public static final ComponentType BOOL = of(ScalarType.BOOL);

  /// `double` and `Double`.
  public static final ComponentType DOUBLE = of(ScalarType.DOUBLE);

  /// `Instant`.
  public static final ComponentType TIME = of(TimeType.SECONDS);

  /// `Duration`.
  public static final ComponentType DURATION = of(DurationType.INSTANCE);

  /// `Quantity`.
  public static final ComponentType QUANTITY = of(QuantityType.INSTANCE);

  /// `IntOrString`.
  public static final ComponentType INT_OR_STRING = of(IntOrStringType.INSTANCE);

  /// `Bytes`.
  public static final ComponentType BYTES = of(BytesType.INSTANCE);

  /// `RawExtension`.
  public static final ComponentType RAW = of(RawType.INSTANCE);

  /// `Object`: a JSON tree.
  public static final ComponentType TREE = of(TreeType.INSTANCE);

  private final IntFunction<ValueType> maker; // by site, see Field

  private ComponentType(IntFunction<ValueType> maker) {
    this.maker = maker;
  }

  private static ComponentType of(ValueType type) {
    return new ComponentType(_ -> type);
  }

  ValueType at(int site) {
    return maker.apply(site);
  }

  /// A `List`.
  public static ComponentType list(ComponentType item) {
    return new ComponentType(site -> new ListType(item.at(site + 1), site));
  }

  /// A `Map` with text as keys.
  public static ComponentType map(ComponentType value) {
    return new ComponentType(site -> new MapType(value.at(site + 1), site));
  }

  /// A record; resolved on first use, so that records may contain themselves.
  public static ComponentType record(Class<?> record) {
    return new ComponentType(_ -> RecordType.of(record));
  }

  /// A class of the model.
  public static ComponentType struct(StructType<?> type) {
    return of(type);
  }

  /// An enum whose constants are called as annotations say.
  public static ComponentType constants(Class<?> type) {
    return new ComponentType(_ -> new EnumType(type));
  }

  /// The constants of an enum with their names in JSON.
  public static ComponentType constants(Object[] constants, String... names) {
    return of(new EnumType(List.of(constants), List.of(names)));
  }

  /// A sealed interface of records, described by annotations.
  public static ComponentType union(Class<?> type) {
    return new ComponentType(_ -> UnionType.of(type));
  }

  /// A sealed interface of records, by name in JSON.
  ///
  /// @param discriminator the field that says which record it is; empty for a union by key
  public static ComponentType union(Class<?> type, String discriminator, Variant... variants) {
    return new ComponentType(
        _ -> {
          Map<Class<?>, String> names = new LinkedHashMap<>();
          for (Variant variant : variants) {
            names.put(variant.record, variant.name);
          }
          return UnionType.of(type, discriminator, names);
        });
  }

  /// A record of a union.
  public static Variant variant(String name, Class<?> record) {
    return new Variant(name, record);
  }

  static ComponentType structNamed(Class<?> type) {
    return new ComponentType(_ -> RecordShape.structType(type));
  }

  /// A record of a union, with its name. Immutable.
  public static final class Variant {
    private final String name;
    private final Class<?> record;

    private Variant(String name, Class<?> record) {
      this.name = name;
      this.record = record;
    }
  }
}
