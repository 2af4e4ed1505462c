package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Namespace and name of values that are too large to be kept.
class KeyScanTest {
  private static final int LIMIT = 1_000;
  private static final String FILL = "\"x\":\"" + "]}{,:\\\"[\\\\".repeat(800) + "\"";
  private static final String META = "\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"}";

  /// Gives so many bytes with each read.
  private static InputStream chunks(byte[] bytes, int size) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] target, int from, int length) {
        return super.read(target, from, Math.min(size, length));
      }
    };
  }

  private static String keyOf(String json, int chunk) throws IOException {
    byte[] bytes = (json + " 17").getBytes(StandardCharsets.UTF_8);
    JsonInput in = new JsonInput(chunks(bytes, chunk), LIMIT, 100);
    String[] key = new String[1];
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(in::valueOfAnyDepth)
        .satisfies(e -> assertThat(e.isSteppedOver()).isTrue())
        .satisfies(e -> key[0] = e.key());
    assertThat(in.value().integer()).isEqualTo(17); // the value after it
    return key[0];
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 1_000, 1 << 20})
  void keyOfAnOversizedObjectIsFoundWhereverMetadataStands(int chunk) throws IOException {
    assertThat(keyOf("{" + META + "," + FILL + "}", chunk)).isEqualTo("shop/web");
    assertThat(keyOf("{" + FILL + "," + META + "}", chunk)).isEqualTo("shop/web");
    assertThat(keyOf("{\"metadata\":{" + FILL + ",\"name\":\"web\"}}", chunk)).isEqualTo("web");
  }

  @Test
  void fieldsOfTheSameNameElsewhereAreNotTheKey() throws IOException {
    String other = "\"spec\":{\"metadata\":{\"name\":\"pod\"},\"name\":\"spec\"},\"name\":\"top\"";
    String nested = "\"metadata\":{\"ownerReferences\":[{\"name\":\"own\"}],\"name\":\"web\"}";
    assertThat(keyOf("{" + other + "," + FILL + "," + nested + "}", 100)).isEqualTo("web");
    assertThat(keyOf("{" + nested + "," + FILL + "," + other + "}", 100)).isEqualTo("web");
  }

  @Test
  void escapedNamesAreDecoded() throws IOException {
    String escaped = "\"m\\u0065tadata\":{\"n\\u0061me\":\"w\\u0065b\"}";
    assertThat(keyOf("{" + escaped + "," + FILL + "}", 100)).isEqualTo("web");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"metadata\":17",
        "\"metadata\":[{\"name\":\"a\"}]",
        "\"metadata\":{\"name\":{\"name\":\"a\"}}",
        "\"metadata\":{\"name\":12}",
        "\"a\":1"
      })
  void objectWithoutANameHasNoKey(String metadata) throws IOException {
    assertThat(keyOf("{" + metadata + "," + FILL + "}", 100)).isEmpty();
  }

  @Test
  void nameLongerThanAnyNameIsNoKey() throws IOException {
    String longName = "\"metadata\":{\"name\":\"" + "n".repeat(5_000) + "\"}";
    assertThat(keyOf("{" + longName + "}", 100)).isEmpty();
  }

  private static byte[] field(int number, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(number << 3 | 2);
    int length = content.length;
    for (; length > 0x7F; length >>>= 7) {
      out.write(length & 0x7F | 0x80);
    }
    out.write(length);
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String protoKey(byte[] object) throws IOException {
    ProtoInput in = new ProtoInput(chunks(join(object, new byte[] {42}), 100), LIMIT);
    String[] key = new String[1];
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> in.take(object.length))
        .satisfies(e -> assertThat(e.isSteppedOver()).isTrue())
        .satisfies(e -> key[0] = e.key());
    assertThat(in.read()).isEqualTo(42);
    return key[0];
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void keyOfAnOversizedProtobufObjectIsFound(boolean metadataFirst) throws IOException {
    byte[] fill = field(2, new byte[9_000]);
    byte[] metadata =
        field(1, join(field(1, text("web")), field(2, new byte[3]), field(3, text("shop"))));
    assertThat(protoKey(metadataFirst ? join(metadata, fill) : join(fill, metadata)))
        .isEqualTo("shop/web");
  }

  @Test
  void brokenProtobufMetadataHasNoKey() throws IOException {
    byte[] fill = field(2, new byte[9_000]);
    assertThat(protoKey(join(field(1, new byte[] {10, 100, 1}), fill))).isEmpty();
    assertThat(protoKey(join(field(1, field(1, new byte[3_000])), fill))).isEmpty();
    assertThat(protoKey(fill)).isEmpty();
  }
}
