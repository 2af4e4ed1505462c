package dev.drover.client;

import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a configuration is looked up in: variables, folders and the time.
///
/// @param variables of the environment
/// @param home of the user
/// @param serviceAccount where the kubelet puts the service account of a pod
/// @param clock the time
record ConfigEnvironment(
    Function<String, @Nullable String> variables,
    Path home,
    Path serviceAccount,
    TimeSource clock) {

  static ConfigEnvironment ofProcess() {
    // Containers with a user of no name have $HOME, but nothing that the JDK could look up.
    String home = System.getenv("HOME");
    return new ConfigEnvironment(
        System::getenv,
        Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home),
        Path.of("/var/run/secrets/kubernetes.io/serviceaccount"),
        TimeSource.system());
  }

  /// A variable; empty if it is not set.
  String variable(String name) {
    String value = variables.apply(name);
    return value == null ? "" : value;
  }
}
