package dev.drover.guests;

import org.junit.jupiter.api.Tag;

/// On kube-apiserver: shows that the contract itself is right.
@Tag("real")
class OfficialClientRealTest extends OfficialClientContract {
  @Override
  Host startHost() throws Exception {
    return Host.real();
  }
}
