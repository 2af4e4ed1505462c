package dev.drover.bench.list;

import dev.drover.bench.harness.Access;
import dev.drover.bench.harness.ForkEnd;
import java.lang.ref.Reference;
import java.nio.file.Path;

/// One fresh JVM that reads all pods once: `ListFork CONTENDER FOLDER`.
final class ListFork {
  private ListFork() {}

  public static void main(String[] args) throws Exception {
    Lister lister = ListContender.valueOf(args[0]).lister();
    Lister.Listed listed = lister.list(new Access(Path.of(args[1])));
    ForkEnd end = ForkEnd.now(listed.objects(), listed.bytes());
    Reference.reachabilityFence(listed.held());
    System.out.println(end.toLine());
  }
}
