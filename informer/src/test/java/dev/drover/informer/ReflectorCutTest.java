package dev.drover.informer;

import static dev.drover.informer.Wire.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.client.Backoff;
import dev.drover.client.RequestFailedException;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Connections that are cut after each single byte: the store ends as the server is, and nothing
/// comes twice.
@ParameterizedClass
@MethodSource("formats")
@Tag("slow")
class ReflectorCutTest {
  static List<Wire> formats() {
    return List.of(Wire.JSON, Wire.PROTOBUF);
  }

  private static final Backoff AT_ONCE =
      Backoff.defaults()
          .with(
              b ->
                  b.first(Duration.ofNanos(1))
                      .factor(1)
                      .cap(Duration.ofNanos(1))
                      .jitter(0)
                      .resetAfter(Duration.ofMinutes(2)));

  @Parameter Wire wire;

  private static byte[] head(byte[] frame, int length) {
    return Arrays.copyOf(frame, length);
  }

  @Test
  void watchThatIsCutInsideAnEventResumesAfterTheOneBefore() throws Exception {
    byte[] frame = wire.modified(map("b", 7, "ü世"));
    for (int length = 0; length < frame.length - 1; length++) {
      try (var mirror = new Mirror()) {
        mirror.server.lists(wire.list(5, map("a", 3)));
        mirror.server.watches(
            wire.watchThenCut(wire.added(map("b", 6)), head(frame, length)),
            wire.watchThenHold(frame, wire.bookmark(8)));
        mirror.start();
        mirror.store.awaitWrite("bookmark 8");
        assertThat(mirror.store.writes())
            .as("cut after %d of %d bytes", length, frame.length)
            .containsExactly("replace [a@3] 5", "add b@6", "update b@7", "bookmark 8");
        assertThat(mirror.error()).isInstanceOf(RequestFailedException.class);
        assertThat(mirror.unreadErrors()).isEmpty();
        assertThat(mirror.status().relists()).isZero();
      }
    }
  }

  @Test
  void watchThatIsCutInsideItsFirstEventIsFollowedByAPauseAndAList() throws Exception {
    byte[] frame = wire.modified(map("a", 7, "ü世"));
    for (int length = 0; length < frame.length - 1; length++) {
      try (var mirror = new Mirror()) {
        mirror.server.lists(wire.list(5, map("a", 3)), wire.list(8, map("a", 7)));
        mirror.server.watches(wire.watchThenCut(head(frame, length)), wire.watchThenHold());
        mirror.start();
        assertThat(mirror.error()).isInstanceOf(ReflectorException.VeryShortWatch.class);
        mirror.pause();
        mirror.store.await("a@7");
        assertThat(mirror.store.writes())
            .as("cut after %d of %d bytes", length, frame.length)
            .containsExactly("replace [a@3] 5", "replace [a@7] 8");
        assertThat(mirror.unreadErrors()).isEmpty();
      }
    }
  }

  @Test
  void listThatIsCutAnywhereIsNoList() throws Exception {
    byte[] body = wire.listBody(5, "", map("a", 3, "ü世"), map("b", 4));
    for (int length = 0; length < body.length; length++) {
      try (var mirror = new Mirror()) {
        mirror.server.lists(
            ScriptedServer.cutAfter(length, wire.headers(), body),
            wire.list(6, map("a", 3), map("b", 6)));
        mirror.start();
        assertThat(mirror.error())
            .as("cut after %d of %d bytes", length, body.length)
            .isInstanceOf(RequestFailedException.class);
        mirror.pause();
        mirror.store.await("a@3 b@6");
        assertThat(mirror.store.writes()).containsExactly("replace [a@3 b@6] 6");
        assertThat(mirror.unreadErrors()).isEmpty();
      }
    }
  }

  @Test
  void listOfUnknownLengthIsTakenWholeOrNotAtAll() throws Exception {
    byte[] body = wire.listBody(5, "", map("a", 3, "ü世"), map("b", 4));
    for (int length = 0; length < body.length; length++) {
      try (var mirror = new Mirror()) {
        mirror.server.lists(
            ScriptedServer.cutUnannounced(length, wire.headers(), body),
            wire.list(6, map("a", 3), map("b", 4)));
        mirror.start(o -> o.time(TimeSource.system()).backoff(AT_ONCE));
        mirror.store.await("a@3 b@4");
        assertThat(mirror.store.writes())
            .as("cut after %d of %d bytes", length, body.length)
            .hasSize(1)
            .containsAnyOf("replace [a@3 b@4] 5", "replace [a@3 b@4] 6");
      }
    }
  }

  @Test
  void brokenStreamedListIsStreamedAgainOrBecomesAPlainOne() throws Exception {
    byte[] one = wire.added(map("gone", 3));
    byte[] end = wire.end(5);
    int whole =
        wire.format() == Format.JSON ? one.length - 1 : one.length; // but for the line's end
    for (int length = 0; length < one.length + end.length - 1; length++) {
      try (var mirror = new Mirror()) {
        byte[] both = Arrays.copyOf(one, one.length + end.length);
        System.arraycopy(end, 0, both, one.length, end.length);
        mirror.server.watches(
            wire.watchThenCut(head(both, length)),
            length < whole // not one event came
                ? wire.watchThenHold()
                : wire.watchThenHold(wire.added(map("a", 6)), wire.end(7)));
        mirror.server.lists(wire.list(7, map("a", 6)));
        mirror.start(o -> o.streaming(true));
        mirror.store.await("a@6");
        assertThat(mirror.store.writes())
            .as("cut after %d of %d bytes", length, both.length)
            .containsExactly("replace [a@6] 7");
        mirror.error();
        assertThat(mirror.unreadErrors()).isEmpty();
      }
    }
  }
}
