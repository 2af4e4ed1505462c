package dev.drover.guests;

/// On the server in the jar.
class Fabric8Test extends Fabric8Contract {
  @Override
  Host startHost() {
    return Host.embedded();
  }
}
