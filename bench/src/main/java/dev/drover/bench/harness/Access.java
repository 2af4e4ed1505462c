package dev.drover.bench.harness;

import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// The address and the credentials of an API server, as files in a folder, so that no secret is
/// among the arguments of a process. By token, as programs in a cluster authenticate.
///
/// @param folder holds the address, the authority, the token (bare, and as a header), a kubeconfig
public record Access(Path folder) {

  public static Access write(Path folder, ControlPlane server) throws IOException {
    Access access = new Access(folder);
    String token = server.admin().token().orElseThrow();
    Files.writeString(access.file("server"), server.url().toString());
    Files.writeString(access.authority(), server.caPem());
    Files.writeString(access.file("token"), token);
    Files.writeString(access.headerFile(), "Authorization: Bearer " + token + "\n");
    Files.writeString(access.kubeconfig(), server.kubeconfig());
    return access;
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  public Path authority() {
    return file("ca.pem");
  }

  public Path headerFile() {
    return file("header");
  }

  public Path kubeconfig() {
    return file("kubeconfig");
  }

  public URI server() throws IOException {
    return URI.create(Files.readString(file("server")));
  }

  /// The value of the header `Authorization`.
  public String authorization() throws IOException {
    return "Bearer " + token();
  }

  String token() throws IOException {
    return Files.readString(file("token"));
  }

  /// The configuration of our client.
  public ClientConfig config(boolean gzip) throws IOException {
    String token = token();
    return ClientConfig.of(server())
        .with(c -> c.certificateAuthority(authority()).token(token).compression(gzip));
  }
}
