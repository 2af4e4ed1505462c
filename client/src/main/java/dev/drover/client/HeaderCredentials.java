package dev.drover.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The headers of an [Identity].
final class HeaderCredentials implements Credentials {
  private static final String AUTHORIZATION = "Authorization";
  private static final String LEGAL_IN_NAMES = "!#$&'*+-.^_`|~"; // of RFC 7230's, not %

  private final @Nullable String fixed;
  private final @Nullable TokenFile tokenFile;
  private final @Nullable ExecPlugin plugin;
  private final @Nullable OidcProvider oidc;
  private final List<Map.Entry<String, String>> impersonation;

  private HeaderCredentials(
      @Nullable String fixed,
      @Nullable TokenFile tokenFile,
      @Nullable ExecPlugin plugin,
      @Nullable OidcProvider oidc,
      @Nullable Impersonation whom) {
    this.fixed = fixed;
    this.tokenFile = tokenFile;
    this.plugin = plugin;
    this.oidc = oidc;
    this.impersonation = whom == null ? List.of() : headers(whom);
  }

  /// @param trusted whether the connection may see secrets
  static Credentials of(
      Identity identity,
      @Nullable ExecPlugin plugin,
      @Nullable OidcProvider oidc,
      boolean trusted,
      TimeSource clock) {
    Impersonation whom = identity.impersonation();
    if (!trusted) {
      return new HeaderCredentials(null, null, null, null, whom);
    }
    if (identity.tokenFile() != null) {
      TokenFile file = new TokenFile(identity.tokenFile(), identity.token(), clock);
      return new HeaderCredentials(null, file, null, null, whom);
    }
    return new HeaderCredentials(fixed(identity), null, plugin, oidc, whom);
  }

  private static @Nullable String fixed(Identity identity) {
    if (identity.token() != null) {
      return bearer(identity.token());
    }
    if (!identity.hasBasic()) {
      return null;
    }
    String name = identity.username() == null ? "" : identity.username();
    String password = identity.password() == null ? "" : identity.password();
    byte[] both = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  private static String bearer(String token) {
    return "Bearer " + token.strip(); // YAML's blocks of text end in a line break
  }

  /// Why a text cannot be sent as a bearer token, to follow "the token"; null if it can.
  static @Nullable String problemOf(String token) {
    String sent = token.strip();
    if (sent.isEmpty()) {
      return "is empty";
    }
    for (int i = 0; i < sent.length(); i++) {
      char c = sent.charAt(i);
      if (c <= ' ' || c >= 0x7F) {
        return "has a character that no token has, at position "
            + i
            + ": a line break, a space or one that is not ASCII";
      }
    }
    return null;
  }

  private static List<Map.Entry<String, String>> headers(Impersonation whom) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    headers.add(Map.entry("Impersonate-User", whom.user()));
    if (whom.uid() != null) {
      headers.add(Map.entry("Impersonate-Uid", whom.uid()));
    }
    whom.groups().forEach(group -> headers.add(Map.entry("Impersonate-Group", group)));
    whom.extra()
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> headers.add(Map.entry("Impersonate-Extra-" + escaped(name), value))));
    return List.copyOf(headers);
  }

  /// @throws ConfigException when a part of it cannot be sent in a header
  static void check(Impersonation whom, String source) {
    try {
      headers(whom).forEach(header -> Headers.EMPTY.plus(header.getKey(), header.getValue()));
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the impersonation of " + source + ": " + e.getMessage(), e);
    }
  }

  /// Names of headers have few characters to choose from; the server undoes this.
  static String escaped(String name) {
    StringBuilder text = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean legal =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || LEGAL_IN_NAMES.indexOf(c) >= 0;
      text.append(legal ? String.valueOf(c) : String.format("%%%02X", (int) c));
    }
    return text.toString();
  }

  @Override
  public void apply(BiConsumer<String, String> header) {
    String authorization = authorization();
    if (authorization != null) {
      header.accept(AUTHORIZATION, authorization);
    }
    impersonation.forEach(entry -> header.accept(entry.getKey(), entry.getValue()));
  }

  private @Nullable String authorization() {
    if (tokenFile != null) {
      return bearer(tokenFile.token());
    }
    if (plugin != null) {
      String token = plugin.current().token();
      return token == null ? null : bearer(token);
    }
    return oidc == null ? fixed : bearer(oidc.token());
  }

  @Override
  public void rejected(long sent) {
    if (tokenFile != null) {
      tokenFile.rejected(sent);
    }
    if (plugin != null) {
      plugin.rejected(sent);
    }
    if (oidc != null) {
      oidc.rejected(sent);
    }
  }
}
