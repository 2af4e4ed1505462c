package dev.drover.guests;

/// On the server in the jar.
class OfficialClientTest extends OfficialClientContract {
  @Override
  Host startHost() {
    return Host.embedded();
  }
}
