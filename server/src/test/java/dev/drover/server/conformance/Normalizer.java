package dev.drover.server.conformance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Takes out of one conversation what differs from run to run, and keeps how it relates.
///
/// | what | becomes |
/// |---|---|
/// | uids, generated names, addresses, node ports | numbered by first appearance |
/// | resourceVersions of objects | their rank among all in the conversation |
/// | resourceVersions of lists and bookmarks | whether they are as new as all objects seen so far |
/// | times around now, ages below a minute, tokens, hashes of certificates | a placeholder |
/// | order of `managedFields` | by manager: entries are sorted by time, which may tick in between |
/// | order of the fields of JSON in messages | alphabetic |
/// | order of the causes of a conflict of apply, of rules in a review, of missing roles | by field: the real server has none |
/// | addresses of the server, prose about columns of tables | a placeholder |
final class Normalizer {
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern VERSION_IN_TEXT =
      Pattern.compile(
          "(resourceVersion\\\\?\":\\\\?\"|current: |in record \\(|in object meta:"
              + " (?=\\d+$)|resourceVersion: \"?)\\d+");
  private static final Pattern GENERATE_NAME = Pattern.compile("\"generateName\":\"([^\"]+)\"");
  private static final Pattern QUOTED_JSON = Pattern.compile("\"(\\{(?:[^\"\\\\]++|\\\\.)*+)\"");
  private static final Pattern BARE_JSON = Pattern.compile("(?<=value: )\\[?\\{.*}]?(?=: )");
  private static final Pattern AGE = Pattern.compile("[1-5]?[0-9]s"); // of a busy machine
  private static final Pattern ROLES = Pattern.compile("RBAC: \\[([^]]*)]");
  private static final Pattern CREDENTIAL = Pattern.compile("X509SHA256=[0-9a-f]+");
  private static final Pattern ADDRESS = Pattern.compile("\\b(10\\.0|192\\.168)\\.0\\.\\d{1,3}\\b");

  private static final int LAST_NODE_PORT = 32767; // what is above is the server's own

  private final List<Exchange> exchanges;
  private final Map<String, String> numbered = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final TreeSet<Long> versions = new TreeSet<>();
  private final Set<String> prefixes = new TreeSet<>();
  private final Instant now = Instant.now();
  private long newest;

  Normalizer(List<Exchange> exchanges) {
    this.exchanges = exchanges;
  }

  List<Exchange> normal() {
    for (Exchange exchange : exchanges) {
      collect(exchange.reply().body());
      GENERATE_NAME
          .matcher(exchange.request())
          .results()
          .forEach(r -> prefixes.add(kept(r.group(1))));
    }
    List<Exchange> normal = new ArrayList<>();
    for (Exchange exchange : exchanges) {
      Reply reply = exchange.reply();
      Set<String> known = Set.copyOf(numbered.keySet());
      Map<String, List<String>> headers = new TreeMap<>();
      reply.headers().forEach((name, values) -> headers.put(name, texts(values)));
      normal.add(
          new Exchange(
              text(exchange.request()), new Reply(reply.status(), headers, value(reply.body()))));
      if (exchange.request().contains("dryRun=All")) {
        forgetLent(known);
      }
    }
    return normal;
  }

  /// Addresses and ports that a dry run drew are free again: that the next one draws the same is
  /// luck, and means nothing.
  private void forgetLent(Set<String> known) {
    numbered
        .keySet()
        .removeIf(key -> !known.contains(key) && (key.startsWith("ip") || key.startsWith("port")));
  }

  /// What of a prefix fits before five random characters.
  private static String kept(String prefix) {
    return prefix.substring(0, Math.min(58, prefix.length()));
  }

  private List<String> texts(List<String> values) {
    return values.stream().map(this::text).toList();
  }

  private void collect(Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        version(map).filter(v -> isObject(map)).ifPresent(versions::add);
        map.values().forEach(this::collect);
      }
      case List<?> list -> list.forEach(this::collect);
      case null, default -> {}
    }
  }

  private static Optional<Long> version(Map<?, ?> metadata) {
    return metadata.get("resourceVersion") instanceof String text && text.matches("[1-9]\\d*")
        ? Optional.of(Long.valueOf(text))
        : Optional.empty();
  }

  private static boolean isObject(Map<?, ?> metadata) {
    return metadata.containsKey("name") || metadata.containsKey("uid");
  }

  private Object value(Object value) {
    return switch (value) {
      case Map<?, ?> map -> object(map);
      case List<?> list -> list.stream().map(this::value).toList();
      case String text -> text(text);
      case null -> "<null>";
      default -> value;
    };
  }

  private Map<String, Object> object(Map<?, ?> map) {
    Map<String, Object> normal = new TreeMap<>();
    map.forEach((key, value) -> normal.put(text((String) key), field((String) key, value, map)));
    return normal;
  }

  private Object field(String name, Object value, Map<?, ?> parent) {
    return switch (value) {
      case String _ when name.equals("resourceVersion") ->
          version(parent).map(v -> rank(v, parent)).orElseGet(() -> value(value));
      case List<?> entries when name.equals("managedFields") -> sorted(entries);
      case List<?> causes when isConflict(causes) -> sorted(causes);
      case List<?> rules when name.equals("nonResourceRules") || name.equals("resourceRules") ->
          sorted(rules);
      case String _ when name.equals("description") && parent.containsKey("priority") -> "<prose>";
      case String _ when name.equals("serverAddress") || name.equals("jwks_uri") -> "<address>";
      case Long port when name.equals("nodePort") || name.equals("healthCheckNodePort") ->
          number("port", port.toString());
      case Long port when name.equals("targetPort") && port > LAST_NODE_PORT ->
          number("port", port.toString());
      case String text when name.equals("continue") && !text.isEmpty() -> "<continue>";
      case String text when name.equals("token") && text.startsWith("ey") -> "<token>";
      case null, default -> value(value);
    };
  }

  private Object rank(long version, Map<?, ?> metadata) {
    if (!isObject(metadata)) {
      return version >= newest ? "<newest>" : "<older>";
    }
    newest = Math.max(newest, version);
    return "<version " + versions.headSet(version, true).size() + ">";
  }

  private Object sorted(List<?> entries) {
    return entries.stream()
        .map(this::value)
        .sorted(Comparator.comparing(Normalizer::manager))
        .toList();
  }

  private static String manager(Object entry) {
    return entry instanceof Map<?, ?> map
        ? Stream.of(
                "manager",
                "operation",
                "subresource",
                "field",
                "message",
                "nonResourceURLs",
                "resources")
            .map(name -> String.valueOf(map.get(name)))
            .collect(Collectors.joining(" "))
        : "";
  }

  private static boolean isConflict(List<?> causes) {
    return !causes.isEmpty()
        && causes.getFirst() instanceof Map<?, ?> cause
        && "FieldManagerConflict".equals(cause.get("reason"));
  }

  private String text(String text) {
    if (AGE.matcher(text).matches()) {
      return "<age>";
    }
    String ordered = QUOTED_JSON.matcher(text).replaceAll(Normalizer::sortedJson);
    ordered = BARE_JSON.matcher(ordered).replaceAll(Normalizer::sortedJson);
    String result = UID.matcher(ordered).replaceAll(uid -> number("uid", uid.group()));
    result = TIME.matcher(result).replaceAll(this::time);
    result = ADDRESS.matcher(result).replaceAll(address -> number("ip", address.group()));
    result = VERSION_IN_TEXT.matcher(result).replaceAll("$1<version>");
    result = ROLES.matcher(result).replaceAll(Normalizer::sortedRoles);
    result = CREDENTIAL.matcher(result).replaceAll("X509SHA256=<hash>");
    for (String prefix : prefixes) {
      Pattern name = Pattern.compile(Pattern.quote(prefix) + "[bcdfghjklmnpqrstvwxz2456789]{5}\\b");
      result = name.matcher(result).replaceAll(match -> number("generated", match.group()));
    }
    return result;
  }

  private static String sortedRoles(MatchResult match) {
    String sorted =
        Stream.of(match.group(1).split(", ")).sorted().collect(Collectors.joining(", "));
    return Matcher.quoteReplacement("RBAC: [" + sorted + "]");
  }

  /// JSON inside a message, with the fields in alphabetic order.
  private static String sortedJson(MatchResult match) {
    boolean quoted = match.group().startsWith("\"");
    String json =
        quoted ? match.group(1).replace("\\\"", "\"").replace("\\\\", "\\") : match.group();
    Object tree = Json.tree(json);
    return Matcher.quoteReplacement(tree instanceof String ? match.group() : Relaxed.text(tree));
  }

  private String time(MatchResult match) {
    Instant time = Instant.parse(match.group());
    boolean isNow = Duration.between(time, now).abs().compareTo(Duration.ofDays(1)) < 0;
    boolean micro = match.group(1) != null;
    return isNow ? (micro ? "<microtime>" : "<time>") : match.group();
  }

  private String number(String what, String value) {
    return numbered.computeIfAbsent(
        what + value, key -> "<" + what + " " + counts.merge(what, 1, Integer::sum) + ">");
  }
}
