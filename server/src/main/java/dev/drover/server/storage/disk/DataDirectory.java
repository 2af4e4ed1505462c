package dev.drover.server.storage.disk;

import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import dev.drover.server.Fsync;
import dev.drover.server.storage.SavedState;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directory in which a server keeps its objects.
///
/// ```java
/// try (DataDirectory directory = DataDirectory.open(path)) {
///   SavedState saved = directory.recover();
///   DiskJournal journal = directory.journal(Fsync.ALWAYS, clock);
///   Store store = Store.durable(options, clock, saved, journal);
/// }
/// ```
///
/// One process uses a directory at a time. Recovery reads the newest snapshot and all writes after
/// it, without gaps; an incomplete last write, which was never acknowledged, is cut off, and
/// anything else that does not fit its checksum is refused with its position.
///
/// Not thread safe.
public final class DataDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

  private final Path folder;
  private final DiskFiles files;
  private final FileChannel lock;
  private long lastLog = -1; // the revision in the name of the log to go on with
  private long lastLogEnd;
  private long recovered = -1;

  private DataDirectory(Path folder, FileChannel lock) {
    this.folder = folder;
    this.files = new DiskFiles(folder);
    this.lock = lock;
  }

  /// Opens a directory, which is created if it does not exist, for this user alone.
  ///
  /// @throws IOException when another process uses it
  public static DataDirectory open(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      createPrivate(folder);
    }
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isAcquired(lock)) {
      lock.close();
      throw new IOException("the data directory " + folder + " is in use by another server");
    }
    return new DataDirectory(folder, lock);
  }

  private static boolean isAcquired(FileChannel lock) throws IOException {
    try {
      @Nullable FileLock acquired = lock.tryLock();
      return acquired != null;
    } catch (OverlappingFileLockException e) { // a server of this JVM
      return false;
    }
  }

  private static void createPrivate(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(folder);
    }
  }

  /// The directory itself.
  public Path folder() {
    return folder;
  }

  /// Reads everything.
  ///
  /// @throws CorruptDataException when a file does not contain what was written to it
  public SavedState recover() throws IOException {
    for (Path unfinished : files.all(DiskFiles.SNAPSHOT + DiskFiles.UNFINISHED).values()) {
      Files.delete(unfinished);
    }
    SavedState saved = read();
    recovered = saved.revision();
    return saved;
  }

  /// Reads everything without a change of the directory, as [#recover] would.
  ///
  /// @throws CorruptDataException when a file does not contain what was written to it
  public SavedState verify() throws IOException {
    return read();
  }

  private SavedState read() throws IOException {
    Map.Entry<Long, Path> snapshot = files.all(DiskFiles.SNAPSHOT).lastEntry();
    SavedState saved =
        snapshot == null
            ? SavedState.empty()
            : readSnapshot(snapshot.getValue(), snapshot.getKey());
    NavigableMap<Long, Path> logs = files.all(DiskFiles.LOG);
    Long first = logs.floorKey(saved.revision());
    if (first == null && !logs.isEmpty()) {
      throw new CorruptDataException(
          logs.firstEntry().getValue(),
          0,
          "the log before it is missing, which starts at or before revision " + saved.revision());
    }
    if (first != null) {
      readLogs(logs.tailMap(first, true), saved);
    }
    return saved;
  }

  private SavedState readSnapshot(Path file, long revision) throws IOException {
    SavedState saved = SavedState.empty(revision);
    try (RecordFile records = RecordFile.open(file, RecordFile.Content.SNAPSHOT, revision)) {
      long count = 0;
      for (Frame frame = records.next(); frame != null; frame = records.next()) {
        if (frame.type() == Frame.Type.END) {
          if (frame.revision() != count) {
            throw records.corrupt(
                "it has " + count + " objects, and was written with " + frame.revision());
          }
          return saved;
        }
        saved.addObject(frame.key(), frame.revision(), tree(frame, records));
        count++;
      }
      throw records.corrupt("its end is missing");
    }
  }

  private void readLogs(NavigableMap<Long, Path> logs, SavedState saved) throws IOException {
    for (Map.Entry<Long, Path> log : logs.entrySet()) {
      boolean isLast = log.getKey().equals(logs.lastKey());
      try (RecordFile records =
          RecordFile.open(log.getValue(), RecordFile.Content.LOG, log.getKey())) {
        if (saved.revision() < log.getKey()) {
          throw records.corrupt("the writes after revision " + saved.revision() + " are missing");
        }
        readLog(records, saved);
        if (records.isIncomplete() && !isLast) {
          throw records.corrupt("it ends within a record, though there are later logs");
        }
        if (records.isIncomplete()) {
          LOG.info(
              "data directory: {} ends within a write that was never acknowledged, which is cut off"
                  + " at byte {}",
              log.getValue(),
              records.position());
        }
        lastLog = log.getKey();
        lastLogEnd = records.position();
      }
    }
  }

  private static void readLog(RecordFile records, SavedState saved) throws IOException {
    for (Frame frame = records.next(); frame != null; frame = records.next()) {
      if (frame.revision() <= saved.revision()) {
        continue; // contained in the snapshot
      }
      if (frame.revision() != saved.revision() + 1) {
        throw records.corrupt(
            "revision %d follows revision %d".formatted(frame.revision(), saved.revision()));
      }
      boolean isDelete = frame.type() == Frame.Type.DELETE;
      saved.add(frame.key(), frame.revision(), isDelete ? null : tree(frame, records));
    }
  }

  @SuppressWarnings("unchecked") // keys of JSON objects are strings
  private static Map<String, @Nullable Object> tree(Frame frame, RecordFile records)
      throws IOException {
    try {
      if (new RawExtension(frame.json()).tree() instanceof Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
      }
    } catch (DecodeException e) {
      throw records.corrupt(frame.key() + " is not JSON: " + e.getMessage());
    }
    throw records.corrupt(frame.key() + " is not a JSON object");
  }

  /// The journal for the writes after those that were recovered; to be closed before this.
  public DiskJournal journal(Fsync fsync, InstantSource clock) throws IOException {
    return journal(fsync, DiskJournal.Limits.DEFAULT, clock);
  }

  /// As [#journal(Fsync, InstantSource)], with other limits of a log.
  public DiskJournal journal(Fsync fsync, DiskJournal.Limits limits, InstantSource clock)
      throws IOException {
    if (recovered < 0) {
      throw new IllegalStateException("recover the data directory before it is written");
    }
    boolean isUsable = lastLog >= 0 && lastLogEnd >= RecordFile.FILE_HEADER;
    FileChannel log =
        isUsable ? continued() : DiskJournal.createLog(files, Math.max(lastLog, recovered));
    return new DiskJournal(files, log, fsync, limits, clock);
  }

  private FileChannel continued() throws IOException {
    FileChannel log = FileChannel.open(files.log(lastLog), StandardOpenOption.WRITE);
    try {
      log.truncate(lastLogEnd);
      log.position(lastLogEnd);
      log.force(true);
      return log;
    } catch (IOException e) {
      log.close();
      throw e;
    }
  }

  /// Lets other processes use the directory.
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
