package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.Faults;
import dev.drover.server.RequestMatch;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Also what the embedded server can do wrong on request.
class ReflectorEmbeddedTest extends ReflectorSuite {
  private static final RequestMatch MAPS = RequestMatch.any().resource("configmaps");

  @Override
  TestServer start() {
    return TestServer.embedded(EmbeddedApiServer.Options.defaults());
  }

  private Faults faults() {
    return server.embedded().orElseThrow().faults();
  }

  @AfterEach
  void clear() {
    faults().clear();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void brokenWatchesResume(boolean streaming) throws Exception {
    reflect(streaming);
    for (int i = 0; i < 5; i++) {
      put("a", "round " + i);
      store().await(truth());
      faults().cutWatches("configmaps");
    }
    put("a", "last");
    store().await(truth());
    assertThat(error()).isInstanceOfAny(RequestFailedException.class, ReflectorException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void expiredVersionIsListedAgainWithoutDeletedObjects(boolean streaming) throws Exception {
    put("a", "1");
    put("gone", "1");
    reflect(streaming);
    store().await(truth());
    try (var _ = faults().inject(MAPS.verb("watch"), Fault.refuse(429, Duration.ofSeconds(0)))) {
      faults().cutWatches("configmaps");
      error();
      maps.delete("gone");
      put("b", "1");
      faults().compact();
    }
    store().await(truth());
    assertThat(store().listKeys()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503, 504})
  void refusedListsAreRetried(int code) throws Exception {
    put("a", "1");
    faults()
        .inject(
            MAPS.verb("list").namespace(namespace).where(r -> r.user().length() > 0),
            code == 429 ? Fault.refuse(code, Duration.ZERO) : Fault.refuse(code),
            3);
    reflect(false);
    for (int i = 0; i < 3; i++) {
      assertThat(error()).isInstanceOf(ApiException.class).hasMessageContaining("fault of a test");
    }
    store().await(truth());
  }

  @Test
  void brokenAndLateResponsesLoseNothing() throws Exception {
    put("a", "1");
    faults().inject(MAPS.verb("list"), Fault.cutBefore(), 1);
    faults().inject(MAPS.verb("list"), Fault.cutAfter(), 1);
    faults().inject(MAPS.verb("list"), Fault.delay(Duration.ofMillis(20)), 1);
    faults().inject(MAPS.verb("watch"), Fault.cutBefore(), 1);
    reflect(false);
    error();
    store().await("a@" + maps.get("a").metadata().resourceVersion());
    put("a", "2");
    store().await(truth());
  }
}
