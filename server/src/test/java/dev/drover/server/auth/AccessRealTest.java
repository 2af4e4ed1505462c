package dev.drover.server.auth;

import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls of several users, made to a real server and to the embedded one; the answers must be the
/// same. The calls are in files, a line each:
///
/// ```
/// user METHOD path body          a call
/// user METHOD path body > other  and `other` has the token that the answer holds
/// + Header: value                one more header for the next call
/// ! user METHOD path body        a call whose answer does not matter here
/// ```
@Tag("real")
class AccessRealTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"rbac", "escalation", "impersonation", "reviews", "tokens", "certificates"})
  void accessDecisionsEqualThoseOfTheRealServer(String name) throws Exception {
    List<String> lines = lines(name);
    try (ControlPlane real = ControlPlane.start(ControlPlane.Options.defaults());
        EmbeddedApiServer embedded = EmbeddedApiServer.start()) {
      List<String> expected =
          run(lines, real.url(), real.caPem(), real.admin(), real.addUser("jane", "viewers"));
      List<String> actual =
          run(
              lines,
              embedded.url(),
              embedded.caPem(),
              embedded.admin(),
              embedded.addUser("jane", "viewers"));

      SoftAssertions.assertSoftly(
          softly -> {
            for (int i = 0; i < expected.size(); i++) {
              softly.assertThat(actual.get(i)).isEqualTo(expected.get(i));
            }
          });
    }
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = AccessRealTest.class.getResourceAsStream(name + ".calls")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }

  /// Makes all calls; each with its answer.
  private static List<String> run(List<String> lines, URI url, String caPem, User admin, User jane)
      throws Exception {
    Map<String, Caller> callers = new HashMap<>();
    callers.put("admin", new Caller(url, Tls.forUser(caPem, admin)));
    callers.put("jane", new Caller(url, Tls.forUser(caPem, jane)));
    callers.put("nobody", new Caller(url, Tls.trusting(caPem)));
    callers.put("wrong", new Caller(url, Tls.trusting(caPem), "Authorization", "Bearer wrong"));
    Caches caches = new Caches(callers.get("admin"));
    List<String> answers = new ArrayList<>();
    List<String> headers = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("+ ")) {
        headers.addAll(List.of(line.substring(2).split(": ", 2)));
        continue;
      }
      String[] newUser = (line.startsWith("! ") ? line.substring(2) : line).split(" > ", 2);
      String[] word = newUser[0].split(" ", 4);
      Caller.Reply reply =
          callers.get(word[0]).call(word[1], word[2], word.length > 3 ? word[3] : "", headers);
      headers.clear();
      if (word[2].startsWith("/apis/rbac.") && !word[1].equals("GET")) {
        caches.awaitAll();
      }
      answers.add(line.startsWith("! ") ? line : line + "\n  " + reply.normal());
      if (newUser.length > 1) {
        callers.put(
            newUser[1],
            new Caller(url, Tls.trusting(caPem), "Authorization", "Bearer " + reply.token()));
      }
    }
    callers.values().forEach(Caller::close);
    return answers;
  }
}
