package dev.drover.bench;

import java.util.Arrays;

/// The measurements, by name.
final class Main {
  private static final String USAGE =
      """
      ./drover bench decode
          20,000 pods from bytes to objects: Drover, fabric8 and the official client
      ./drover bench list [PODS]
          20,000 pods from a real API server to objects, by every transport and format
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
      case "list" -> ListBench.main(args);
      case "footprint" -> Footprint.main(args);
      case "pods" -> PodFile.main(args);
      default -> throw new IllegalArgumentException("no measurement '" + name + "'");
    }
  }
}
