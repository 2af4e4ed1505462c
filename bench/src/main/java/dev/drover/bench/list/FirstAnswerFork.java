package dev.drover.bench.list;

import dev.drover.bench.harness.Access;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Transport;
import dev.drover.model.core.v1.Namespace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// One fresh JVM that requests one object: `FirstAnswerFork READER FOLDER`. Prints the time of each
/// step: microseconds of the day's clock, and the step's name.
final class FirstAnswerFork {
  private static final String TARGET = "/api/v1/namespaces/default";

  private final List<String> done = new ArrayList<>();

  private FirstAnswerFork() {}

  public static void main(String[] args) throws Exception {
    FirstAnswerFork fork = new FirstAnswerFork();
    fork.done("JVM, up to main");
    Access access = new Access(Path.of(args[1]));
    switch (FirstAnswer.Reader.valueOf(args[0])) {
      case DROVER -> fork.drover(access);
      case SOCKET -> fork.socket(access);
    }
    fork.done.forEach(System.out::println);
  }

  // No "+": the start of the JVM's string concatenation would count as a step.
  private void done(String step) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    done.add(Long.toString(micros).concat(" ").concat(step));
  }

  private void drover(Access access) throws IOException {
    ClientConfig config = ClientConfig.fromKubeconfig(access.kubeconfig());
    done("kubeconfig read");
    try (Client client = Client.connect(config)) {
      Transport.Layer timed =
          (request, next) -> {
            done("request made, while the connection is being made");
            var response = next.send(request);
            done("head of the answer");
            return response;
          };
      Client observed = Client.over(client.rest().with(timed));
      Namespace namespace = observed.resources(Namespace.KIND).get("default");
      done("object decoded: ".concat(namespace.name()));
    }
  }

  private void socket(Access access) throws IOException, GeneralSecurityException {
    URI server = access.server();
    SSLContext context = RawLister.tls(access);
    done("TLS context");
    try (Socket plain = new Socket(InetAddress.ofLiteral(server.getHost()), server.getPort())) {
      done("connected");
      try (SSLSocket socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(plain, server.getHost(), server.getPort(), true)) {
        socket.startHandshake();
        done("handshake");
        socket
            .getOutputStream()
            .write(RawLister.request(access, TARGET, "application/json", false));
        if (socket.getInputStream().read() < 0) {
          throw new IOException("no answer");
        }
        done("first byte of the answer");
      }
    }
  }
}
