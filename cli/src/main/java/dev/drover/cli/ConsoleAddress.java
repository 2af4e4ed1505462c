package dev.drover.cli;

import dev.drover.console.ConsoleExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/// Where a program that `./drover run` starts, and starts again, has its console: a page that was
/// opened once goes on after a restart.
///
/// @param token for the environment of the program: other users can see its arguments
record ConsoleAddress(int port, String token) {
  /// The environment variable that [ConsoleExtension] reads.
  static final String TOKEN = "DROVER_CONSOLE_TOKEN";

  private static final int TOKEN_BYTES = 24;

  /// A port that is free now, and a random token.
  static ConsoleAddress choose() throws IOException {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new ConsoleAddress(
          free.getLocalPort(), Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
  }

  String url() {
    return "http://127.0.0.1:" + port + "/?token=" + token;
  }

  /// What switches the console on.
  List<String> options() {
    return List.of(
        "-Ddrover.extensions=" + ConsoleExtension.class.getName(),
        "-Ddrover.console.actions=true",
        "-Ddrover.console.port=" + port);
  }

  /// Without the token.
  @Override
  public String toString() {
    return "ConsoleAddress[port=" + port + "]";
  }
}
