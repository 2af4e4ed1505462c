package dev.drover.bench;

import dev.drover.bench.apiserver.ServerBench;
import dev.drover.bench.apiserver.ServerStartBench;
import dev.drover.bench.apply.ApplyBench;
import dev.drover.bench.cache.StoreBench;
import dev.drover.bench.codec.CodecBench;
import dev.drover.bench.console.ConsoleBench;
import dev.drover.bench.decode.DecodeBench;
import dev.drover.bench.decode.Footprint;
import dev.drover.bench.informers.WatchesBench;
import dev.drover.bench.list.ListBench;
import dev.drover.bench.pods.PodFile;
import dev.drover.bench.queue.QueueBench;
import dev.drover.bench.reconcile.ControllerRun;
import dev.drover.bench.sync.SyncRun;
import dev.drover.bench.trial.TrialBench;
import dev.drover.bench.watch.SteadyBench;
import dev.drover.bench.watch.WatchRun;
import java.util.Arrays;

/// The measurements, by name.
final class Main {
  private static final String USAGE =
      """
      ./drover bench decode
          20,000 pods from bytes to objects: Drover, fabric8 and the official client
      ./drover bench codec
          objects of a custom kind to bytes and back: generated codecs, reflection, Jackson, fabric8 and
          the official client
      ./drover bench list [PODS]
          20,000 pods from a real API server to objects, by every transport and format
      ./drover bench sync [--pods N] [--rounds N] [--no-growth] [--with-100000]
          caches of 20,000 pods of a real API server, from nothing to synced: time, CPU, memory;
          Drover, fabric8, the official client, client-go and controller-runtime
      ./drover bench sync --server URL --token T [--insecure | --ca FILE] [--kind PLURAL] [--variant NAME]
          one of them, against any API server: one line of JSON
      ./drover bench watch [--events N] [--objects N] [--rounds N]
          events of a replayed watch, pods and custom resources, to a handler: the same peers
      ./drover bench watch --variant NAME [--kind pods|machines] [--shape repeating|unique] [--tls] [--events N]
          one of them: one line of JSON
      ./drover bench queue
          a million keys through a work queue with 1 and 8 workers: Drover, the official client and client-go
      ./drover bench reconcile [--objects N] [--rounds N] [--only NAME | --consoles] [--jvm OPTIONS]
          2,000 ConfigMaps of a real API server, each of which gets a Secret and an annotation: time,
          calls, CPU, memory; Drover, controller-runtime, Java Operator SDK and the official client;
          with --consoles Drover alone, without a console, with one, and with a viewer of it
      ./drover bench console [--rate N] [--seconds N] [--rounds N]
          2,000 runs a second without a console, with one that has no viewer, with one viewer: CPU
      ./drover bench start [--rounds N]
          from the start of the process to the first reconcile: the same, and Drover with an AOT cache
      ./drover bench small [--rounds N]
          the memory of a controller with one object, ten seconds after its first reconcile: the same
      ./drover bench watches [--informers N,N,...] [--rounds N]
          1 to 1,000 informers in one process: heap, memory, sockets, CPU; Drover, fabric8 and client-go
      ./drover bench steady [--objects N] [--rate N] [--seconds N] [--rounds N] [--jvm OPTIONS]
          a cache of 20,000 pods with 2,000 updates a second: the longest pause, memory, CPU; Drover,
          fabric8 and client-go
      ./drover bench apply [--sets N] [--objects N]
          1,000 desired sets of 10 objects on a real API server: created, unchanged, one field changed;
          requests, time, allocations
      ./drover bench apiserver [--pods N] [--rounds N] [--only drover|kubernetes] [--heap SIZE] [--jvm OPTIONS]
          the API server in a jar and kube-apiserver with etcd: lists, watches, writes; CPU and memory
      ./drover bench trial [--plans N]
          an undisturbed run of a trial against a plain test, and 1,000 plans of the Website controller
      ./drover bench apiserver-start
          starts of the API server in a jar, the first in a JVM and those after it
      ./drover bench store
          100,000 objects in a store, without and with indexes: heap beside the objects, writes, reads
      ./drover bench footprint [CONTENDER...]
          the classes that the memory of those pods goes to
      ./drover bench pods FOLDER
          writes those pods to files, as JSON and protobuf\
      """;

  private Main() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.out.println(USAGE);
      return;
    }
    try {
      run(args[0], Arrays.copyOfRange(args, 1, args.length));
    } catch (IllegalArgumentException e) {
      System.err.println("bench: " + e.getMessage());
      System.err.println(USAGE);
      System.exit(2);
    }
  }

  private static void run(String name, String[] args) throws Exception {
    switch (name) {
      case "decode" -> DecodeBench.main(args);
      case "codec" -> CodecBench.main(args);
      case "list" -> ListBench.main(args);
      case "sync" -> SyncRun.main(args);
      case "watch" -> WatchRun.main(args);
      case "queue" -> QueueBench.main(args);
      case "steady" -> SteadyBench.main(args);
      case "watches" -> WatchesBench.main(args);
      case "reconcile", "start", "small" -> ControllerRun.main(name, args);
      case "console" -> ConsoleBench.main(args);
      case "apply" -> ApplyBench.main(args);
      case "apiserver" -> ServerBench.main(args);
      case "apiserver-start" -> ServerStartBench.main(args);
      case "trial" -> TrialBench.main(args);
      case "store" -> StoreBench.main(args);
      case "footprint" -> Footprint.main(args);
      case "pods" -> PodFile.main(args);
      default -> throw new IllegalArgumentException("no measurement '" + name + "'");
    }
  }
}
