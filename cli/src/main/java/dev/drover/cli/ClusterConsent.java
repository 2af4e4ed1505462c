package dev.drover.cli;

import dev.drover.client.ClientConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Asks the user before a command writes to a cluster that it did not start.
///
/// @param terminal where the answer is read from; null without a terminal
record ClusterConsent(PrintWriter out, @Nullable BufferedReader terminal) {
  private static final Set<String> YES = Set.of("y", "yes");

  /// Whether the user agrees.
  ///
  /// @param what will happen there
  /// @throws IllegalStateException without a terminal
  boolean isGivenFor(ClientConfig config, String what) throws IOException {
    out.println("The cluster is " + config.server() + ", " + config.source() + ".");
    out.println(what);
    if (terminal == null) {
      throw new IllegalStateException(
          "there is no terminal to ask on whether that is meant: add --yes if it is");
    }
    out.print("Go on? [y/N] ");
    out.flush();
    String answer = terminal.readLine();
    return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
  }
}
