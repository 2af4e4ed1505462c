package dev.drover.cli;

import dev.drover.api.lifecycle.Lifecycle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// Draws on the whole terminal, again and again, until it is closed: on the terminal's second
/// screen, so that what stood there before comes back.
///
/// ```
///   open ── second screen, no cursor ── a frame each 200 ms ── close ── first screen, cursor
/// ```
///
/// A frame overwrites the one before line by line, so nothing flickers. The size of the terminal is
/// looked at once a second.
final class LiveScreen implements AutoCloseable {
  static final String OPEN = "\u001b[?1049h\u001b[?25l\u001b[2J";
  static final String CLOSE = "\u001b[?25h\u001b[?1049l";

  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final int FRAMES_OF_A_SIZE = 5;
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final String HOME = "\u001b[H";
  private static final String TO_END_OF_LINE = "\u001b[K";
  private static final String TO_END = "\u001b[J";

  private final PrintWriter out;
  private final Function<TerminalSize, List<String>> lines;
  private final Lifecycle threads = new Lifecycle("cli", _ -> {}); // the last frame stays

  private LiveScreen(PrintWriter out, Function<TerminalSize, List<String>> lines) {
    this.out = out;
    this.lines = lines;
  }

  /// @param lines what to show on a terminal of this size; called by one thread
  static LiveScreen open(PrintWriter out, Function<TerminalSize, List<String>> lines) {
    LiveScreen screen = new LiveScreen(out, lines);
    out.print(OPEN);
    out.flush();
    screen.threads.fork("live-screen", screen::draw);
    return screen;
  }

  private void draw() throws InterruptedException {
    TerminalSize size = TerminalSize.now();
    String last = "";
    for (long number = 1; ; number++) {
      String frame = frame(lines.apply(size), size);
      if (!frame.equals(last)) {
        out.print(frame);
        out.flush();
        last = frame;
      }
      Thread.sleep(PERIOD);
      if (number % FRAMES_OF_A_SIZE == 0) {
        TerminalSize now = TerminalSize.now();
        last = now.equals(size) ? last : "";
        size = now;
      }
    }
  }

  /// The last line gets no line break, which would scroll.
  static String frame(List<String> lines, TerminalSize size) {
    StringBuilder text = new StringBuilder(HOME);
    int most = Math.min(lines.size(), size.lines());
    for (int i = 0; i < most; i++) {
      text.append(i == 0 ? "" : "\r\n");
      text.append(AnsiText.cut(lines.get(i), size.columns())).append(TO_END_OF_LINE);
    }
    return text.append(TO_END).toString();
  }

  @Override
  public void close() {
    try {
      threads.close(GRACE);
    } finally {
      out.print(CLOSE);
      out.flush();
    }
  }
}
