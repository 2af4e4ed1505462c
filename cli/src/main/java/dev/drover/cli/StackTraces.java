package dev.drover.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/// Stack traces as text.
final class StackTraces {
  private static final String FRAME = "\tat ";
  private static final List<String> CALLERS =
      List.of("dev.drover.runtime.", "dev.drover.client.", "java.base/");

  private StackTraces() {}

  static String whole(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /// Without the frames that called the user's program, which are always the same. A trace without
  /// a frame of the user's program stays whole.
  static String ofTheProgram(Throwable error) {
    List<String> lines = new ArrayList<>();
    List<String> callers =
        new ArrayList<>(); // at the end of the trace so far; dropped if no other frame follows
    boolean isProgramSeen = false;
    for (String line : whole(error).lines().toList()) {
      if (isProgramSeen && isCaller(line)) {
        callers.add(line);
        continue;
      }
      if (line.startsWith(FRAME)) {
        lines.addAll(callers);
        isProgramSeen |= !isCaller(line);
      } else {
        isProgramSeen = false; // another exception begins
      }
      callers.clear();
      lines.add(line);
    }
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static boolean isCaller(String line) {
    return CALLERS.stream().anyMatch(caller -> line.startsWith(FRAME + caller));
  }
}
