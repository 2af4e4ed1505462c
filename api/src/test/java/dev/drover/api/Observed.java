package dev.drover.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Tables of what Go's libraries do, observed once and kept as test resources.
public final class Observed {
  private Observed() {}

  /// The rows of a table; a cell in quotes is a string with escapes, any other is taken as it is.
  public static List<List<String>> rows(String table) {
    try (var in = Objects.requireNonNull(Observed.class.getResourceAsStream(table), table)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split("\t")).map(Observed::unquote).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unquote(String cell) {
    return cell.startsWith("\"") ? cell.substring(1, cell.length() - 1).translateEscapes() : cell;
  }
}
