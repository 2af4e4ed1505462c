package dev.drover.server.conformance;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// The cases of one subject. Each becomes a test: the same script against both servers, and the
/// answers compared.
///
/// ```java
/// return Cases.of("patch")
///     .with("a label is added", s -> {
///       s.create("configmaps", "{metadata:{name:'a'}}");
///       s.mergePatch("configmaps/a", "{metadata:{labels:{x:'y'}}}");
///     })
///     .tests(servers);
/// ```
final class Cases {
  /// What a case does.
  @FunctionalInterface
  interface Script {
    void run(Session session) throws Exception;
  }

  /// With `-Dconformance.only=regex` only cases whose subject and title match.
  private static final Pattern ONLY = Pattern.compile(System.getProperty("conformance.only", ""));

  private static final int MOST_AGAIN = 3;

  private final String subject;
  private final Map<String, Script> scripts = new LinkedHashMap<>();
  private boolean judgedLate;

  private Cases(String subject) {
    this.subject = subject;
  }

  static Cases of(String subject) {
    return new Cases(subject);
  }

  Cases with(String title, Script script) {
    if (scripts.put(title, script) != null) {
      throw new IllegalArgumentException("two cases " + title);
    }
    return this;
  }

  /// These are about something that a real server learns of by a watch of its own. A case that was
  /// quicker, which no answer tells, is tried again; what differs for another reason differs each
  /// time.
  Cases judgedLate() {
    judgedLate = true;
    return this;
  }

  Stream<DynamicTest> tests(Servers servers) {
    List<DynamicTest> tests = new ArrayList<>();
    scripts.forEach(
        (title, script) -> {
          if (ONLY.matcher(subject + ": " + title).find()) {
            tests.add(DynamicTest.dynamicTest(title, () -> run(servers, title, script)));
          }
        });
    return tests.stream();
  }

  private void run(Servers servers, String title, Script script) throws Exception {
    String id = subject + ": " + title;
    List<String> differences = differences(servers, id, namespace(id), script);
    for (int again = 1; again <= MOST_AGAIN && judgedLate && !differences.isEmpty(); again++) {
      differences = differences(servers, id, namespace(id) + "-" + again, script);
    }
    Optional<String> reason = KnownDifferences.reason(id);
    if (reason.isPresent() && differences.isEmpty()) {
      fail("no longer differs, though it should: " + reason.get());
    }
    if (reason.isEmpty() && !differences.isEmpty() && !KnownDifferences.isOpen(id)) {
      fail(id + "\n  " + String.join("\n  ", differences));
    }
  }

  private static List<String> differences(
      Servers servers, String id, String namespace, Script script) throws Exception {
    List<Exchange> real = conversation(servers.real(), namespace, script);
    List<Exchange> embedded = conversation(servers.embedded(), namespace, script);
    List<String> differences = Comparison.of(embedded, real);
    Log.of(id, real, differences);
    return differences;
  }

  private static List<Exchange> conversation(
      ServerUnderTest server, String namespace, Script script) throws Exception {
    try (Session session = new Session(server, namespace)) {
      session.begin();
      try {
        script.run(session);
      } catch (IllegalStateException e) {
        session.exchanges().add(new Exchange("script", new Reply(0, Map.of(), "broke off: " + e)));
      }
      return new Normalizer(session.exchanges()).normal();
    }
  }

  /// A name that tells where it comes from, and is the same in every run.
  private static String namespace(String id) {
    String words = id.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String hash = "%08x".formatted(id.hashCode());
    return words.substring(0, Math.min(40, words.length())).replaceAll("-$", "") + "-" + hash;
  }
}
