package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WireExceptionTest {
  @Test
  void errorPathIsBuiltFromTheInsideOut() {
    var e = new WireException("wrong", 7).in("image").at(2).in("containers").in("spec");
    assertThat(e).hasMessage("spec.containers[2].image: wrong (byte 7)");
    assertThat(e.path()).isEqualTo("spec.containers[2].image");
    assertThat(e.reason()).isEqualTo("wrong");
    assertThat(e.offset()).isEqualTo(7);
  }

  @Test
  void errorWithoutAPlaceHasOnlyTheReason() {
    assertThat(new WireException("wrong", -1)).hasMessage("wrong");
    assertThat(new WireException("wrong", 0).at(0)).hasMessage("[0]: wrong (byte 0)");
  }

  @Test
  void namesOfAnyLengthMakeNoEndlessMessage() {
    var e = new WireException("x".repeat(1 << 20), -1).in("y".repeat(1 << 20));
    assertThat(e.getMessage()).hasSizeLessThan(1000);
    assertThat(e.path()).endsWith("...");
  }
}
