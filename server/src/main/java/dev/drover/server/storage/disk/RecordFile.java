package dev.drover.server.storage.disk;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads a log or a snapshot from its start to its end.
///
/// A process that is killed, or a machine that loses power, leaves the start of its last write, or
/// a last write with sectors that never reached the disk and read as zeros. Such an end is
/// *incomplete*: it was never acknowledged. Anything else that does not fit its checksum is
/// corruption.
///
/// Not thread safe.
final class RecordFile implements AutoCloseable {
  static final int FILE_HEADER = 16;
  private static final int SECTOR = 512;
  private static final int BUFFER = 1 << 16;

  /// What a file contains; the first eight bytes say it.
  enum Content {
    LOG("DROVERL1"),
    SNAPSHOT("DROVERS1");

    private final String magic;

    Content(String magic) {
      this.magic = magic;
    }

    /// The first bytes of a file.
    byte[] header(long revision) {
      return ByteBuffer.allocate(FILE_HEADER)
          .put(magic.getBytes(StandardCharsets.US_ASCII))
          .putLong(revision)
          .array();
    }
  }

  private final Path file;
  private final InputStream in;
  private final long size;
  private long position; // after the last complete record
  private boolean incomplete;

  private RecordFile(Path file) throws IOException {
    this.file = file;
    this.size = Files.size(file);
    this.in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
  }

  /// Opens a file whose name says that it starts at a revision.
  static RecordFile open(Path file, Content content, long revision) throws IOException {
    RecordFile records = new RecordFile(file);
    try {
      records.readHeader(content.header(revision));
      return records;
    } catch (IOException e) {
      records.close();
      throw e;
    }
  }

  private void readHeader(byte[] expected) throws IOException {
    byte[] found = in.readNBytes(FILE_HEADER);
    if (found.length < FILE_HEADER || isZero(found, 0, found.length)) {
      incomplete = true;
    } else if (!Arrays.equals(found, expected)) {
      throw corrupt("it does not start as a file of this name does");
    } else {
      position = FILE_HEADER;
    }
  }

  /// The next record; null at the end, see [#isIncomplete].
  @Nullable Frame next() throws IOException {
    if (incomplete || position == size) {
      return null;
    }
    byte[] head = in.readNBytes(Frame.HEADER);
    if (head.length < Frame.HEADER) {
      incomplete = true;
      return null;
    }
    Frame.Header header = Frame.header(head);
    if (header == null) {
      if (isZero(head, 0, head.length) && restIsZero()) {
        incomplete = true;
        return null;
      }
      throw corrupt("the checksum of a record's header does not fit");
    }
    long bodyStart = position + Frame.HEADER;
    if (bodyStart + header.length() > size) {
      incomplete = true;
      return null;
    }
    byte[] body = in.readNBytes(header.length());
    if (!Frame.isIntact(header, body)) {
      if (bodyStart + body.length == size && hasZeroSector(body, bodyStart)) {
        incomplete = true;
        return null;
      }
      throw corrupt(
          "the checksum of the record of revision " + header.revision() + " does not fit");
    }
    position = bodyStart + body.length;
    return Frame.of(header, body);
  }

  /// Whether the file ends within a record, or within its own header.
  boolean isIncomplete() {
    return incomplete;
  }

  /// Where the last complete record ends.
  long position() {
    return position;
  }

  CorruptDataException corrupt(String problem) {
    return new CorruptDataException(file, position, problem);
  }

  private boolean restIsZero() throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      if (!isZero(buffer, 0, count)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasZeroSector(byte[] body, long start) {
    int from = (int) (Math.ceilDiv(start, SECTOR) * SECTOR - start);
    for (int at = from; at < body.length; at += SECTOR) {
      if (isZero(body, at, Math.min(at + SECTOR, body.length))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
