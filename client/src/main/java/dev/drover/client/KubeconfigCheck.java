package dev.drover.client;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Yaml;
import dev.drover.api.text.PrintableText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds every problem of the kubeconfigs that count as one, where loading them stops at the first.
///
/// The rules are those of loading: each is tried by itself, and what it throws becomes a problem
/// with the line of the field that it names.
final class KubeconfigCheck {
  private static final Pattern AT_LINE = Pattern.compile("^:(\\d+)(?::\\d+)?: ");

  private final Set<KubeconfigProblem> problems = new LinkedHashSet<>();
  private final List<String> sources = new ArrayList<>();
  private final Map<String, Set<String>> names = new HashMap<>(); // by kind
  private final List<Reference> references = new ArrayList<>();
  private boolean hasCurrentContext;

  /// A field that names an entry, perhaps one of a later file.
  private record Reference(Source from, String pointer, String what, String kind, String name) {}

  /// A kubeconfig under examination.
  private record Source(String name, Path folder, Map<String, Integer> lines) {
    /// The line of a value, or of what it is in; 0 if neither is there.
    int line(String pointer) {
      for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
        Integer line = lines.get(at);
        if (line != null) {
          return line;
        }
      }
      return 0;
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private KubeconfigCheck() {}

  static List<KubeconfigProblem> files(List<Path> files) {
    KubeconfigCheck check = new KubeconfigCheck();
    for (Path file : files) {
      try {
        Path folder = file.toAbsolutePath().normalize().getParent();
        check.content(Files.readAllBytes(file), file.toString(), folder == null ? file : folder);
      } catch (NoSuchFileException e) {
        if (files.size() == 1) { // of several, those that are missing are left out
          check.problem(file.toString(), 0, "there is no such file");
        }
      } catch (IOException e) {
        check.problem(file.toString(), 0, "cannot be read" + Reasons.of(e));
      }
    }
    return check.ended();
  }

  static List<KubeconfigProblem> bytes(byte[] content, String name) {
    KubeconfigCheck check = new KubeconfigCheck();
    check.content(content, name, Path.of("").toAbsolutePath());
    return check.ended();
  }

  private List<KubeconfigProblem> ended() {
    for (Reference reference : references) {
      if (!names.getOrDefault(reference.kind, Set.of()).contains(reference.name)) {
        problem(
            reference.from.name,
            reference.from.line(reference.pointer),
            reference.what
                + " names the "
                + reference.kind
                + " '"
                + reference.name
                + "', which is not there");
      }
    }
    return problems.stream()
        .sorted(
            Comparator.comparingInt((KubeconfigProblem p) -> sources.indexOf(p.source()))
                .thenComparingInt(KubeconfigProblem::line))
        .toList();
  }

  private void problem(String source, int line, String message) {
    if (!sources.contains(source)) {
      sources.add(source);
    }
    problems.add(new KubeconfigProblem(source, line, PrintableText.of(message)));
  }

  private void content(byte[] content, String name, Path folder) {
    Map<String, @Nullable Object> tree;
    Source source;
    try {
      tree = Yaml.readTree(content, name);
      source = new Source(name, folder, Yaml.lines(content, name));
    } catch (DecodeException e) {
      malformed(name, String.valueOf(e.getMessage()));
      return;
    }
    Fields fields = new Fields(tree, name, "");
    expect(source, fields, "apiVersion", "v1");
    expect(source, fields, "kind", "Config");
    entries(source, tree, "clusters", "cluster", entry -> cluster(source, entry));
    entries(source, tree, "users", "user", entry -> user(source, entry));
    entries(source, tree, "contexts", "context", entry -> context(source, entry));
    attempt(
        source,
        "/current-context",
        () -> {
          String current = fields.text("current-context");
          if (current != null && !hasCurrentContext) {
            hasCurrentContext = true; // the first one counts
            refer(source, fields, "current-context", "context", "current-context");
          }
        });
  }

  private void malformed(String name, String message) {
    String rest = message.startsWith(name) ? message.substring(name.length()) : ": " + message;
    Matcher at = AT_LINE.matcher(rest);
    boolean hasLine = at.find();
    problem(
        name,
        hasLine ? Integer.parseInt(at.group(1)) : 0,
        "is not YAML: " + (hasLine ? rest.substring(at.end()) : rest.substring(2)));
  }

  private void expect(Source source, Fields fields, String name, String expected) {
    attempt(
        source,
        "/" + name,
        () -> {
          String found = fields.text(name);
          if (found != null && !found.equals(expected)) {
            throw new ConfigException(name + " must be " + expected + ", found " + found);
          }
        });
  }

  private void refer(Source source, Fields fields, String field, String kind, String what) {
    String name = fields.text(field);
    if (name != null) {
      references.add(new Reference(source, fields.pointer() + "/" + field, what, kind, name));
    }
  }

  /// Runs a rule; what it throws becomes a problem.
  ///
  /// @param pointer the field, unless the exception names another
  private void attempt(Source source, String pointer, Step rule) {
    try {
      rule.run();
    } catch (ConfigException e) {
      String at = e.pointer().isEmpty() ? pointer : e.pointer();
      String message = String.valueOf(e.getMessage());
      String prefix = source.name + ": ";
      problem(
          source.name,
          source.line(at),
          message.startsWith(prefix) ? message.substring(prefix.length()) : message);
    } catch (IllegalArgumentException | IOException e) {
      problem(source.name, source.line(pointer), String.valueOf(e.getMessage()));
    }
  }

  private void entries(
      Source source,
      Map<String, @Nullable Object> tree,
      String list,
      String kind,
      Consumer<Fields> check) {
    Object value = tree.get(list);
    if (value == null) {
      return;
    }
    if (!(value instanceof List<?> items)) {
      problem(source.name, source.line("/" + list), list + " must be a list");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String pointer = "/" + list + "/" + i;
      if (!(items.get(i) instanceof Map<?, ?> entry)) {
        problem(source.name, source.line(pointer), list + " must be a list of mappings");
        continue;
      }
      String name = entry.get("name") instanceof String text ? text : "";
      if (name.isEmpty()) {
        problem(source.name, source.line(pointer), "the " + kind + " has no name");
      } else if (!seen.add(name)) {
        problem(
            source.name,
            source.line(pointer),
            list + " has two entries with the name '" + name + "'; remove one");
      }
      names.computeIfAbsent(kind, k -> new HashSet<>()).add(name);
      switch (entry.get(kind)) {
        case Map<?, ?> inside ->
            check.accept(new Fields(inside, kind + " '" + name + "'", pointer + "/" + kind));
        case null -> check.accept(new Fields(Map.of(), kind + " '" + name + "'", pointer));
        default ->
            problem(source.name, source.line(pointer + "/" + kind), kind + " must be a mapping");
      }
    }
  }

  private void cluster(Source source, Fields fields) {
    ClusterEntry entry = new ClusterEntry(fields, source.folder);
    String at = fields.pointer() + "/";
    attempt(source, at + "server", () -> ServerAddress.check(entry.server(), fields.place()));
    attempt(source, at + "proxy-url", entry::proxy);
    attempt(source, at + "tls-server-name", () -> fields.text("tls-server-name"));
    attempt(source, at + "disable-compression", () -> fields.bool("disable-compression"));
    attempt(source, at + "insecure-skip-tls-verify", () -> trust(fields, entry));
    attempt(source, at + "certificate-authority", () -> authority(fields, entry));
  }

  private static void trust(Fields fields, ClusterEntry entry) {
    if (fields.bool("insecure-skip-tls-verify") && entry.authority() != null) {
      throw fields.wrong(
          "insecure-skip-tls-verify", "and a certificate-authority are both there; remove one");
    }
  }

  private static void authority(Fields fields, ClusterEntry entry) throws IOException {
    PemSource authority = entry.authority();
    if (authority != null) {
      try {
        TrustManagers.ofAuthorities(authority.read(), "server");
      } catch (IllegalArgumentException e) {
        throw fields.wrong(
            field(fields, "certificate-authority"), "is of no use: " + e.getMessage());
      }
    }
  }

  /// The name of a field or, if that is what is there, the one with the data.
  private static String field(Fields fields, String name) {
    return fields.values().containsKey(name) ? name : name + "-data";
  }

  private void user(Source source, Fields fields) {
    UserEntry entry = new UserEntry(fields, source.folder, null);
    String at = fields.pointer() + "/";
    attempt(source, at + "client-certificate", () -> certificate(source, fields));
    attempt(source, at + "client-key", () -> ClusterEntry.pem(fields, source.folder, "client-key"));
    attempt(source, at + "token", () -> token(fields));
    attempt(
        source,
        at + "tokenFile",
        () -> {
          Path file = fields.path("tokenFile", source.folder);
          if (file != null && fields.text("token") == null) {
            ClusterEntry.checkReadable(fields, "tokenFile", file);
          }
        });
    attempt(source, at + "username", () -> fields.text("username"));
    attempt(source, at + "password", () -> fields.text("password"));
    attempt(source, at + "exec", () -> entry.exec(null));
    attempt(
        source,
        at + "auth-provider",
        () -> {
          if (fields.inside("auth-provider") != null && fields.inside("exec") != null) {
            throw fields.wrong("auth-provider", "and exec are both there; remove auth-provider");
          }
          entry.provider(others(fields));
        });
    attempt(source, at + "as", entry::impersonation);
  }

  /// Which other credentials a user has: they make an auth-provider needless.
  private static Identity others(Fields fields) {
    Set<?> names = fields.values().keySet();
    Identity identity = Identity.ANONYMOUS;
    if (!Collections.disjoint(names, List.of("token", "tokenFile", "username", "password"))) {
      identity = identity.withToken("some");
    }
    if (!Collections.disjoint(names, List.of("client-certificate", "client-certificate-data"))) {
      PemSource some = new PemSource.Inline(Bytes.EMPTY, "some");
      identity = identity.withCertificate(some, some);
    }
    return identity;
  }

  private static void certificate(Source source, Fields fields) throws IOException {
    PemSource shown = ClusterEntry.pem(fields, source.folder, "client-certificate");
    if (shown == null) {
      return;
    }
    if (!fields.values().containsKey("client-key")
        && !fields.values().containsKey("client-key-data")) {
      throw fields.wrong(
          field(fields, "client-certificate"), "has no client-key or client-key-data");
    }
    PemSource key;
    try {
      key = ClusterEntry.pem(fields, source.folder, "client-key");
    } catch (ConfigException e) {
      return; // reported with the key
    }
    if (key != null) {
      try {
        ClientCertificate.of(shown.read(), "the certificate", key.read(), "the key");
      } catch (IllegalArgumentException e) {
        throw fields.wrong(
            field(fields, "client-certificate"), "and its key are of no use: " + e.getMessage());
      }
    }
  }

  private static void token(Fields fields) {
    String token = fields.text("token");
    if (token == null) {
      return;
    }
    String problem = HeaderCredentials.problemOf(token);
    if (problem != null) {
      throw fields.wrong("token", problem);
    }
    if (fields.values().containsKey("username") || fields.values().containsKey("password")) {
      throw fields.wrong("token", "and a user name or password are both there; remove one of them");
    }
  }

  private void context(Source source, Fields fields) {
    String at = fields.pointer() + "/";
    attempt(
        source,
        at + "cluster",
        () -> {
          if (fields.text("cluster") == null) {
            throw fields.wrong("cluster", "is missing");
          }
          refer(source, fields, "cluster", "cluster", fields.place());
        });
    attempt(source, at + "user", () -> refer(source, fields, "user", "user", fields.place()));
    attempt(source, at + "namespace", () -> fields.text("namespace"));
  }
}
