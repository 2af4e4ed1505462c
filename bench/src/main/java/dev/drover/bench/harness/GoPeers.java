package dev.drover.bench.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A program in Go, such as client-go and controller-runtime in `bench/go`: built once for each
/// state of its sources and kept in Drover's cache folder.
public record GoPeers(Path program) {

  /// client-go and controller-runtime; empty where there is no Go.
  public static Optional<GoPeers> build() throws IOException, InterruptedException {
    return build("go", "client-go and controller-runtime");
  }

  /// Wrangler's apply; empty where there is no Go.
  public static Optional<GoPeers> wrangler() throws IOException, InterruptedException {
    return build("wrangler", "Wrangler");
  }

  private static Optional<GoPeers> build(String folder, String what)
      throws IOException, InterruptedException {
    Path sources = Path.of(System.getenv().getOrDefault("DROVER_ROOT", "."), "bench", folder);
    Path program = cache().resolve("bench").resolve(checksum(sources)).resolve("peers");
    if (Files.isExecutable(program)) {
      return Optional.of(new GoPeers(program));
    }
    if (!isGoInstalled()) {
      return Optional.empty();
    }
    System.err.println("Building " + what + "; takes minutes the first time");
    Files.createDirectories(program.getParent());
    Path made = program.resolveSibling("peers." + ProcessHandle.current().pid());
    Process process =
        new ProcessBuilder("go", "build", "-o", made.toString(), ".")
            .directory(sources.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("go build failed in " + sources + "\n" + said);
    }
    Files.move(made, program, StandardCopyOption.ATOMIC_MOVE);
    return Optional.of(new GoPeers(program));
  }

  /// Where the control plane's binaries are kept as well.
  private static Path cache() {
    Map<String, String> environment = System.getenv();
    if (environment.containsKey("DROVER_CACHE")) {
      return Path.of(environment.get("DROVER_CACHE"));
    }
    return environment.containsKey("XDG_CACHE_HOME")
        ? Path.of(environment.get("XDG_CACHE_HOME"), "drover")
        : Path.of(System.getProperty("user.home"), ".cache", "drover");
  }

  private static boolean isGoInstalled() throws InterruptedException {
    try {
      return new ProcessBuilder("go", "version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String checksum(Path sources) throws IOException {
    try (Stream<Path> files = Files.list(sources)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files.sorted().toList()) {
        digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// The command that lets one of them run.
  public List<String> command(List<String> flags) {
    return Stream.concat(Stream.of(program.toString()), flags.stream()).toList();
  }
}
