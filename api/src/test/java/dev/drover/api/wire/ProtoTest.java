package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtoTest {
  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static ProtoReader over(String hex) {
    byte[] bytes = hex(hex);
    return new ProtoReader(bytes, 0, bytes.length, 4);
  }

  private static ProtoInput input(String hex) {
    return new ProtoInput(new ByteArrayInputStream(hex(hex)), 1000);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "16383, ff7f",
    "16384, 808001",
    "2147483647, ffffffff07",
    "9223372036854775807, ffffffffffffffff7f",
    "-1, ffffffffffffffffff01",
    "-9223372036854775808, 80808080808080808001",
    "-2147483648, 80808080f8ffffffff01"
  })
  void numbersHaveTheBytesOfTheSpecification(long number, String hex) throws IOException {
    ProtoWriter out = new ProtoWriter();
    out.varint(number);
    assertThat(out.toByteArray()).isEqualTo(hex(hex));
    assertThat(over(hex).varint()).isEqualTo(number);
    assertThat(input(hex).varint()).isEqualTo(number);
  }

  @Test
  void numbersOfEveryLengthComeBack() {
    var random = new Random(1);
    for (int i = 0; i < 5000; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      ProtoWriter out = new ProtoWriter();
      out.fixed64(number);
      out.varint(number);
      byte[] bytes = out.toByteArray();
      ProtoReader in = new ProtoReader(bytes, 0, bytes.length, 1);
      assertThat(in.varint()).isEqualTo(number);
      assertThat(in.fixed64()).isEqualTo(number);
      assertThat(in.atEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"8080808080808080808001", "ffffffffffffffffffffff01", "80808080808080808080"})
  void numbersLongerThanTenBytesAreRefused(String hex) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over(hex).varint())
        .withMessageStartingWith("a number is longer than 64 bits");
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> input(hex).varint());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "80", "ffff", "808080808080808080"})
  void numbersThatEndTooEarlyAreRefused(String hex) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over(hex).varint())
        .withMessageStartingWith("unexpected end of a protobuf message");
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> input(hex).varint());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00", // number 0
        "02",
        "8080808010", // number 2^29
        "ffffffffffffffffff01"
      })
  void numbersThatNameNoFieldAreRefused(String hex) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over(hex).tag())
        .withMessageStartingWith("not a protobuf field number");
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> input(hex).tag());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01", // one byte, none there
        "056162",
        "ffffffff07", // 2 GB
        "8080808008", // 2^31: negative as an int
        "ffffffffffffffffff01" // -1
      })
  void lengthsBeyondWhatIsThereAreRefused(String hex) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over(hex).length())
        .withMessageStartingWith("unexpected end of a protobuf message");
  }

  @Test
  void fieldsOfEveryWireTypeAreSteppedOver() throws IOException {
    String fields = "08 9601  11 0102030405060708  1a 03 616263  25 01020304  28 01";
    ProtoReader in = over(fields);
    ProtoInput stream = input(fields);
    for (int number = 1; number <= 4; number++) {
      int tag = in.tag();
      assertThat(tag >>> 3).isEqualTo(number);
      assertThat(stream.tag()).isEqualTo(tag);
      in.skip(tag);
      stream.skip(tag);
      assertThat(stream.position()).isEqualTo(in.position());
    }
    assertThat(in.tag() >>> 3).isEqualTo(5);
    assertThat(in.varint()).isEqualTo(1);
    assertThat(in.atEnd()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0b", "0c", "0e", "0f", "09 01", "0d 0102", "0a 05 61", "08 80"})
  void groupsUnknownWireTypesAndCutOffFieldsAreRefused(String hex) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(
            () -> {
              ProtoReader in = over(hex);
              in.skip(in.tag());
            });
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(
            () -> {
              ProtoInput in = input(hex);
              in.skip(in.tag());
            })
        .isInstanceOfAny(WireException.class, EOFException.class);
  }

  @Test
  void messageEndsAtItsLength() {
    ProtoReader in = over("02 0805 0806");
    int outer = in.push(in.length());
    assertThat(in.tag()).isEqualTo(8);
    assertThat(in.varint()).isEqualTo(5);
    assertThat(in.atEnd()).isTrue();
    in.pop(outer);
    assertThat(in.tag()).isEqualTo(8);
    assertThat(in.varint()).isEqualTo(6);

    ProtoReader crossing = over("02 0880 0806"); // the number reaches beyond its message
    crossing.push(crossing.length());
    crossing.tag();
    assertThatExceptionOfType(WireException.class).isThrownBy(crossing::varint);
  }

  @Test
  void messagesNestOnlyAsDeepAsAllowed() {
    ProtoReader in = over("04 03 02 01 00");
    for (int i = 0; i < 4; i++) {
      in.push(in.length());
    }
    int length = in.length();
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> in.push(length))
        .withMessageStartingWith("nested deeper than 4 levels");
  }

  @Test
  void textMustBeUtf8() {
    ProtoReader in = over("03 e282ac 03 efbfbd 02 c328");
    assertThat(in.string(in.length())).isEqualTo("€");
    assertThat(in.string(in.length())).isEqualTo("\ufffd");
    int length = in.length();
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> in.string(length))
        .withMessage("text is not valid UTF-8 (byte 9)");
  }

  @Test
  void messagesAreWrittenBackToFrontInOnePass() {
    ProtoWriter out = new ProtoWriter();
    out.varint(7);
    out.tag(3 << 3);
    int mark = out.mark();
    out.string("é");
    out.tag(1 << 3 | ProtoReader.LENGTH);
    out.lengthSince(mark);
    out.tag(2 << 3 | ProtoReader.LENGTH);
    out.raw(new byte[] {8, 1});
    assertThat(out.toByteArray()).isEqualTo(hex("0801 1204 0a02c3a9 1807"));
  }

  @Test
  void writerBufferGrowsOnDemand() {
    var random = new Random(2);
    ProtoWriter out = new ProtoWriter();
    byte[] expected = new byte[0];
    for (int i = 0; i < 300; i++) {
      byte[] part = new byte[random.nextInt(600)];
      random.nextBytes(part);
      out.raw(part);
      byte[] longer = Arrays.copyOf(part, part.length + expected.length);
      System.arraycopy(expected, 0, longer, part.length, expected.length);
      expected = longer;
      assertThat(out.mark()).isEqualTo(expected.length);
    }
    assertThat(out.toByteArray()).isEqualTo(expected);
  }

  @Test
  void anyChunkingOfAStreamGivesTheSameValues() throws IOException {
    var random = new Random(3);
    byte[] bytes = new byte[300_000];
    random.nextBytes(bytes);
    for (int largest : new int[] {1, 13, 5000, 1 << 20}) {
      ProtoInput in =
          new ProtoInput(
              new Chunks(bytes, () -> largest == 1 ? 1 : 1 + random.nextInt(largest)), 1 << 18);
      int at = 0;
      while (at < bytes.length) {
        int n =
            Math.min(bytes.length - at, random.nextInt(10) == 0 ? 100_000 : random.nextInt(500));
        int from = in.take(n);
        assertThat(Arrays.equals(in.buffer(), from, from + n, bytes, at, at + n)).isTrue();
        at += n;
        assertThat(in.position()).isEqualTo(at);
      }
      assertThat(in.atEnd()).isTrue();
      assertThatExceptionOfType(EOFException.class).isThrownBy(in::read);
    }
  }

  @Test
  void valuesBeyondTheLimitAreRefusedBeforeMemoryIsTaken() {
    for (long length :
        new long[] {1001, Integer.MAX_VALUE, 1L << 31, 1L << 62, -1, Long.MIN_VALUE}) {
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> input("00").take(length))
          .withMessageContaining("limit of 1000 bytes");
    }
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> input("00").take(1000));
  }
}
