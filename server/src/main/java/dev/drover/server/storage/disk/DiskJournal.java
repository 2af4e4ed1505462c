package dev.drover.server.storage.disk;

import dev.drover.server.Fsync;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.Journal;
import dev.drover.server.storage.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Appends writes to the log of a data directory, and replaces old parts of the log by snapshots.
///
/// A snapshot begins when the log has become large, or old: a new log starts at the revision of the
/// snapshot, a thread writes the snapshot to a temporary file, forces it to the disk and renames
/// it; then older logs and snapshots are deleted. A crash at any moment leaves a snapshot and all
/// logs after it.
///
/// *Threading:* one thread calls it; snapshots are written by a thread of their own, one at a time.
public final class DiskJournal implements Journal, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskJournal.class);

  private final DiskFiles files;
  private final Fsync fsync;
  private final Limits limits;
  private final InstantSource clock;
  private FileChannel log;
  private Instant logStarted;
  private long logBytes;
  private boolean unforced;
  private @Nullable Thread snapshot;

  /// When a log is replaced by a snapshot.
  ///
  /// @param logBytes how large it may become
  /// @param logAge how old a log with writes may become
  public record Limits(long logBytes, Duration logAge) {
    static final Limits DEFAULT = new Limits(64 << 20, Duration.ofMinutes(10));
  }

  /// @param log the log to append to, at its end
  DiskJournal(DiskFiles files, FileChannel log, Fsync fsync, Limits limits, InstantSource clock)
      throws IOException {
    this.files = files;
    this.log = log;
    this.fsync = fsync;
    this.limits = limits;
    this.clock = clock;
    this.logBytes = log.position();
    this.logStarted = clock.instant();
  }

  @Override
  public void append(List<Change> writes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Change write : writes) {
      StoredObject object = write.object();
      Frame frame =
          switch (write.type()) {
            case CREATED, UPDATED -> Frame.put(object.revision(), object.key(), object.json());
            case DELETED -> Frame.delete(object.revision(), object.key());
          };
      frame.writeTo(bytes);
    }
    writeFully(log, bytes);
    logBytes += bytes.size();
    unforced = fsync != Fsync.NEVER;
    if (fsync == Fsync.ALWAYS) {
      force();
    }
  }

  private static void writeFully(FileChannel channel, ByteArrayOutputStream bytes)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes.toByteArray());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  @Override
  public void force() throws IOException {
    log.force(false);
    unforced = false;
  }

  @Override
  public boolean isUnforced() {
    return unforced;
  }

  @Override
  public void published(long revision, Iterable<StoredObject> objects) throws IOException {
    boolean isDue =
        logBytes > limits.logBytes
            || Duration.between(logStarted, clock.instant()).compareTo(limits.logAge) > 0;
    if (isDue && (snapshot == null || !snapshot.isAlive())) {
      startLog(revision);
      snapshot =
          Thread.ofPlatform()
              .daemon()
              .name("drover/server/snapshot")
              .start(() -> writeSnapshot(revision, objects));
    }
  }

  private void startLog(long revision) throws IOException {
    force(); // whatever the policy: only the last log may end within a record
    log.close();
    log = createLog(files, revision);
    logBytes = log.position();
    logStarted = clock.instant();
  }

  /// Creates an empty log for the writes after a revision.
  static FileChannel createLog(DiskFiles files, long revision) throws IOException {
    FileChannel log =
        FileChannel.open(
            files.log(revision),
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      log.write(ByteBuffer.wrap(RecordFile.Content.LOG.header(revision)));
      log.force(true);
      files.forceFolder();
      return log;
    } catch (IOException e) {
      log.close();
      throw e;
    }
  }

  private void writeSnapshot(long revision, Iterable<StoredObject> objects) {
    try {
      save(revision, objects);
      removeOlderThan(revision);
    } catch (IOException e) {
      LOG.error(
          "data directory: cannot write the snapshot of revision {}, logs are kept, trying again"
              + " with the next one",
          revision,
          e);
    }
  }

  private void save(long revision, Iterable<StoredObject> objects) throws IOException {
    Path unfinished = files.unfinishedSnapshot(revision);
    try (FileChannel out =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(RecordFile.Content.SNAPSHOT.header(revision)));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      long count = 0;
      for (StoredObject object : objects) {
        Frame.put(object.revision(), object.key(), object.json()).writeTo(bytes);
        count++;
        if (bytes.size() > 1 << 20) {
          writeFully(out, bytes);
          bytes.reset();
        }
      }
      Frame.end(count).writeTo(bytes);
      writeFully(out, bytes);
      out.force(true);
    }
    Files.move(unfinished, files.snapshot(revision), StandardCopyOption.ATOMIC_MOVE);
    files.forceFolder();
  }

  private void removeOlderThan(long revision) throws IOException {
    for (Path old : files.all(DiskFiles.LOG).headMap(revision).values()) {
      Files.deleteIfExists(old);
    }
    for (Path old : files.all(DiskFiles.SNAPSHOT).headMap(revision).values()) {
      Files.deleteIfExists(old);
    }
  }

  /// Forces what is written to the disk, and waits for a snapshot that is being written.
  @Override
  public void close() throws IOException {
    try (FileChannel open = log) {
      open.force(true);
    }
    if (snapshot != null) {
      try {
        snapshot.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
