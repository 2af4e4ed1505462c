package dev.drover.cli;

import dev.drover.client.ClientConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that choose the cluster of a command, as in kubectl.
final class ClusterOptions {
  @Option(names = "--kubeconfig", paramLabel = "FILE", description = "which cluster, and as whom")
  private @Nullable String kubeconfig;

  @Option(names = "--context", paramLabel = "NAME", description = "which context of it")
  private @Nullable String context;

  /// @throws dev.drover.client.ConfigException when there is none; it says what was looked for
  ClientConfig config() {
    List<String> args = new ArrayList<>();
    if (kubeconfig != null) {
      args.add("--kubeconfig=" + kubeconfig);
    }
    if (context != null) {
      args.add("--context=" + context);
    }
    return ClientConfig.fromArgs(args.toArray(String[]::new));
  }
}
