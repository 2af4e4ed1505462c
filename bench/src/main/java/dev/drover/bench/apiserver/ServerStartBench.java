package dev.drover.bench.apiserver;

import dev.drover.bench.harness.JsonText;
import dev.drover.bench.harness.Median;
import dev.drover.server.EmbeddedApiServer;
import java.util.ArrayList;
import java.util.List;

/// Measures the start of the API server in a jar: the first one in a JVM, and those after it, as in
/// a suite of tests.
public final class ServerStartBench {
  private static final int STARTS = 21;

  private ServerStartBench() {}

  public static void main(String[] args) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      millis.add(start());
    }
    double median = Median.of(millis.stream().skip(1).mapToDouble(Double::doubleValue));
    System.out.println(
        JsonText.of(
            JsonText.object(
                "bench",
                "apiserver",
                "firstMillis",
                Math.round(millis.getFirst()),
                "secondMillis",
                Math.round(millis.get(1)),
                "laterMillis",
                Math.round(median))));
  }

  private static double start() {
    long begin = System.nanoTime();
    try (EmbeddedApiServer _ = EmbeddedApiServer.start()) {
      return (System.nanoTime() - begin) / 1e6;
    }
  }
}
