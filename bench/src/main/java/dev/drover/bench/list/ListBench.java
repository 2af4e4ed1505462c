package dev.drover.bench.list;

import dev.drover.bench.harness.Access;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.ForkEnd;
import dev.drover.bench.harness.Forks;
import dev.drover.bench.pods.PodServer;
import dev.drover.bench.pods.Pods;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/// Measures how the pods of a real API server become values: every transport and format in a cold
/// JVM, next to readers that only read. In turns, so that what disturbs the machine for a minute
/// disturbs all.
public final class ListBench {
  private static final int ROUNDS = 3;
  private static final int FIRST_ANSWERS = 7;

  // Enough for all contenders; the same for all.
  static final List<String> OPTIONS = List.of("-Xmx1g");

  private final int pods;
  private final Forks forks;
  private final Access access;
  private final Map<ListContender, List<ListMeasurement>> measurements =
      new EnumMap<>(ListContender.class);

  private ListBench(int pods, Forks forks, Access access) {
    this.pods = pods;
    this.forks = forks;
    this.access = access;
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    if (args.length > 1) {
      throw new IllegalArgumentException("list takes at most the number of pods");
    }
    int count = args.length == 0 ? Pods.STANDARD.count() : Integer.parseInt(args[0]);
    try (Folder folder = Folder.temporary();
        PodServer server = PodServer.start()) {
      say("Creating " + count + " pods");
      server.fill(new Pods(count, Math.max(10, count / 100), false));
      new ListBench(count, new Forks(folder.path()), server.access(folder.path())).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    boolean curl = Curl.isInstalled();
    if (!curl) {
      say("curl is not installed: left out");
    }
    read(ListContender.SOCKET); // the server's own warm-up
    read(ListContender.SOCKET_JSON);
    for (int round = 1; round <= ROUNDS; round++) {
      say("Round " + round + " of " + ROUNDS);
      for (ListContender contender : inOrderOf(round)) {
        if (curl || contender.curl().isEmpty()) {
          measurements.computeIfAbsent(contender, c -> new ArrayList<>()).add(read(contender));
        }
      }
    }
    say("First answers");
    List<FirstAnswer> answers = new ArrayList<>();
    List<FirstAnswer> raw = new ArrayList<>();
    for (int round = 0; round < FIRST_ANSWERS; round++) {
      answers.add(FirstAnswer.measure(forks, FirstAnswer.Reader.DROVER));
      raw.add(FirstAnswer.measure(forks, FirstAnswer.Reader.SOCKET));
    }
    new ListReport(pods, measurements).print(System.out);
    FirstAnswer.print(System.out, "First answer to a GET, Drover's client", answers);
    FirstAnswer.print(System.out, "First answer to a GET, raw SSLSocket", raw);
  }

  /// Every other round backwards: what a reading leaves the server to clean up, its next reader
  /// pays.
  private static List<ListContender> inOrderOf(int round) {
    List<ListContender> all = List.of(ListContender.values());
    return round % 2 == 1 ? all : all.reversed();
  }

  private ListMeasurement read(ListContender contender) throws IOException, InterruptedException {
    Duration server = PodServer.cpu();
    Instant start = Instant.now();
    if (contender.curl().isPresent()) {
      List<String> said =
          new Curl(access).run(Lister.TARGET, "%{size_download}", contender.curl().get());
      Duration wall = Duration.between(start, Instant.now());
      return ListMeasurement.ofCurl(wall, said, PodServer.cpu().minus(server));
    }
    List<String> lines =
        forks.run(ListFork.class, OPTIONS, contender.name(), access.folder().toString());
    ForkEnd end = ForkEnd.parse(lines.getLast());
    if (contender.decodes() && end.objects() != pods) {
      throw new IOException(contender + " read " + end.objects() + " pods of " + pods);
    }
    return ListMeasurement.ofFork(start, end, PodServer.cpu().minus(server));
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
