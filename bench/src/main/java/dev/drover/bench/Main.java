package dev.drover.bench;

import java.util.Arrays;

/// The measurements, by name.
final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "" : args[0];
    String[] rest = Arrays.copyOfRange(args, Math.min(1, args.length), args.length);
    switch (name) {
      case "decode" -> DecodeBench.main(rest);
      case "footprint" -> Footprint.main(rest);
      case "pods" -> PodFile.main(rest);
      case "" -> list();
      default -> {
        System.err.println("bench: no measurement '" + name + "'");
        list();
        System.exit(2);
      }
    }
  }

  private static void list() {
    System.out.println(
        """
        ./drover bench decode
            20,000 pods from bytes to objects: Drover, fabric8 and the official client
        ./drover bench footprint [CONTENDER...]
            the classes that the memory of those pods goes to
        ./drover bench pods FOLDER
            writes those pods to files, as JSON and protobuf\
        """);
  }
}
