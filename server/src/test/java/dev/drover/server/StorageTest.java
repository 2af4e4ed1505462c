package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StorageTest {
  private static long firstRevision(int port) throws IOException {
    try (Storage storage =
        Storage.open(EmbeddedApiServer.Options.defaults().with(o -> o.port(port)))) {
      return storage.store().revision();
    }
  }

  @Test
  void storeOfAGivenPortStartsAtARandomRevision() throws IOException {
    Set<Long> revisions = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      revisions.add(firstRevision(6443));
    }
    assertThat(revisions).hasSizeGreaterThan(1).allMatch(revision -> revision > 0);
  }

  @Test
  void storeOfAnyPortStartsAtTheFirstRevision() throws IOException {
    assertThat(firstRevision(0)).isEqualTo(1);
  }
}
