package dev.drover.certificates;

/// A certificate and its private key, both in PEM; the key is PKCS#8.
public record Credential(String certificatePem, String keyPem) {
  @Override
  public String toString() {
    return "Credential[key not shown]";
  }
}
