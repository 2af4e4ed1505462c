package dev.drover.interop;

import org.junit.jupiter.api.Tag;

/// On kube-apiserver: shows that the contract itself is right.
@Tag("real")
class OperatorSdkRealTest extends OperatorSdkContract {
  @Override
  TestedServer startServer() throws Exception {
    return TestedServer.real();
  }
}
