package dev.drover.runtime.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// The name of this machine.
public final class HostName {
  private HostName() {}

  public static String own() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // it has no name that it knows of
    }
  }
}
