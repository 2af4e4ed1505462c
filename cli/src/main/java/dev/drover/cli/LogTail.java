package dev.drover.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Takes the place of `System.err` until it is closed: passes everything on, except while it is
/// held back from a terminal that a [LiveScreen] draws on, and remembers the last lines.
///
/// Loggers keep the stream that they found when they were made, so what they write after the end is
/// passed on, too. Any number of threads.
final class LogTail extends OutputStream {
  private static final int MOST = 200;

  private final PrintStream former;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(); // guarded by this
  private final Deque<String> lines = new ArrayDeque<>(); // guarded by this
  private boolean isHeld; // guarded by this

  private LogTail(PrintStream former) {
    this.former = former;
  }

  static LogTail ofStandardError() {
    LogTail tail = new LogTail(System.err);
    System.setErr(new PrintStream(tail, true, StandardCharsets.UTF_8));
    return tail;
  }

  /// From now on nothing is passed on.
  synchronized void hold() {
    former.flush();
    isHeld = true;
  }

  /// From now on everything is passed on.
  synchronized void release() {
    isHeld = false;
  }

  @Override
  public synchronized void write(int one) {
    if (!isHeld) {
      former.write(one);
    }
    remember(one);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    if (!isHeld) {
      former.write(bytes, from, length);
    }
    for (int i = from; i < from + length; i++) {
      remember(bytes[i]);
    }
  }

  private void remember(int one) {
    if (one != '\n') {
      line.write(one);
      return;
    }
    lines.addLast(line.toString(StandardCharsets.UTF_8));
    line.reset();
    if (lines.size() > MOST) {
      lines.removeFirst();
    }
  }

  @Override
  public synchronized void flush() {
    former.flush();
  }

  /// The last lines, the latest at the end.
  synchronized List<String> last(int most) {
    List<String> all = List.copyOf(lines);
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  @Override
  public void close() {
    release();
    System.setErr(former);
  }
}
