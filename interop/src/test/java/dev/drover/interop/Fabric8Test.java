package dev.drover.interop;

/// On the server in the jar.
class Fabric8Test extends Fabric8Contract {
  @Override
  TestedServer startServer() {
    return TestedServer.embedded();
  }
}
