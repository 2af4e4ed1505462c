package dev.drover.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CelNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "_", "replicas2", "inner", "Null", "__in__"})
  void namesOfLettersDigitsAndUnderscoresAreIdentifiers(String name) {
    assertThat(CelNames.isIdentifier(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2a", "a-b", "a.b", "é", " a", "a\n"})
  void namesWithOtherCharactersAreNoIdentifiers(String name) {
    assertThat(CelNames.isIdentifier(name)).isFalse();
  }

  @Test
  void reservedWordsAreNoIdentifiers() {
    assertThat(CelNames.isIdentifier("in")).isFalse();
    assertThat(CelNames.isIdentifier("namespace")).isFalse();
    assertThat(CelNames.isIdentifier("while")).isFalse();
  }
}
