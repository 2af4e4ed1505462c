package dev.drover.server.conformance;

import dev.drover.schema.MergePatch;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One run of the lines of a case; see [Scenarios] for what they mean.
final class ScenarioRun {
  private static final Pattern REFERENCE = Pattern.compile("\\{(\\d+)\\.(\\w+)}");
  private static final Pattern REPEATED = Pattern.compile("<<(.+?) \\* (\\d+)>>");
  private static final Pattern TOKEN = Pattern.compile("([^\\s\"]+(\"[^\"]*\")?|\"[^\"]*\")\\s*");
  private static final Map<String, String> SHORT_TYPES =
      Map.of(
          "table", "application/json;as=Table;v=v1;g=meta.k8s.io",
          "partial", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
          "partials", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
          "yaml", "application/yaml",
          "json", "application/json",
          "protobuf", Session.PROTOBUF);

  private final Session session;
  private final List<Reply> replies = new ArrayList<>();
  private final Map<String, WatchStream> watches = new HashMap<>();

  ScenarioRun(Session session) {
    this.session = session;
  }

  void run(List<String> lines) {
    lines.forEach(this::run);
  }

  private void run(String line) {
    Line request = new Line(filled(line));
    String verb = request.word();
    switch (verb) {
      case "NEXT" -> watch(request).next(Integer.parseInt(request.word()));
      case "UNTIL" -> watch(request).until(request.word());
      case "BOOKMARK" -> watch(request).untilBookmark();
      case "END" -> watch(request).toEnd();
      case "SETTLE" -> session.awaitAccess();
      case "JUDGED" -> session.awaitPodSecurity(request.word());
      case "GIVEN" -> session.awaitAddress(request.word(), true);
      case "KEPT" -> session.awaitAddress(request.word(), false);
      case "MARKED" -> session.awaitMarker(request.word());
      case "AWAIT" -> session.awaitEstablished(request.word());
      case "WATCH" -> {
        String name = request.word();
        watches.put(name, session.watch(request.word(), request.options()));
      }
      default -> replies.add(send(verb, request));
    }
  }

  private WatchStream watch(Line request) {
    return watches.get(request.word());
  }

  private Reply send(String verb, Line request) {
    String first = request.word().replace("\"", "");
    return switch (verb) {
      case "GET" -> session.get(first, request.options());
      case "DELETE" -> {
        String[] options = request.options();
        yield request.rest().isEmpty()
            ? session.delete(first, options)
            : session.deleteWith(first, request.rest(), options);
      }
      case "POST" -> {
        String[] options = request.options();
        yield session.create(first, body(request.rest()), options);
      }
      case "PUT" -> {
        String[] options = request.options();
        yield session.update(first, body(request.rest()), options);
      }
      case "JSON" -> {
        String[] options = request.options();
        yield session.jsonPatch(first, request.rest(), options);
      }
      case "MERGE" -> {
        String[] options = request.options();
        yield session.mergePatch(first, request.rest(), options);
      }
      case "STRATEGIC" -> {
        String[] options = request.options();
        yield session.strategicPatch(first, request.rest(), options);
      }
      case "APPLY" -> {
        String path = request.word();
        String[] options = request.options();
        yield session.apply(path, first, body(request.rest()), options);
      }
      case "SEND" -> {
        String path = request.word();
        String[] options = request.options();
        yield session.send(first, path, request.literal(), options);
      }
      default -> throw new IllegalArgumentException("no verb " + verb);
    };
  }

  /// What a body stands for, as JSON.
  private String body(String text) {
    int plus = text.lastIndexOf(" + {");
    if (plus > 0) {
      Map<String, Object> base = Relaxed.object(body(text.substring(0, plus).strip()));
      return Relaxed.text(MergePatch.apply(base, Relaxed.tree(text.substring(plus + 3))));
    }
    if (text.startsWith("@")) {
      return Samples.of(text.substring(1).strip());
    }
    if (text.matches("\\{\\d+}")) {
      int number = Integer.parseInt(text.substring(1, text.length() - 1));
      return Relaxed.text(replies.get(number - 1).object().map());
    }
    return text;
  }

  private String filled(String line) {
    String repeated =
        REPEATED
            .matcher(line)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        match.group(1).repeat(Integer.parseInt(match.group(2)))));
    return REFERENCE.matcher(repeated).replaceAll(match -> Matcher.quoteReplacement(part(match)));
  }

  private String part(MatchResult reference) {
    Reply reply = replies.get(Integer.parseInt(reference.group(1)) - 1);
    return switch (reference.group(2)) {
      case "rv" -> reply.resourceVersion();
      case "uid" -> reply.uid();
      case "name" -> reply.name();
      case "continue" -> reply.continueToken();
      default -> throw new IllegalArgumentException("no part " + reference.group());
    };
  }

  /// The rest of a line, taken word by word.
  private static final class Line {
    private String rest;

    Line(String line) {
      this.rest = line.strip();
    }

    String word() {
      Matcher token = TOKEN.matcher(rest);
      if (!token.lookingAt()) {
        throw new IllegalArgumentException("expected a word: " + rest);
      }
      rest = rest.substring(token.end());
      return token.group(1);
    }

    /// The options up to the body.
    String[] options() {
      List<String> options = new ArrayList<>();
      while (!rest.isEmpty() && "{[@|'".indexOf(rest.charAt(0)) < 0 && isOption()) {
        options.add(option(word()));
      }
      return options.toArray(String[]::new);
    }

    private boolean isOption() {
      Matcher token = TOKEN.matcher(rest);
      return token.lookingAt() && token.group(1).matches("\"?[A-Za-z-]+[=:].*|anonymous|protobuf");
    }

    private static String option(String word) {
      String plain = word.replace("\"", "");
      int equals = plain.indexOf('=');
      int colon = plain.indexOf(':');
      if (equals > 0 && (colon < 0 || equals < colon)) {
        String value = URLEncoder.encode(plain.substring(equals + 1), StandardCharsets.UTF_8);
        return plain.substring(0, equals + 1)
            + value.replace("+", "%20").replaceAll("%7B(ns|id|ip)%7D", "{$1}");
      }
      if (colon > 0) {
        String value = plain.substring(colon + 1);
        return plain.substring(0, colon) + ": " + SHORT_TYPES.getOrDefault(value, value);
      }
      return plain.equals("protobuf") ? Session.PROTOBUF : plain;
    }

    String rest() {
      return rest;
    }

    String literal() {
      String text = rest.startsWith("|") ? rest.substring(1).stripLeading() : rest;
      return text.replace("\\n", "\n").replace("\\t", "\t");
    }
  }
}
