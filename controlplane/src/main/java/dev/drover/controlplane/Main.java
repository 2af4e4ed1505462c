package dev.drover.controlplane;

/// Finds or builds the programs of a control plane, for `./drover test`.
///
/// ```
/// find [version]    prints how and where they were found; exit code 3 if they are not there
/// build [version]   builds them where they are missing
/// ```
final class Main {
  private static final int NOT_FOUND = 3;
  private static final int USAGE = 2;

  private Main() {}

  static void main(String[] arguments) throws InterruptedException {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) throws InterruptedException {
    String command = arguments.length > 0 ? arguments[0] : "";
    String version = arguments.length > 1 ? arguments[1] : Binaries.DEFAULT_VERSION;
    try {
      var found = Binaries.find(version, System.getenv());
      if (found.isPresent()) {
        return print(found.get());
      }
      return switch (command) {
        case "find" -> NOT_FOUND;
        case "build" -> {
          var cache = Binaries.cacheFolder(System.getenv());
          yield print(new GoBuild(version, cache, System.err::println).build());
        }
        default -> {
          System.err.println("usage: find|build [version]");
          yield USAGE;
        }
      };
    } catch (ControlPlaneException e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }

  private static int print(Binaries binaries) {
    System.out.println(binaries.origin() + ": " + binaries.kubeApiServer() + " " + binaries.etcd());
    return 0;
  }
}
