package dev.drover.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// What this machine is called.
final class HostName {
  private HostName() {}

  static String own() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // it has no name that it knows of
    }
  }
}
