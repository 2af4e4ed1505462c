package dev.drover.server;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Files with certificates and keys of a server, in PEM, as kube-apiserver takes them. The server
/// generates those that are not given.
///
/// ```java
/// Options.defaults().with(o -> o.certificateFiles(
///     CertificateFiles.none().with(f -> f.serving(certificate, key).clientAuthorities(ca))));
/// ```
public final class CertificateFiles {
  private static final CertificateFiles NONE = new CertificateFiles(new Builder());

  private final @Nullable Path servingCertificate;
  private final @Nullable Path servingKey;
  private final @Nullable Path clientAuthorities;
  private final @Nullable Path serviceAccountPublicKey;
  private final @Nullable Path serviceAccountPrivateKey;

  private CertificateFiles(Builder from) {
    this.servingCertificate = from.servingCertificate;
    this.servingKey = from.servingKey;
    this.clientAuthorities = from.clientAuthorities;
    this.serviceAccountPublicKey = from.serviceAccountPublicKey;
    this.serviceAccountPrivateKey = from.serviceAccountPrivateKey;
  }

  /// No files: the server makes everything itself.
  public static CertificateFiles none() {
    return NONE;
  }

  /// A copy with changes.
  public CertificateFiles with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.servingCertificate = servingCertificate;
    builder.servingKey = servingKey;
    builder.clientAuthorities = clientAuthorities;
    builder.serviceAccountPublicKey = serviceAccountPublicKey;
    builder.serviceAccountPrivateKey = serviceAccountPrivateKey;
    change.accept(builder);
    return new CertificateFiles(builder);
  }

  /// The certificate that the server presents, with its chain: `--tls-cert-file`.
  public Optional<Path> servingCertificate() {
    return Optional.ofNullable(servingCertificate);
  }

  /// Its key, PKCS#8: `--tls-private-key-file`.
  public Optional<Path> servingKey() {
    return Optional.ofNullable(servingKey);
  }

  /// Authorities whose client certificates are accepted, besides the server's own:
  /// `--client-ca-file`.
  public Optional<Path> clientAuthorities() {
    return Optional.ofNullable(clientAuthorities);
  }

  /// The public key, or a certificate with it, by which the tokens of service accounts are checked:
  /// `--service-account-key-file`.
  public Optional<Path> serviceAccountPublicKey() {
    return Optional.ofNullable(serviceAccountPublicKey);
  }

  /// The key that signs the tokens of service accounts, PKCS#8 on the curve P-256:
  /// `--service-account-signing-key-file`.
  public Optional<Path> serviceAccountPrivateKey() {
    return Optional.ofNullable(serviceAccountPrivateKey);
  }

  @Override
  public String toString() {
    return "CertificateFiles[servingCertificate=%s, servingKey=%s, clientAuthorities=%s, serviceAccountPublicKey=%s, serviceAccountPrivateKey=%s]"
        .formatted(
            servingCertificate,
            servingKey,
            clientAuthorities,
            serviceAccountPublicKey,
            serviceAccountPrivateKey);
  }

  /// Changes the files. Not thread safe.
  public static final class Builder {
    private @Nullable Path servingCertificate;
    private @Nullable Path servingKey;
    private @Nullable Path clientAuthorities;
    private @Nullable Path serviceAccountPublicKey;
    private @Nullable Path serviceAccountPrivateKey;

    private Builder() {}

    /// As [CertificateFiles#servingCertificate] and [CertificateFiles#servingKey].
    public Builder serving(Path certificate, Path key) {
      servingCertificate = certificate;
      servingKey = key;
      return this;
    }

    /// As [CertificateFiles#clientAuthorities].
    public Builder clientAuthorities(Path file) {
      clientAuthorities = file;
      return this;
    }

    /// As [CertificateFiles#serviceAccountPublicKey] and
    /// [CertificateFiles#serviceAccountPrivateKey].
    public Builder serviceAccountKeys(Path publicKey, Path privateKey) {
      serviceAccountPublicKey = publicKey;
      serviceAccountPrivateKey = privateKey;
      return this;
    }
  }
}
