package dev.drover.controlplane;

/// A certificate and its private key, both in PEM; the key is PKCS#8.
record Credential(String certificatePem, String keyPem) {
  @Override
  public String toString() {
    return "Credential[key not shown]";
  }
}
