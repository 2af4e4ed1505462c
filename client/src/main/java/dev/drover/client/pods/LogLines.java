package dev.drover.client.pods;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/// Reads the lines of a log with timestamps, and leaves out those before a position.
///
/// The server takes a time in whole seconds to begin at, so that lines come again; lines of the
/// same nanosecond differ by their number. One thread.
final class LogLines {
  private static final int MAX_LINE = 1 << 20;

  private final InputStream in;
  private final Position after;
  private int sameTime; // lines seen with the time of the position

  /// How far a log has been read.
  ///
  /// @param time of the last line
  /// @param count of the lines with that time
  record Position(Instant time, int count) {
    static final Position START = new Position(Instant.MIN, 0);

    Position after(Instant next) {
      return next.equals(time) ? new Position(time, count + 1) : new Position(next, 1);
    }
  }

  /// A line and its time.
  record Line(Instant time, String text) {}

  LogLines(InputStream in, Position after) {
    this.in = new BufferedInputStream(in, 16 * 1024);
    this.after = after;
  }

  /// The next line after the position; null at the end of the log.
  @Nullable Line next() throws IOException {
    Instant last = after.time;
    for (String text = line(); text != null; text = line()) {
      int space = text.indexOf(' ');
      Instant time = last;
      String rest = text;
      try {
        time = Instant.parse(space < 0 ? text : text.substring(0, space));
        rest = space < 0 ? "" : text.substring(space + 1);
      } catch (DateTimeParseException e) {
        // A message of the kubelet, or the rest of a very long line: as old as the one before.
        rest = text;
      }
      if (!isSeen(time)) {
        return new Line(time.equals(Instant.MIN) ? Instant.EPOCH : time, rest);
      }
    }
    return null;
  }

  private boolean isSeen(Instant time) {
    return time.isBefore(after.time)
        || time.equals(after.time) && !after.equals(Position.START) && sameTime++ < after.count;
  }

  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return line.toString(StandardCharsets.UTF_8);
      }
      line.write(b);
      if (line.size() == MAX_LINE) {
        return line.toString(StandardCharsets.UTF_8);
      }
    }
    return line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
  }
}
