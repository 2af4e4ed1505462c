package dev.drover.server.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.drover.api.RawExtension;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Tls;
import dev.drover.schema.TreeNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/// The webhooks that scenarios configure: the path says how they answer.
///
/// | path | answers |
/// |---|---|
/// | `/allow` | yes |
/// | `/deny`, `/deny/CODE/REASON/MESSAGE` | no |
/// | `/show` | no, with the request as message, without the user and the uid of the request |
/// | `/patch/BASE64URL` | yes, with that JSON patch |
/// | `/warn/TEXT` | yes, with a warning |
/// | `/add/LABEL` | yes, with a patch that adds a label with the number of labels before |
/// | `/raw/BASE64URL` | that answer, in which `UID` is the uid of the request |
/// | `/status/CODE` | that status with a text |
/// | `/convert/...` | see [ConversionAnswers] |
///
/// In scenarios `{hook}` is the address, `{ca}` the authority of its certificate and `<b:text>` is
/// the text in base64 for URLs.
final class HookServer {
  private static final HookServer SHARED = start();

  private final HttpsServer server;
  private final String ca;

  private HookServer(HttpsServer server, String ca) {
    this.server = server;
    this.ca = ca;
  }

  private static HookServer start() {
    try {
      CertificateAuthority authority = new CertificateAuthority("webhooks", InstantSource.system());
      Credential credential =
          authority.forServer(List.of("localhost"), List.of(InetAddress.getByName("127.0.0.1")));
      HttpsServer server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
      server.setHttpsConfigurator(
          new HttpsConfigurator(Tls.forServer(credential, authority.certificatePem())));
      server.setExecutor(
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("hook-", 0).factory()));
      server.createContext("/", HookServer::serve);
      server.start();
      return new HookServer(server, authority.certificatePem());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A text with the address and the authority in it.
  static String filled(String text) {
    if (text.indexOf("{hook}") < 0 && text.indexOf("<b:") < 0) {
      return text;
    }
    String encoded =
        java.util.regex.Pattern.compile("<b:(.*?):b>")
            .matcher(text)
            .replaceAll(
                match ->
                    Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(
                            Relaxed.json(match.group(1)).getBytes(StandardCharsets.UTF_8)));
    return encoded
        .replace("{hook}", "https://127.0.0.1:" + SHARED.server.getAddress().getPort())
        .replace(
            "{ca}",
            Base64.getEncoder().encodeToString(SHARED.ca.getBytes(StandardCharsets.US_ASCII)));
  }

  private static void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String[] path = exchange.getRequestURI().getPath().substring(1).split("/", -1);
      if (path[0].equals("status")) {
        reply(exchange, Integer.parseInt(path[1]), "text/plain", "no luck\n");
        return;
      }
      TreeNode review = TreeNode.copyOf(Relaxed.object(new String(body, StandardCharsets.UTF_8)));
      if (path[0].equals("convert")) {
        reply(exchange, 200, "application/json", ConversionAnswers.of(path, review));
        return;
      }
      reply(exchange, 200, "application/json", answer(path, review));
    }
  }

  private static void reply(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static String answer(String[] path, TreeNode review) {
    TreeNode request = review.at("request");
    String uid = request.text("uid");
    TreeNode response = TreeNode.empty().set("uid", uid).set("allowed", true);
    switch (path[0]) {
      case "allow" -> {}
      case "deny" -> deny(response, path);
      case "show" -> {
        request.remove("userInfo").remove("uid");
        response.set("allowed", false).orCreate("status").set("message", review.toString());
        response.at("status").set("message", RawExtension.ofTree(review.map()).raw().utf8());
      }
      case "patch" -> patch(response, decoded(path[1]));
      case "warn" -> response.set("warnings", List.of(path[1]));
      case "add" -> add(response, request.at("object"), path[1]);
      case "raw" -> {
        return decoded(path[1]).replace("UID", uid);
      }
      default -> throw new IllegalArgumentException("no webhook " + path[0]);
    }
    return RawExtension.ofTree(
            TreeNode.empty()
                .set("kind", "AdmissionReview")
                .set("apiVersion", review.text("apiVersion"))
                .set("response", response.map())
                .map())
        .raw()
        .utf8();
  }

  private static String decoded(String text) {
    return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
  }

  private static void deny(TreeNode response, String[] path) {
    response.set("allowed", false);
    if (path.length > 1) {
      TreeNode status = response.orCreate("status");
      status.set("code", Long.valueOf(path[1]));
      for (int i = 2; i < path.length; i++) {
        if (!path[i].isEmpty()) {
          status.set(i == 2 ? "reason" : "message", path[i]);
        }
      }
    }
  }

  private static void patch(TreeNode response, String patch) {
    response.set("patchType", "JSONPatch");
    response.set(
        "patch", Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8)));
  }

  private static void add(TreeNode response, TreeNode object, String label) {
    Map<String, String> labels = object.at("metadata").textMap("labels");
    List<String> operations = new ArrayList<>();
    if (labels.isEmpty()) {
      operations.add("{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{}}");
    }
    operations.add(
        "{\"op\":\"add\",\"path\":\"/metadata/labels/%s\",\"value\":\"%d\"}"
            .formatted(label, labels.size()));
    patch(response, "[" + String.join(",", operations) + "]");
  }
}
