package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The launcher makes the AOT cache in the background, where nothing reports that it failed.
@Timeout(120)
class ApiServerTrainingTest {
  @Test
  void everyRequestOfTheTrainingSucceeds() {
    assertThatCode(() -> ApiServerTraining.train(3)).doesNotThrowAnyException();
  }
}
