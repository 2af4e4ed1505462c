package dev.drover.bench.list;

import dev.drover.bench.harness.Forks;
import dev.drover.bench.harness.Median;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// The time of a fresh JVM to its first answer, step by step.
///
/// @param names of the steps
/// @param millis when each was done, counted from the start of the process
record FirstAnswer(List<String> names, List<Double> millis) {

  enum Reader {
    DROVER,
    SOCKET
  }

  static FirstAnswer measure(Forks forks, Reader reader) throws IOException, InterruptedException {
    Instant start = Instant.now();
    List<String> lines =
        forks.run(
            FirstAnswerFork.class, ListBench.OPTIONS, reader.name(), forks.folder().toString());
    List<String> names = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      Instant done = Instant.EPOCH.plus(Long.parseLong(line, 0, space, 10), ChronoUnit.MICROS);
      names.add(line.substring(space + 1));
      millis.add(ChronoUnit.MICROS.between(start, done) / 1e3);
    }
    return new FirstAnswer(names, millis);
  }

  private double step(int index) {
    return millis.get(index) - (index == 0 ? 0 : millis.get(index - 1));
  }

  /// The medians of each step and of when it was done.
  static void print(PrintStream out, String title, List<FirstAnswer> answers) {
    out.printf("| %-46s | %10s | %10s |%n", title, "step ms", "done ms");
    out.println("|" + "-".repeat(48) + "|" + ("-".repeat(11) + ":|").repeat(2));
    List<String> names = answers.getFirst().names();
    IntStream.range(0, names.size())
        .forEach(
            i ->
                out.printf(
                    Locale.ROOT,
                    "| %-46s | %10.0f | %10.0f |%n",
                    names.get(i),
                    Median.of(answers.stream().mapToDouble(a -> a.step(i))),
                    Median.of(answers.stream().mapToDouble(a -> a.millis().get(i)))));
    out.println();
  }
}
