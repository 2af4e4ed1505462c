package dev.drover.client.http2;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Decodes texts of headers in the code of RFC 7541, appendix B.
///
/// The code is canonical: codes of one length are consecutive numbers in the order of their
/// symbols, and go on where those of the length before end. So the lengths of the 257 codes are all
/// there is to know. Immutable.
final class HuffmanDecoder {
  /// The length of each symbol's code, `A` = 5 bits; the last one is the end of a text.
  private static final String LENGTHS =
      "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHFI"
          + "BCCCCCCCCCCCCCCCCCCCCCCDCDIOIJBKABABABBBACCBBBABCBAABCCCCCKGJIX"
          + "PRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSSPRRRSRRSVVPORSRUVVVWWVTUOQVWWVWTQQ"
          + "VVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWVZ";

  private static final int SHORTEST = 5;
  private static final int LONGEST = 30;
  private static final int END = 256;

  static final HuffmanDecoder INSTANCE = new HuffmanDecoder();

  private final int[] firstCode = new int[LONGEST + 2]; // of each length
  private final int[] firstPlace = new int[LONGEST + 2]; // of each length, in `symbols`
  private final short[] symbols = new short[LENGTHS.length()]; // by length, then by number

  private HuffmanDecoder() {
    int place = 0;
    int code = 0;
    for (int length = SHORTEST; length <= LONGEST; length++) {
      firstCode[length] = code;
      firstPlace[length] = place;
      for (int symbol = 0; symbol < LENGTHS.length(); symbol++) {
        if (LENGTHS.charAt(symbol) - 'A' + SHORTEST == length) {
          symbols[place++] = (short) symbol;
          code++;
        }
      }
      code <<= 1;
    }
    firstPlace[LONGEST + 1] = place;
  }

  /// The text of these bytes, as ISO 8859-1.
  ///
  /// @throws IOException when they hold the end symbol, or end in anything but a few ones
  String decode(byte[] bytes, int from, int to) throws IOException {
    byte[] text = new byte[(to - from) * 8 / SHORTEST];
    int size = 0;
    int code = 0;
    int length = 0;
    for (int at = from; at < to; at++) {
      for (int bit = 7; bit >= 0; bit--) {
        code = code << 1 | bytes[at] >> bit & 1;
        length++;
        int symbol = symbol(code, length);
        if (symbol == END || length > LONGEST) {
          throw Http2Exception.broken("a text of a header has a wrong code");
        }
        if (symbol >= 0) {
          text[size++] = (byte) symbol;
          code = 0;
          length = 0;
        }
      }
    }
    if (length > 7 || code != (1 << length) - 1) {
      throw Http2Exception.broken("a text of a header ends inside a code");
    }
    return new String(text, 0, size, StandardCharsets.ISO_8859_1);
  }

  /// The symbol with this code; -1 if it is only the beginning of one.
  private int symbol(int code, int length) {
    if (length < SHORTEST || length > LONGEST) {
      return -1;
    }
    int place = firstPlace[length] + code - firstCode[length];
    return place < firstPlace[length + 1] ? symbols[place] : -1;
  }
}
