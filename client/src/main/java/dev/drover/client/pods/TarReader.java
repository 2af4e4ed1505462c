package dev.drover.client.pods;

import dev.drover.api.text.PrintableText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a tar archive of ustar, GNU or POSIX (pax) form, entry by entry.
///
/// Entries other than files, folders and links are refused, and so is anything malformed: an
/// archive from a container is input from a stranger. One thread.
final class TarReader {
  private static final int BLOCK = TarWriter.BLOCK;
  private static final int MAX_NAMES = 1 << 20; // bytes of a long name or of a pax header
  private static final int MAX_HEADERS = 16; // before one entry
  private static final Set<String> USED = Set.of("path", "linkpath", "size"); // of pax
  private static final int MAX_TRAILER = 16 << 20; // bytes after the end; GNU's has 10 KB

  private final InputStream in;
  private long left; // bytes of the current entry's content
  private int padding; // after them

  TarReader(InputStream in) {
    this.in = in;
  }

  /// Moves to the next entry; empty at the end of the archive.
  Optional<TarEntry> next() throws IOException {
    skip(left + padding);
    left = 0;
    padding = 0;
    Map<String, String> overrides = new HashMap<>();
    for (int headers = 0; headers <= MAX_HEADERS; headers++) {
      byte[] block = new byte[BLOCK];
      if (in.readNBytes(block, 0, BLOCK) < BLOCK) {
        throw new EOFException("the archive ended early");
      }
      if (isZero(block)) {
        readTrailer();
        return Optional.empty();
      }
      checkSum(block);
      long size = number(block, 124, 12, "size");
      switch (block[156]) {
        case 'L' -> overrides.put("path", longText(size));
        case 'K' -> overrides.put("linkpath", longText(size));
        case 'x' -> pax(longBytes(size), overrides);
        case 'g' -> longBytes(size); // of all entries: comments, as archives of Git have them
        default -> {
          return Optional.of(entry(block, size, overrides));
        }
      }
    }
    throw malformed("an entry has more than " + MAX_HEADERS + " headers");
  }

  /// A second block of zeros and the padding: a sender that is not read to its end does not end.
  private void readTrailer() throws IOException {
    byte[] ignored = new byte[16 * 1024];
    int length = 0;
    for (int n = in.read(ignored); n >= 0; n = in.read(ignored)) {
      length += n;
      if (length > MAX_TRAILER) {
        throw malformed("it goes on after its end");
      }
    }
  }

  /// Reads content of the current entry; -1 at its end.
  int read(byte[] target) throws IOException {
    if (left == 0) {
      return -1;
    }
    int n = in.read(target, 0, (int) Math.min(target.length, left));
    if (n < 0) {
      throw new EOFException("the archive ended inside a file");
    }
    left -= n;
    return n;
  }

  private TarEntry entry(byte[] block, long written, Map<String, String> overrides)
      throws IOException {
    // A long name has a header of its own; the beginning that stands here may end inside a
    // character.
    String path = overrides.get("path");
    String name = path != null ? path : ustarName(block);
    String link = overrides.get("linkpath");
    TarEntry.Type type =
        switch (block[156]) {
          case '0', 0, '7' -> name.endsWith("/") ? TarEntry.Type.DIRECTORY : TarEntry.Type.FILE;
          case '1' -> TarEntry.Type.HARD_LINK;
          case '2' -> TarEntry.Type.SYMBOLIC_LINK;
          case '5' -> TarEntry.Type.DIRECTORY;
          default ->
              throw new UnsafeArchiveException(
                  "'%s' is a device, a pipe or something else that is not copied (type %d)"
                      .formatted(name, block[156]));
        };
    long size = type == TarEntry.Type.FILE ? size(overrides, written) : 0;
    left = size;
    padding = (int) (-size & BLOCK - 1);
    return new TarEntry(
        type,
        name,
        link != null ? link : text(block, 157, 100),
        size,
        (int) number(block, 100, 8, "mode") & 0777,
        time(block));
  }

  /// A time before 1970 is a negative number, which GNU tar writes in binary.
  private static Instant time(byte[] block) throws IOException {
    boolean isNegative = (block[136] & 0xFF) == 0xFF;
    long seconds = isNegative ? negative(block, 136, 12) : number(block, 136, 12, "time");
    if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
      throw malformed("a time is out of range");
    }
    return Instant.ofEpochSecond(seconds);
  }

  /// A binary number in two's complement.
  private static long negative(byte[] block, int at, int width) throws IOException {
    BigInteger value = new BigInteger(block, at, width);
    if (value.bitLength() > 63) {
      throw malformed("a header has a time out of range");
    }
    return value.longValue();
  }

  private static String ustarName(byte[] block) throws IOException {
    boolean isUstar = block[262] == 0 && text(block, 257, 6).equals("ustar"); // not GNU's
    String prefix = isUstar ? text(block, 345, 155) : "";
    String name = text(block, 0, 100);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static long size(Map<String, String> overrides, long written) throws IOException {
    String text = overrides.get("size");
    if (text == null) {
      return written;
    }
    try {
      long size = Long.parseLong(text);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      throw malformed("a size is not a number");
    }
    throw malformed("a size is negative");
  }

  /// Records of the form `27 path=...\n`, the length counting itself.
  private static void pax(byte[] records, Map<String, String> overrides) throws IOException {
    for (int at = 0; at < records.length; ) {
      int space = at;
      while (space < records.length && records[space] != ' ') {
        space++;
      }
      int length;
      try {
        length = Integer.parseInt(new String(records, at, space - at, StandardCharsets.US_ASCII));
      } catch (NumberFormatException e) {
        throw malformed("a pax record has no length");
      }
      int end = at + length - 1;
      if (length < 5 || end <= space || end >= records.length || records[end] != '\n') {
        throw malformed("a pax record has a wrong length");
      }
      int equals = space + 1;
      while (equals < end && records[equals] != '=') {
        equals++;
      }
      if (equals == space + 1 || equals == end) {
        throw malformed("a pax record has no name");
      }
      String key = new String(records, space + 1, equals - space - 1, StandardCharsets.ISO_8859_1);
      if (key.startsWith("GNU.sparse")) {
        throw new UnsafeArchiveException("sparse files are not copied");
      }
      if (USED.contains(key)) { // others, such as extended attributes, may be no text
        overrides.put(key, utf8(records, equals + 1, end));
      }
      at = end + 1;
    }
  }

  private String longText(long size) throws IOException {
    byte[] bytes = longBytes(size);
    return text(bytes, 0, bytes.length);
  }

  private byte[] longBytes(long size) throws IOException {
    if (size > MAX_NAMES) {
      throw new UnsafeArchiveException("a name in the archive has " + size + " bytes");
    }
    byte[] bytes = in.readNBytes((int) size);
    if (bytes.length < size) {
      throw new EOFException("the archive ended early");
    }
    skip(-size & BLOCK - 1);
    return bytes;
  }

  private void skip(long bytes) throws IOException {
    try {
      in.skipNBytes(bytes);
    } catch (EOFException e) {
      EOFException early = new EOFException("the archive ended early");
      early.initCause(e);
      throw early;
    }
  }

  private static boolean isZero(byte[] block) {
    return Arrays.equals(block, new byte[BLOCK]);
  }

  private static void checkSum(byte[] block) throws IOException {
    int sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xFF;
    }
    if (sum != number(block, 148, 8, "checksum")) {
      throw malformed("a header has a wrong checksum");
    }
  }

  private static long number(byte[] block, int at, int width, String what) throws IOException {
    if ((block[at] & 0x80) != 0) {
      return binary(block, at, width, what);
    }
    long value = 0;
    for (int i = at; i < at + width; i++) {
      byte b = block[i];
      if (b >= '0' && b <= '7') {
        value = value << 3 | b - '0';
      } else if (b != ' ' && b != 0) {
        throw malformed("a header has a malformed " + what);
      }
    }
    return value;
  }

  private static long binary(byte[] block, int at, int width, String what) throws IOException {
    long value = block[at] & 0x7F;
    for (int i = at + 1; i < at + width; i++) {
      if (value >> 55 != 0) {
        throw malformed("a header has a " + what + " out of range");
      }
      value = value << 8 | block[i] & 0xFF;
    }
    return value;
  }

  private static String text(byte[] bytes, int at, int max) throws IOException {
    int end = at;
    while (end < at + max && bytes[end] != 0) {
      end++;
    }
    return utf8(bytes, at, end);
  }

  /// Other bytes than those of UTF-8 are no name that could be kept.
  private static String utf8(byte[] bytes, int from, int to) throws IOException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      IOException malformed =
          malformed(
              "a name is not UTF-8: "
                  + PrintableText.of(
                      new String(bytes, from, to - from, StandardCharsets.ISO_8859_1)));
      malformed.initCause(e);
      throw malformed;
    }
  }

  private static UnsafeArchiveException malformed(String why) {
    return new UnsafeArchiveException("the archive is malformed: " + why);
  }
}
