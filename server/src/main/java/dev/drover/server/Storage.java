package dev.drover.server;

import dev.drover.server.storage.Store;
import dev.drover.server.storage.disk.DataDirectory;
import dev.drover.server.storage.disk.DiskJournal;
import dev.drover.server.storage.disk.IdentityFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The store of one server, in memory or in a data directory.
final class Storage implements AutoCloseable {
  private static final long MOST_RANDOM = 1_000_000;

  private final Store store;
  private final @Nullable Durable durable;

  /// The parts of a store that is kept.
  private record Durable(DataDirectory directory, DiskJournal journal, IdentityFiles identities) {}

  private Storage(Store store, @Nullable Durable durable) {
    this.store = store;
    this.durable = durable;
  }

  static Storage open(EmbeddedApiServer.Options options) throws IOException {
    Store.Options history =
        Store.Options.DEFAULT
            .withHistory(options.history())
            .withHistoryBytes(options.historyBytes());
    Path folder = options.dataDirectory().orElse(null);
    if (folder == null) {
      return new Storage(Store.startingAt(firstRevision(options), history, options.clock()), null);
    }
    DataDirectory directory = DataDirectory.open(folder);
    try {
      var saved = directory.recover();
      IdentityFiles identities = new IdentityFiles(folder);
      DiskJournal journal = directory.journal(options.fsync(), options.clock());
      Store store = Store.durable(history, options.clock(), saved, journal);
      return new Storage(store, new Durable(directory, journal, identities));
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /// Clients of a server that starts anew on the same port may come with versions of the old one,
  /// which must not fit by chance. A port that the system chose has no such clients.
  private static long firstRevision(EmbeddedApiServer.Options options) {
    return options.port() == 0 ? 1 : 1 + RandomGenerator.getDefault().nextLong(MOST_RANDOM);
  }

  Store store() {
    return store;
  }

  /// Where keys and tokens are kept; null if nothing is kept.
  @Nullable IdentityFiles identities() {
    return durable == null ? null : durable.identities;
  }

  /// Closes after a failure, to which it adds its own.
  void closeAfter(Exception failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    store.close();
    if (durable != null) {
      close(durable);
    }
  }

  private static void close(Durable durable) {
    try {
      try {
        durable.journal.close();
      } finally {
        durable.directory.close(); // the lock last: no other server may append before
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the data directory", e);
    }
  }
}
