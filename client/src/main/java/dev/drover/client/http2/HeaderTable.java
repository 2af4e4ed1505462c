package dev.drover.client.http2;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The headers that are known by their numbers: 61 of the standard, and those that the server added
/// last. One thread.
final class HeaderTable {
  /// What the table may hold, by the measure of the standard.
  static final int MAX_SIZE = 4096;

  private static final int OVERHEAD = 32; // of an entry, by the standard
  private static final int PLACES = MAX_SIZE / OVERHEAD; // a power of two

  private static final String[] FIXED = {
    ":authority",
    ":method=GET",
    ":method=POST",
    ":path=/",
    ":path=/index.html",
    ":scheme=http",
    ":scheme=https",
    ":status=200",
    ":status=204",
    ":status=206",
    ":status=304",
    ":status=400",
    ":status=404",
    ":status=500",
    "accept-charset",
    "accept-encoding=gzip, deflate",
    "accept-language",
    "accept-ranges",
    "accept",
    "access-control-allow-origin",
    "age",
    "allow",
    "authorization",
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-location",
    "content-range",
    "content-type",
    "cookie",
    "date",
    "etag",
    "expect",
    "expires",
    "from",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "last-modified",
    "link",
    "location",
    "max-forwards",
    "proxy-authenticate",
    "proxy-authorization",
    "range",
    "referer",
    "refresh",
    "retry-after",
    "server",
    "set-cookie",
    "strict-transport-security",
    "transfer-encoding",
    "user-agent",
    "vary",
    "via",
    "www-authenticate"
  };
  private static final Map<String, Integer> NUMBERS = numbers();

  record Entry(String name, String value) {
    private int size() {
      return name.length() + value.length() + OVERHEAD;
    }
  }

  private final @Nullable Entry[] added = new Entry[PLACES]; // a ring
  private int next; // where the next entry goes
  private int count;
  private int size;
  private int maxSize = MAX_SIZE;

  private static Map<String, Integer> numbers() {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < FIXED.length; i++) {
      numbers.putIfAbsent(entry(FIXED[i]).name, i + 1);
    }
    return Map.copyOf(numbers);
  }

  private static Entry entry(String text) {
    int end = text.indexOf('=');
    return end < 0
        ? new Entry(text, "")
        : new Entry(text.substring(0, end), text.substring(end + 1));
  }

  /// The number of a name in the standard's part; 0 if it is not there.
  static int numberOf(String name) {
    return NUMBERS.getOrDefault(name, 0);
  }

  /// The entry with this number.
  Entry get(int number) throws IOException {
    int place = number - FIXED.length - 1;
    if (number < 1 || place >= count) {
      throw Http2Exception.broken("a header has the unknown number " + number);
    }
    if (place < 0) {
      return entry(FIXED[number - 1]);
    }
    Entry entry = added[next - 1 - place & PLACES - 1];
    if (entry == null) {
      throw new IllegalStateException("no entry at " + place + " of " + count);
    }
    return entry;
  }

  void add(String name, String value) {
    Entry entry = new Entry(name, value);
    evictTo(maxSize - entry.size());
    if (entry.size() <= maxSize) {
      added[next] = entry;
      next = next + 1 & PLACES - 1;
      count++;
      size += entry.size();
    }
  }

  void resize(int changed) throws IOException {
    if (changed > MAX_SIZE) {
      throw Http2Exception.broken("a table of headers is larger than allowed");
    }
    maxSize = changed;
    evictTo(changed);
  }

  private void evictTo(int wanted) {
    while (count > 0 && size > wanted) {
      int oldest = next - count & PLACES - 1;
      Entry entry = added[oldest];
      added[oldest] = null;
      count--;
      size -= entry == null ? 0 : entry.size();
    }
  }
}
