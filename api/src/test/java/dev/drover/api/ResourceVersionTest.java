package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceVersionTest {
  @Test
  void versionsAreComparedAsNumbersOfAnyLength() {
    assertThat(ResourceVersion.compare("9", "10")).isNegative();
    assertThat(ResourceVersion.compare("10", "9")).isPositive();
    assertThat(ResourceVersion.compare("10", "10")).isZero();
    assertThat(ResourceVersion.compare("12345678901234567890123", "12345678901234567890124"))
        .isNegative();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "01", "-1", "1a", "1 ", "٣"})
  void versionsOtherThanPositiveWholeNumbersAreRefused(String version) {
    assertThat(ResourceVersion.isWellFormed(version)).isFalse();
    assertThatThrownBy(() -> ResourceVersion.compare(version, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + version + "'");
    assertThatThrownBy(() -> ResourceVersion.compare("1", version))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
