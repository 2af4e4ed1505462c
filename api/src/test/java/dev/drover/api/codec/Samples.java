package dev.drover.api.codec;

import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Small types in which every kind of field occurs, so that tests need no model.
public final class Samples extends StructFactory {
  public static final Samples INSTANCE = new Samples();
  public static final int THING = 100;

  private static final List<StructType<Sample>> TYPES = new ArrayList<>();

  public static final StructType<Sample> LEAF =
      define(
          "Leaf",
          """
          name 1 string
          value 2 string omitempty
          count 3 int32 omitempty
          """);

  public static final StructType<Sample> SCALARS =
      define(
          "Scalars",
          """
          text 1 string omitempty
          textRequired 2 string
          textPointer 3 *string omitempty
          flag 4 bool omitempty
          flagPointer 5 *bool omitempty
          small 6 int32 omitempty
          smallRequired 7 int32
          smallPointer 8 *int32 omitempty
          large 9 int64 omitempty
          largePointer 10 *int64 omitempty
          real 11 double omitempty
          realPointer 12 *double omitempty
          data 13 bytes omitempty
          """);

  public static final StructType<Sample> MESSAGES =
      define(
          "Messages",
          """
          time 1 time omitempty
          timePointer 2 *time omitempty
          micro 3 microtime omitempty
          microPointer 4 *microtime omitempty
          duration 5 duration omitempty
          durationPointer 6 *duration omitempty
          quantity 7 quantity omitempty
          quantityPointer 8 *quantity omitempty
          port 9 intorstring omitempty
          portPointer 10 *intorstring omitempty
          raw 11 raw omitempty
          rawPointer 12 *json omitempty
          extra 13 extravalue omitempty
          """);

  public static final StructType<Sample> LISTS =
      define(
          "Lists",
          """
          texts 1 []string omitempty
          flags 2 []bool omitempty
          smalls 3 []int32 omitempty
          larges 4 []int64 omitempty
          reals 5 []double omitempty
          datas 6 []bytes omitempty
          micros 7 []microtime omitempty
          quantities 8 []quantity omitempty
          ports 9 []intorstring omitempty
          raws 10 []raw omitempty
          leaves 11 []test/v1.Leaf
          """);

  public static final StructType<Sample> MAPS =
      define(
          "Maps",
          """
          texts 1 map[]string omitempty
          flags 2 map[]bool omitempty
          smalls 3 map[]int32 omitempty
          larges 4 map[]int64 omitempty
          reals 5 map[]double omitempty
          datas 6 map[]bytes omitempty
          times 7 map[]time omitempty
          quantities 8 map[]quantity omitempty
          ports 9 map[]intorstring omitempty
          raws 10 map[]raw omitempty
          extras 11 map[]extravalue omitempty
          leaves 12 map[]test/v1.Leaf
          """);

  public static final StructType<Sample> INLINED =
      define(
          "Inlined",
          """
          name 1 string omitempty
          a 2.1 string omitempty
          b 2.2.1 *int32 omitempty
          c 2.2.2.1 *test/v1.Leaf omitempty
          d 2.2.2.2 []string omitempty
          e 2.3 map[]string omitempty
          z 3 string omitempty
          """);

  public static final StructType<Sample> NESTED =
      define(
          "Nested",
          """
          embedded 1 test/v1.Leaf
          pointer 2 *test/v1.Leaf omitempty
          zeroable 3 test/v1.Leaf omitempty omitzero
          list 4 []test/v1.Nested omitempty
          map 5 map[]test/v1.Nested omitempty
          below 6 *test/v1.Nested omitempty
          inlined 7 *test/v1.Inlined omitempty
          scalars 8 *test/v1.Scalars omitempty
          messages 9 *test/v1.Messages omitempty
          lists 10 *test/v1.Lists omitempty
          maps 11 *test/v1.Maps omitempty
          """);

  public static final StructType<Sample> SECRETIVE =
      define(
          "Secretive",
          """
          name 1 string omitempty
          password 2 string omitempty secret
          data 3 bytes omitempty
          tokens 4 map[]string omitempty secret
          raw 5 raw omitempty
          datas 6 map[]bytes omitempty
          below 7 []test/v1.Secretive omitempty
          """);

  private Samples() {}

  private static StructType<Sample> define(String name, String lines) {
    StructType<Sample> type = new StructType<>(INSTANCE, TYPES.size(), "test/v1." + name, lines);
    TYPES.add(type);
    return type;
  }

  public static StructType<Sample> type(int number) {
    return TYPES.get(number);
  }

  /// All types but the one for whole objects.
  public static List<StructType<Sample>> all() {
    return List.copyOf(TYPES);
  }

  @Override
  protected Struct create(int number, long present, Object[] values) {
    return number == THING ? new Thing(present, values) : new Sample(number, present, values);
  }

  @Override
  protected StructType<?> type(String reference) {
    for (StructType<Sample> type : TYPES) {
      if (type.name().equals(reference)) {
        return type;
      }
    }
    throw new IllegalArgumentException("no such type: " + reference);
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static <T extends Struct> T json(StructType<T> type, String json) {
    return type.decode(utf8(json), Format.JSON);
  }

  public static <T extends Struct> String json(StructType<T> type, T value) {
    byte[] json = type.encode(value, GroupVersionKind.EMPTY, Format.JSON);
    return new String(json, StandardCharsets.UTF_8);
  }

  public static String json(Sample value) {
    return json(value.structType(), value);
  }

  /// Reads a message without an envelope.
  public static <T extends Struct> T proto(StructType<T> type, byte[] message) {
    ProtoReader in = new ProtoReader(message, 0, message.length, 64);
    return type.readProto(in, message.length, new Decoding(null), null);
  }

  public static <T extends Struct> byte[] proto(StructType<T> type, T value) {
    ProtoWriter out = new ProtoWriter();
    type.writeMessage(out, value);
    return out.toByteArray();
  }

  public static byte[] proto(Sample value) {
    return proto(value.structType(), value);
  }

  /// Reads with a table of shared parts.
  public static <T extends Struct> T shared(StructType<T> type, String json, SharedParts parts) {
    byte[] bytes = utf8(json);
    JsonReader in = JsonReader.over(bytes, 0, bytes.length, 64);
    return type.readJson(in, new Decoding(parts), null);
  }
}
