package dev.drover.runtime.http;

import dev.drover.client.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/// Reads certificate authorities from PEM files.
public final class Authorities {
  private Authorities() {}

  /// The certificates of a PEM file, at least one.
  ///
  /// @throws ConfigException if there is none, or a certificate is damaged
  public static List<X509Certificate> ofFile(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new ConfigException("there is no certificate in " + file);
      }
      return found;
    } catch (IOException | CertificateException e) {
      throw new ConfigException("cannot read the certificate authorities of " + file + ": " + e, e);
    }
  }
}
