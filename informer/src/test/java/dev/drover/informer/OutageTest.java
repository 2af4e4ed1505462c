package dev.drover.informer;

import static dev.drover.informer.Wire.JSON;
import static dev.drover.informer.Wire.map;
import static dev.drover.informer.Wire.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.informer.ScriptedServer.Act;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The pauses of a reflector while the server, or the way to it, is down.
class OutageTest {
  static Stream<Arguments> outages() {
    return Stream.of(
        Arguments.of("connections that are cut", ScriptedServer.cut()),
        Arguments.of("502 of a proxy", refuse(502, "", "bad gateway")),
        Arguments.of("503 of a proxy", refuse(503, "", "no healthy upstream")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outages")
  void pausesStayShortHoweverLongTheOutageIs(String what, Act failure) throws Exception {
    try (var mirror = new Mirror()) {
      Act[] acts = new Act[13];
      Arrays.fill(acts, failure);
      acts[12] = JSON.list(5, map("a", 3));
      mirror.server.lists(acts);
      mirror.server.watches(JSON.watchThenHold());
      mirror.start();
      for (int i = 0; i < 12; i++) {
        mirror.error();
        assertThat(mirror.pause()).isBetween(Duration.ofMillis(800), Duration.ofSeconds(3));
      }
      mirror.store.await("a@3");
    }
  }

  @ParameterizedTest
  @MethodSource("outages")
  void outageDoesNotLengthenTheBackOffOfOtherFailures(String what, Act failure) throws Exception {
    try (var mirror = new Mirror()) {
      mirror.server.lists(
          failure, failure, failure, refuse(500, "InternalError", "no"), JSON.list(5));
      mirror.server.watches(JSON.watchThenHold());
      mirror.start();
      for (int i = 0; i < 3; i++) {
        mirror.error();
        mirror.pause();
      }
      mirror.error();

      assertThat(mirror.pause()).isEqualTo(Duration.ofMillis(800));
    }
  }
}
