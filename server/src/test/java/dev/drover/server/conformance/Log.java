package dev.drover.server.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Logs requests and responses, for writing cases: `-Dconformance.log=file`.
final class Log {
  private Log() {}

  static void of(String id, List<Exchange> real, List<String> differences) throws IOException {
    String file = System.getProperty("conformance.log", "");
    if (file.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder("=== ").append(id).append('\n');
    for (Exchange exchange : real) {
      text.append(exchange.request()).append("\n  ").append(exchange.reply()).append('\n');
    }
    differences.forEach(difference -> text.append("  DIFFERS ").append(difference).append('\n'));
    Files.writeString(Path.of(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
