package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ReadOnlyBufferException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {
  @Test
  void bytesCannotBeChangedFromOutside() {
    byte[] source = {1, 2, 3};
    var bytes = Bytes.of(source);
    source[0] = 9;
    bytes.toByteArray()[1] = 9;
    assertThat(bytes.toByteArray()).containsExactly(1, 2, 3);
    assertThatExceptionOfType(ReadOnlyBufferException.class)
        .isThrownBy(() -> bytes.asByteBuffer().put((byte) 9));
  }

  @Test
  void onlyTheCodecMakesBytesWithoutACopy() {
    byte[] source = {1, 2, 3};
    assertThat(Bytes.wrap(source).array()).isSameAs(source);
    assertThat(Bytes.wrap(new byte[0])).isSameAs(Bytes.EMPTY);
  }

  @Test
  void equalContentIsEqual() {
    assertThat(Bytes.ofUtf8("abc")).isEqualTo(Bytes.of(new byte[] {'a', 'b', 'c'}));
    assertThat(Bytes.ofUtf8("abc")).hasSameHashCodeAs(Bytes.of(new byte[] {'a', 'b', 'c'}));
    assertThat(Bytes.ofUtf8("abc")).doesNotHaveSameHashCodeAs(Bytes.ofUtf8("abd"));
    assertThat(Bytes.ofUtf8("abc")).isNotEqualTo(Bytes.ofUtf8("abd"));
    assertThat(Bytes.ofUtf8("abc")).isNotEqualTo("abc");
    assertThat(Bytes.ofUtf8("abc")).isNotEqualTo(Bytes.ofUtf8("ab"));
    assertThat(Bytes.ofUtf8("")).isSameAs(Bytes.EMPTY);
  }

  @Test
  void textOfBytesHasTheLengthAndNeverTheContent() {
    assertThat(Bytes.ofUtf8("hunter2")).hasToString("Bytes[7]");
  }

  @Test
  void sliceIsACopyOfTheRange() {
    byte[] source = {1, 2, 3, 4};
    assertThat(Bytes.of(source, 1, 3).toByteArray()).containsExactly(2, 3);
    assertThat(Bytes.of(source).slice(1, 3)).isEqualTo(Bytes.of(source, 1, 3));
    assertThat(Bytes.of(source).slice(4, 4)).isSameAs(Bytes.EMPTY);
    assertThat(Bytes.of(source).at(3)).isEqualTo((byte) 4);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Bytes.of(source).slice(3, 5));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Bytes.of(source, 3, 5));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Bytes.of(source).at(4));
  }

  @Test
  void lengthTextAndStreamsShowTheContent() throws IOException {
    var bytes = Bytes.ofUtf8("é!");
    assertThat(bytes.length()).isEqualTo(3);
    assertThat(bytes.isEmpty()).isFalse();
    assertThat(Bytes.EMPTY.isEmpty()).isTrue();
    assertThat(bytes.utf8()).isEqualTo("é!");
    assertThat(bytes.asByteBuffer().remaining()).isEqualTo(3);
    try (var in = bytes.asInputStream()) {
      assertThat(in.readAllBytes()).isEqualTo(bytes.toByteArray());
    }
  }

  @Test
  void base64IsStandardWithPaddingAndReadsBack() {
    assertThat(Bytes.ofUtf8("hello").base64()).isEqualTo("aGVsbG8=");
    assertThat(Bytes.ofBase64("aGVsbG8=")).isEqualTo(Bytes.ofUtf8("hello"));
    assertThat(Bytes.of(new byte[] {-1, -2, -3}).base64()).isEqualTo("//79");
    assertThat(Bytes.ofBase64("aGVs\r\nbG8=\n")).isEqualTo(Bytes.ofUtf8("hello"));
    assertThat(Bytes.ofBase64("")).isSameAs(Bytes.EMPTY);
    var random = new Random(20240105);
    for (int i = 0; i < 1000; i++) {
      byte[] content = new byte[random.nextInt(40)];
      random.nextBytes(content);
      assertThat(Bytes.ofBase64(Bytes.of(content).base64()).toByteArray()).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aGVsbG8", "a", "aGV-", "a b=", "====", "aGVs=bG8"})
  void base64ErrorsDoNotRepeatTheText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bytes.ofBase64(text))
        .withMessageStartingWith("not base64")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\"" + text));
  }
}
