package dev.drover.server.storage.disk;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Pem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The keys and tokens in a data directory, so that kubeconfigs and tokens of service accounts stay
/// valid when the server restarts.
///
/// Each is created when it is first asked for, readable for this user alone; a file is there whole
/// or not at all.
///
/// Safe for any number of threads.
public final class IdentityFiles {
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PRIVATE_KEY = "PRIVATE KEY";
  private static final String PUBLIC_KEY = "PUBLIC KEY";

  private final Path folder;

  /// @param dataDirectory the folder of a [DataDirectory]
  public IdentityFiles(Path dataDirectory) throws IOException {
    this.folder = dataDirectory.resolve("pki");
    Files.createDirectories(folder, attributes(folder, "rwx------"));
  }

  /// A certificate authority.
  public CertificateAuthority authority(String name, InstantSource clock) throws IOException {
    Path file = folder.resolve(name + ".pem");
    String text =
        readOrCreate(
            file,
            () -> {
              Credential created = CertificateAuthority.lasting(name, clock).credential();
              return created.certificatePem() + created.keyPem();
            });
    try {
      return CertificateAuthority.restored(
          name,
          new Credential(
              Pem.encode(CERTIFICATE, block(text, CERTIFICATE)),
              Pem.encode(PRIVATE_KEY, block(text, PRIVATE_KEY))),
          clock);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unusable(file, e);
    }
  }

  /// The keys that sign the tokens of service accounts.
  public KeyPair signingKeys() throws IOException {
    Path file = folder.resolve("service-account.pem");
    String text =
        readOrCreate(
            file,
            () -> {
              KeyPair created = CertificateAuthority.newKeys();
              return Pem.encode(PRIVATE_KEY, created.getPrivate().getEncoded())
                  + Pem.encode(PUBLIC_KEY, created.getPublic().getEncoded());
            });
    try {
      KeyFactory keys = KeyFactory.getInstance("EC");
      return new KeyPair(
          keys.generatePublic(new X509EncodedKeySpec(block(text, PUBLIC_KEY))),
          keys.generatePrivate(new PKCS8EncodedKeySpec(block(text, PRIVATE_KEY))));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unusable(file, e);
    }
  }

  /// The file with the tokens of users, in kube-apiserver's format; empty at first.
  public synchronized String tokens() throws IOException {
    return readOrCreate(tokenFile(), () -> "");
  }

  /// Adds a user to the file with the tokens.
  public synchronized void addToken(String token, String user, List<String> groups)
      throws IOException {
    String row =
        Stream.of(token, user, "", String.join(",", groups))
            .map(field -> '"' + field.replace("\"", "\"\"") + '"')
            .collect(Collectors.joining(",", "", "\n"));
    write(tokenFile(), tokens() + row);
  }

  private Path tokenFile() {
    return folder.resolve("tokens.csv");
  }

  private static byte[] block(String text, String label) {
    return Pem.blocks(text).stream()
        .filter(block -> block.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("it has no block " + label))
        .content();
  }

  private static IOException unusable(Path file, Exception cause) {
    return new IOException(
        file
            + " cannot be used: "
            + cause.getMessage()
            + ". Restore it from a copy; without it, new kubeconfigs and tokens are needed",
        cause);
  }

  private String readOrCreate(Path file, Supplier<String> content) throws IOException {
    @Nullable String existing = read(file);
    if (existing != null) {
      return existing;
    }
    String created = content.get();
    write(file, created);
    return created;
  }

  private static @Nullable String read(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private void write(Path file, String content) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + DiskFiles.UNFINISHED);
    Files.deleteIfExists(unfinished);
    Files.createFile(unfinished, attributes(file, "rw-------"));
    try (FileChannel out = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    DiskFiles.force(folder);
  }

  private static FileAttribute<?>[] attributes(Path file, String permissions) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
