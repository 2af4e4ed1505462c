package dev.drover.api.codec;

import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.FieldName;
import dev.drover.api.wire.ProtoReader;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One field of an object type: its names on the wire, its type, and when it is written.
final class Field {
  final String name;
  final FieldName json;
  final int slot;
  final int[] path; // protobuf field numbers, more than one where Go inlines a struct
  final int site;
  final boolean pointer; // a zero value is meaningful
  final boolean embedded; // a value that is always there in Go
  final boolean omitEmpty;
  final boolean omitZero;
  final boolean nullable; // null in JSON when absent
  final boolean secret;
  private final Set<String> flags;

  /// The name of the record's component; null for fields of the model.
  final @Nullable String component;

  /// Which slot came next the last time: objects of one kind look alike. A hint; losing a race
  /// costs one look-up.
  int follower;

  private final Supplier<ValueType> resolver;
  private @Nullable ValueType
      type; // resolved on first use: a kind costs nothing until an object of it arrives

  Field(
      String name,
      int slot,
      int[] path,
      Set<String> flags,
      boolean pointer,
      int site,
      Supplier<ValueType> resolver) {
    this(name, slot, path, flags, pointer, site, resolver, null);
  }

  Field(
      String name,
      int slot,
      int[] path,
      Set<String> flags,
      boolean pointer,
      int site,
      Supplier<ValueType> resolver,
      @Nullable String component) {
    this.component = component;
    this.name = name;
    this.json = new FieldName(name);
    this.slot = slot;
    this.path = path;
    this.pointer = pointer;
    this.embedded = flags.contains("embedded");
    this.omitEmpty = flags.contains("omitempty");
    this.omitZero = flags.contains("omitzero");
    this.nullable = flags.contains("nullable");
    this.secret = flags.contains("secret");
    this.flags = flags;
    this.site = site;
    this.resolver = resolver;
    this.follower = slot + 1;
  }

  ValueType type() {
    ValueType known = type;
    if (known == null) {
      known = resolver.get();
      type = known;
    }
    return known;
  }

  /// The value in the form in which a struct keeps it: the content of a secret map is not printed.
  Object frozen(Object value) {
    return secret && value instanceof ArrayMap<?> map ? ArrayMap.ofSecrets(map) : value;
  }

  /// Whether this value means the same as no value, and is therefore not kept.
  boolean isAbsent(Object value) {
    ValueType of = type();
    // A zero time is null on the wire even in a pointer field.
    if (of instanceof ListType || of instanceof MapType || of instanceof TimeType) {
      return of.isZero(value);
    }
    // The presence of a struct is kept: `emptyDir: {}` is not the same as no emptyDir.
    return !pointer && (omitZero || !(of instanceof ObjectType)) && of.isZero(value);
  }

  /// As [#isAbsent], for a value that [#type] has just read.
  boolean readsAsAbsent(Object value) {
    ValueType of = type();
    Object zero = of.onlyZero;
    if (zero == null) {
      return isAbsent(value);
    }
    return value == zero && (!pointer || of instanceof ListType || of instanceof MapType);
  }

  /// How server-side apply merges a list: `atomic`, `set` or `map`; null when the field does not
  /// say.
  @Nullable String listType() {
    return fact("listType=");
  }

  /// The fields by which server-side apply tells the items of a list apart.
  List<String> listKeys() {
    String keys = fact("listKeys=");
    return keys == null ? List.of() : List.of(keys.split(",", -1));
  }

  /// The default as JSON text; null when there is none.
  @Nullable String defaultValue() {
    return fact("default=");
  }

  private @Nullable String fact(String name) {
    for (String flag : flags) {
      if (flag.startsWith(name)) {
        return flag.substring(name.length());
      }
    }
    return null;
  }

  /// The protobuf tag for the field number at this depth of the path.
  int tag() {
    ValueType of = type();
    int wireType =
        of instanceof ListType list
            ? list.item.wireType()
            : of instanceof MapType ? ProtoReader.LENGTH : of.wireType();
    return path[path.length - 1] << 3 | wireType;
  }
}
