package dev.drover.server.auth;

import dev.drover.api.RawExtension;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Serves the keys that verify the tokens of service accounts, as OpenID Connect defines it.
final class IssuerDiscovery {
  static final String CONFIGURATION_PATH = "/.well-known/openid-configuration";
  static final String KEYS_PATH = "/openid/v1/jwks";

  private static final Map<String, String> CACHED = Map.of("Cache-Control", "public, max-age=3600");

  private IssuerDiscovery() {}

  /// The document at [#CONFIGURATION_PATH]. The keys are where the client found the server.
  static Answer configuration(Call call) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("issuer", ServiceAccountTokens.ISSUER);
    document.put("jwks_uri", "https://" + call.header("host").orElse("localhost") + KEYS_PATH);
    document.put("response_types_supported", List.of("id_token"));
    document.put("subject_types_supported", List.of("public"));
    document.put("id_token_signing_alg_values_supported", List.of(Jwt.ALGORITHM));
    return json("application/json", document);
  }

  /// The document at [#KEYS_PATH].
  static Answer keys(SigningKey key) {
    return json("application/jwk-set+json", Map.of("keys", List.of(key.jwk())));
  }

  private static Answer json(String contentType, Map<String, @Nullable Object> document) {
    return new Answer.Content(200, contentType, RawExtension.ofTree(document).raw(), CACHED);
  }
}
