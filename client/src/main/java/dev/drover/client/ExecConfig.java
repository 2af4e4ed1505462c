package dev.drover.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A program that gives credentials, as a kubeconfig describes it.
///
/// @param apiVersion of the objects that are exchanged with it
/// @param command a name to be found in the PATH, or a path
/// @param args its arguments
/// @param env variables that it gets besides those of this process
/// @param installHint shown when the program is not there
/// @param provideClusterInfo whether its input has the address and CA of the cluster
/// @param interactiveMode whether it may ask the user
/// @param clusterConfig what the cluster entry says to it, given only with `provideClusterInfo`
/// @param place what messages call the entry
record ExecConfig(
    String apiVersion,
    String command,
    List<String> args,
    Map<String, String> env,
    @Nullable String installHint,
    boolean provideClusterInfo,
    InteractiveMode interactiveMode,
    @Nullable Object clusterConfig,
    String place) {

  ExecConfig {
    args = List.copyOf(args);
    env = Map.copyOf(env);
  }

  /// Whether the program may read from the terminal.
  enum InteractiveMode {
    NEVER,
    IF_AVAILABLE,
    ALWAYS
  }

  /// Arguments and variables may be secrets.
  @Override
  public String toString() {
    return "ExecConfig[" + command + ", " + place + "]";
  }
}
