package dev.drover.client;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Yaml;
import dev.drover.api.text.PrintableText;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Exchanges a refresh token for a new ID token (OAuth 2.0, RFC 6749 section 6).
///
/// The token endpoint is looked up once in the provider's discovery document. The client's id and
/// secret go into the `Authorization` header; providers that refuse that get them in the body, as
/// the library of client-go does. Each call has one limit for everything. Thread safe.
final class OidcExchange {
  private static final String DISCOVERY = "/.well-known/openid-configuration";
  private static final int MAX_ANSWER = 1 << 20;

  private final OidcConfig config;
  private final Duration limit;
  private final AtomicReference<@Nullable URI> endpoint = new AtomicReference<>();

  /// @param limit of one exchange; zero = none
  OidcExchange(OidcConfig config, Duration limit) {
    this.config = config;
    this.limit = limit;
  }

  /// An answer of the identity provider.
  private record Answer(int status, Bytes body) {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }
  }

  /// To begin a sentence about the identity provider.
  String subject() {
    return config.place() + ": the identity provider " + PrintableText.of(config.client().issuer());
  }

  /// @return the new tokens; the refresh token is the old one if the provider gave no other
  /// @throws ConfigException when the provider cannot be reached or refuses
  OidcConfig.Tokens refresh(String refreshToken) {
    CallLimit whole = CallLimit.of(limit);
    try {
      URI target = endpoint(whole);
      Answer answer = post(target, refreshToken, true, whole);
      if (!answer.isSuccess()) {
        Answer other = post(target, refreshToken, false, whole);
        answer = other.isSuccess() ? other : answer;
      }
      if (!answer.isSuccess()) {
        throw new ConfigException(
            subject()
                + " refused to refresh the ID token: "
                + problem(answer, refreshToken)
                + "; log in again");
      }
      return tokens(answer, refreshToken);
    } catch (InterruptedIOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new ConfigException("interrupted while the ID token was refreshed", e);
      }
      throw unreachable(e);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private ConfigException unreachable(IOException e) {
    return new ConfigException(
        subject() + " cannot be asked for a new ID token: " + PrintableText.of(e.getMessage()), e);
  }

  private URI endpoint(CallLimit whole) throws IOException {
    URI known = endpoint.get();
    if (known != null) {
      return known;
    }
    String issuer = config.client().issuer();
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    URI document = URI.create(base + DISCOVERY);
    Answer answer = send(document, Headers.EMPTY.with("Accept", "application/json"), null, whole);
    if (!answer.isSuccess()) {
      throw new IOException(document + " answered " + answer.status);
    }
    String found = text(answer, "token_endpoint", "its discovery document");
    if (found.isEmpty()) {
      throw new IOException(document + " names no token_endpoint");
    }
    URI address = ServerAddress.parse(found, subject() + ", token_endpoint");
    endpoint.set(address);
    return address;
  }

  private Answer post(URI target, String refreshToken, boolean inHeader, CallLimit whole)
      throws IOException {
    OidcConfig.Registration client = config.client();
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "refresh_token");
    form.put("refresh_token", refreshToken);
    Headers headers =
        Headers.EMPTY
            .with("Accept", "application/json")
            .with("Content-Type", "application/x-www-form-urlencoded");
    if (inHeader) {
      String both = encoded(client.id()) + ":" + encoded(client.secret());
      headers =
          headers.with(
              "Authorization",
              "Basic "
                  + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.US_ASCII)));
    } else {
      form.put("client_id", client.id());
      if (!client.secret().isEmpty()) {
        form.put("client_secret", client.secret());
      }
    }
    String body =
        form.entrySet().stream()
            .map(field -> field.getKey() + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return send(target, headers, body.getBytes(StandardCharsets.US_ASCII), whole);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Answer send(URI target, Headers headers, byte @Nullable [] body, CallLimit whole)
      throws IOException {
    ClientConfig address =
        ClientConfig.of(ServerAddress.check(target, subject()))
            .with(
                c ->
                    c.certificateAuthority(config.authority())
                        .proxy(config.proxies().proxyFor(target).orElse(null)));
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    Duration left = whole.left();
    Transport.Request request =
        Transport.Request.of(body == null ? "GET" : "POST", path + query)
            .with(r -> r.headers(headers).body(body).callTimeout(left).readTimeout(left));
    try (Transport transport = Transport.http1(address);
        Transport.Response response = transport.send(request)) {
      byte[] answer = response.body().readNBytes(MAX_ANSWER + 1);
      if (answer.length > MAX_ANSWER) {
        throw new IOException("it answered with more than " + MAX_ANSWER + " bytes");
      }
      return new Answer(response.status(), Bytes.of(answer));
    }
  }

  private OidcConfig.Tokens tokens(Answer answer, String refreshToken) throws IOException {
    String id = text(answer, "id_token", "its answer");
    if (id.isEmpty()) {
      throw new ConfigException(
          subject()
              + " gave no id_token: either the login did not ask for the scope openid, or the"
              + " provider gives none on a refresh");
    }
    String problem = HeaderCredentials.problemOf(id);
    if (problem != null) {
      throw new ConfigException(subject() + " gave an ID token that " + problem);
    }
    String refresh = text(answer, "refresh_token", "its answer");
    return new OidcConfig.Tokens(id, refresh.isEmpty() ? refreshToken : refresh);
  }

  private static String text(Answer answer, String name, String what) throws IOException {
    try {
      return Yaml.readTree(answer.body.toByteArray(), what).get(name) instanceof String text
          ? text
          : "";
    } catch (DecodeException e) {
      throw new IOException(what + " is not JSON", e);
    }
  }

  /// What the provider says, without the tokens that it may repeat.
  private String problem(Answer answer, String refreshToken) {
    String said = "";
    try {
      String description = text(answer, "error_description", "its answer");
      said =
          text(answer, "error", "its answer") + (description.isEmpty() ? "" : ": " + description);
    } catch (IOException e) {
      said = ""; // some page: the status has to do
    }
    String shown = PrintableText.redacted(said, refreshToken, config.client().secret());
    return "status " + answer.status + (said.isEmpty() ? "" : ", " + PrintableText.of(shown));
  }
}
