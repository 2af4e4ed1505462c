package dev.drover.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The size of the terminal of this process, in columns and lines.
record TerminalSize(int columns, int lines) {
  private static final TerminalSize USUAL = new TerminalSize(80, 24);
  private static final Pattern ANSWER = Pattern.compile("(\\d{1,4}) (\\d{1,4})\\s*");
  private static final long PATIENCE_MILLIS = 2000;

  /// The present size, as `stty` says, because Java does not know it; 80 columns and 24 lines if
  /// that is not available.
  static TerminalSize now() throws InterruptedException {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        stty.destroyForcibly();
        return USUAL;
      }
      return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return USUAL; // no terminal, or no stty
    }
  }

  static TerminalSize parse(String answer) {
    Matcher numbers = ANSWER.matcher(answer);
    if (!numbers.matches()) {
      return USUAL;
    }
    int lines = Integer.parseInt(numbers.group(1));
    int columns = Integer.parseInt(numbers.group(2));
    return lines == 0 || columns == 0 ? USUAL : new TerminalSize(columns, lines);
  }
}
