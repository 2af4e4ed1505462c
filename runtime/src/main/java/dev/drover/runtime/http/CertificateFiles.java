package dev.drover.runtime.http;

import dev.drover.client.ConfigException;
import dev.drover.client.TlsCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The certificate in `tls.crt` and `tls.key` of a folder, as a mounted Secret has them.
///
/// Each call reads the files; the result is the same instance as long as their content is the same.
/// One thread at a time.
public final class CertificateFiles implements Supplier<TlsCertificate> {
  private final Path certificate;
  private final Path key;
  private final String remedy;
  private String content = ""; // of both files, as last read
  private @Nullable TlsCertificate known;

  /// @param folder where the files are
  /// @param remedy what to do if there is no certificate; the last sentence of the exception
  public CertificateFiles(Path folder, String remedy) {
    this.certificate = folder.resolve("tls.crt");
    this.key = folder.resolve("tls.key");
    this.remedy = remedy;
  }

  /// @throws ConfigException if a file is missing or damaged, or they do not belong together
  @Override
  public TlsCertificate get() {
    String shown = read(certificate);
    String secret = read(key);
    TlsCertificate current = known;
    if (current != null && content.equals(shown + '\0' + secret)) {
      return current;
    }
    try {
      TlsCertificate made = TlsCertificate.ofPem(shown, secret);
      content = shown + '\0' + secret;
      known = made;
      return made;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "cannot use the certificate in %s and %s: %s. %s"
              .formatted(certificate, key, e.getMessage(), remedy),
          e);
    }
  }

  private String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new ConfigException("there is no file " + file + ". " + remedy, e);
    } catch (IOException e) {
      throw new ConfigException("cannot read " + file + ": " + e + ". " + remedy, e);
    }
  }
}
