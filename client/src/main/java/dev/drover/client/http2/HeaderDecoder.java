package dev.drover.client.http2;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/// Decodes the headers of a connection. The blocks of all streams must pass through it in the order
/// in which they arrive. One thread.
final class HeaderDecoder {
  private final HeaderTable table = new HeaderTable();
  private byte[] block = {};
  private int pos;
  private int end;

  /// Calls `each` with the names and values of a block.
  void decode(byte[] bytes, int from, int to, BiConsumer<String, String> each) throws IOException {
    block = bytes;
    pos = from;
    end = to;
    boolean begun = false;
    while (pos < end) {
      int first = block[pos] & 0xFF;
      if (first >= 0x80) {
        HeaderTable.Entry known = table.get(number(7));
        each.accept(known.name(), known.value());
      } else if (first >= 0x40) {
        String name = name(6);
        String value = text();
        table.add(name, value);
        each.accept(name, value);
      } else if (first >= 0x20) {
        if (begun) {
          throw broken("a table of headers changes its size inside a block");
        }
        table.resize(number(5));
        continue;
      } else {
        String name = name(4); // with or without the mark that it must not be added by anyone
        each.accept(name, text());
      }
      begun = true;
    }
    block = new byte[0];
  }

  private static Http2Exception broken(String what) {
    return Http2Exception.broken(what);
  }

  private String name(int bits) throws IOException {
    int number = number(bits);
    return number == 0 ? text() : table.get(number).name();
  }

  private int next() throws IOException {
    if (pos == end) {
      throw broken("a block of headers ends inside a header");
    }
    return block[pos++] & 0xFF;
  }

  /// A number in the lower `bits` of the next byte, and in further ones if it does not fit.
  private int number(int bits) throws IOException {
    int most = (1 << bits) - 1;
    int value = next() & most;
    if (value < most) {
      return value;
    }
    for (int shift = 0; shift <= 21; shift += 7) {
      int more = next();
      value += (more & 0x7F) << shift;
      if (more < 0x80) {
        return value;
      }
    }
    throw broken("a number in a header is too large");
  }

  private String text() throws IOException {
    boolean coded = pos < end && block[pos] < 0;
    int length = number(7);
    if (length > end - pos) {
      throw broken("a text of a header is longer than its block");
    }
    int from = pos;
    pos += length;
    return coded
        ? HuffmanDecoder.INSTANCE.decode(block, from, pos)
        : new String(block, from, length, StandardCharsets.ISO_8859_1);
  }
}
