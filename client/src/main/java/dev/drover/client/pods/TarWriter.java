package dev.drover.client.pods;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes a tar archive in the form that GNU, BSD and BusyBox tar read: ustar headers, with GNU's
/// entries for names of more than 100 bytes and its numbers for files of more than 8 GB.
///
/// Owners are left at root, so that a container's user becomes the owner of what it unpacks. One
/// thread.
final class TarWriter {
  static final int BLOCK = 512;
  private static final int RECORD = 20 * BLOCK; // what tar reads at once
  private static final long MAX_OCTAL = 0_77777777777L;
  private static final String LONG_NAME = "././@LongLink";

  private final OutputStream out;
  private long written;

  TarWriter(OutputStream out) {
    this.out = new BufferedOutputStream(out, 32 * 1024);
  }

  /// Writes an entry without content.
  void write(TarEntry entry) throws IOException {
    if (entry.size() != 0) {
      throw new IllegalArgumentException("an entry with content needs its content: " + entry);
    }
    header(entry);
  }

  /// Writes a file, of which exactly its size is read.
  void write(TarEntry entry, InputStream content) throws IOException {
    header(entry);
    byte[] buffer = new byte[32 * 1024];
    for (long left = entry.size(); left > 0; ) {
      int n = content.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (n < 0) {
        throw new EOFException(entry.name() + " became shorter while it was read");
      }
      put(buffer, 0, n);
      left -= n;
    }
    pad(BLOCK);
  }

  /// Ends the archive and flushes it; the stream below stays open.
  void finish() throws IOException {
    put(new byte[2 * BLOCK], 0, 2 * BLOCK);
    pad(RECORD);
    out.flush();
  }

  private void header(TarEntry entry) throws IOException {
    byte[] name = bytes(nameOf(entry));
    byte[] link = bytes(entry.linkName());
    longName('L', name);
    longName('K', link);
    byte[] block = new byte[BLOCK];
    copy(name, block, 0, 100);
    octal(block, 100, 8, entry.mode() & 07777);
    octal(block, 108, 8, 0); // owner
    octal(block, 116, 8, 0);
    size(block, entry.size());
    octal(block, 136, 12, Math.clamp(entry.modified().getEpochSecond(), 0, MAX_OCTAL));
    block[156] =
        switch (entry.type()) {
          case FILE -> '0';
          case HARD_LINK -> '1';
          case SYMBOLIC_LINK -> '2';
          case DIRECTORY -> '5';
        };
    copy(link, block, 157, 100);
    seal(block);
  }

  private static String nameOf(TarEntry entry) {
    boolean slash = entry.type() == TarEntry.Type.DIRECTORY && !entry.name().endsWith("/");
    return slash ? entry.name() + "/" : entry.name();
  }

  private void longName(char type, byte[] name) throws IOException {
    if (name.length <= 100) {
      return;
    }
    byte[] block = new byte[BLOCK];
    copy(bytes(LONG_NAME), block, 0, 100);
    octal(block, 100, 8, 0);
    octal(block, 108, 8, 0);
    octal(block, 116, 8, 0);
    size(block, name.length + 1);
    octal(block, 136, 12, 0);
    block[156] = (byte) type;
    seal(block);
    put(name, 0, name.length);
    put(new byte[1], 0, 1);
    pad(BLOCK);
  }

  private static void size(byte[] block, long size) {
    if (size <= MAX_OCTAL) {
      octal(block, 124, 12, size);
      return;
    }
    block[124] = (byte) 0x80; // a binary number follows
    for (int i = 0; i < 8; i++) {
      block[135 - i] = (byte) (size >> 8 * i);
    }
  }

  /// Adds what all headers have and the checksum, and writes it.
  private void seal(byte[] block) throws IOException {
    copy(bytes("ustar  \0"), block, 257, 8);
    Arrays.fill(block, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte b : block) {
      sum += b & 0xFF;
    }
    octal(block, 148, 7, sum);
    put(block, 0, BLOCK);
  }

  private static void octal(byte[] block, int at, int width, long value) {
    String digits = Long.toOctalString(value);
    int zeros = width - 1 - digits.length();
    Arrays.fill(block, at, at + zeros, (byte) '0');
    copy(bytes(digits), block, at + zeros, digits.length());
    block[at + width - 1] = 0;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void copy(byte[] from, byte[] to, int at, int max) {
    System.arraycopy(from, 0, to, at, Math.min(from.length, max));
  }

  private void put(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
    written += length;
  }

  private void pad(int to) throws IOException {
    int over = (int) (written % to);
    if (over != 0) {
      put(new byte[to - over], 0, to - over);
    }
  }
}
