package dev.drover.interop;

/// On the server in the jar.
class OfficialClientTest extends OfficialClientContract {
  @Override
  TestedServer startServer() {
    return TestedServer.embedded();
  }
}
