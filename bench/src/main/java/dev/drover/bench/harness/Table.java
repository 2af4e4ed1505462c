package dev.drover.bench.harness;

import java.io.PrintStream;
import java.util.Locale;

/// A Markdown table: a column of names, and columns of numbers.
public record Table(PrintStream out, int nameWidth, int numberWidth) {

  public void head(String first, String... others) {
    out.println();
    row(first, others);
    out.println(
        "|"
            + "-".repeat(nameWidth + 2)
            + "|"
            + ("-".repeat(numberWidth + 1) + ":|").repeat(others.length));
  }

  public void row(String first, String... others) {
    StringBuilder line = new StringBuilder(("| %-" + nameWidth + "s |").formatted(first));
    for (String other : others) {
      line.append((" %" + numberWidth + "s |").formatted(other));
    }
    out.println(line);
  }

  public static String number(int digits, double value) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  /// A ratio as a factor.
  public static String times(double ratio) {
    return number(2, ratio) + " ×";
  }
}
