package dev.drover.interop;

/// On the server in the jar.
class OperatorSdkTest extends OperatorSdkContract {
  @Override
  TestedServer startServer() {
    return TestedServer.embedded();
  }
}
