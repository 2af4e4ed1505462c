package dev.drover.bench.decode;

import dev.drover.bench.decode.Decoder.Decoded;
import dev.drover.bench.harness.Folder;
import dev.drover.bench.harness.Forks;
import dev.drover.bench.pods.PodFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.info.GraphStats;

/// Counts the objects of a decoded list one by one with JOL: a second opinion on the heap's own
/// figure, and the classes that the memory goes to.
public final class Footprint {
  /// What JOL needs to look into all objects; it changes nothing about their layout.
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx4g",
          "-XX:+EnableDynamicAgentLoading",
          "-Djdk.attach.allowAttachSelf=true",
          "-Djol.magicFieldOffset=true");

  private Footprint() {}

  /// Prints the footprint by class of these contenders, of Drover's best ones without arguments.
  public static void main(String[] args) throws IOException, InterruptedException {
    List<Contender> contenders =
        args.length == 0
            ? List.of(Contender.DROVER_PROTOBUF, Contender.DROVER_PROTOBUF_SKIPPING)
            : Stream.of(args).map(Contender::valueOf).toList();
    try (Folder folder = Folder.temporary()) {
      Forks forks = new Forks(folder.path());
      forks.run(PodFile.class, List.of("-Xmx4g"), folder.path().toString());
      for (Contender contender : contenders) {
        System.out.println(contender + ", per pod");
        forks
            .run(ByClass.class, OPTIONS, contender.name(), folder.path().toString())
            .forEach(System.out::println);
      }
    }
  }

  /// The bytes per pod of this contender.
  static double total(Forks forks, Contender contender) throws IOException, InterruptedException {
    List<String> lines =
        forks.run(Total.class, OPTIONS, contender.name(), forks.folder().toString());
    return Double.parseDouble(lines.getLast());
  }

  private static Object[] decode(Contender contender, String folder) throws IOException {
    Decoder<?> decoder = contender.decoder();
    Decoded<?> decoded = decoder.decode(Files.readAllBytes(contender.input.in(Path.of(folder))));
    return new Object[] {decoded.pods(), decoded.beside()};
  }

  /// A fork: `Total CONTENDER FOLDER`.
  static final class Total {
    private Total() {}

    public static void main(String[] args) throws IOException {
      Contender contender = Contender.valueOf(args[0]);
      GraphStats stats = GraphStats.parseInstance(decode(contender, args[1]));
      System.out.println((double) stats.totalSize() / contender.input.pods.count());
    }
  }

  /// A fork: `ByClass CONTENDER FOLDER`.
  static final class ByClass {
    private static final int LINES = 30;

    private ByClass() {}

    public static void main(String[] args) throws IOException {
      Contender contender = Contender.valueOf(args[0]);
      double pods = contender.input.pods.count();
      GraphLayout layout = GraphLayout.parseInstance(decode(contender, args[1]));
      print(layout.totalSize() / pods, layout.totalCount() / pods, "all");
      layout.getClasses().stream()
          .sorted(Comparator.comparing((Class<?> type) -> -layout.getClassSizes().count(type)))
          .limit(LINES)
          .forEach(
              type ->
                  print(
                      layout.getClassSizes().count(type) / pods,
                      layout.getClassCounts().count(type) / pods,
                      type.getTypeName()));
    }

    private static void print(double bytes, double objects, String name) {
      System.out.printf(Locale.ROOT, "%9.1f bytes %7.2f objects  %s%n", bytes, objects, name);
    }
  }
}
