package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What client-go v0.36.3 makes of sets of kubeconfigs, and that this library makes the same of
/// them. Each resource holds the variables and arguments, the files, and what client-go said.
class KubeconfigFactsTest {
  @TempDir private Path folder;

  static List<String> cases() throws IOException, URISyntaxException {
    Path all = Path.of(KubeconfigFactsTest.class.getResource("kubeconfigs").toURI());
    try (Stream<Path> files = Files.list(all)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void kubeconfigIsLoadedAsInClientGo(String name) throws IOException {
    Map<String, String> parts = parts(name);
    Map<String, String> input = lines(parts.remove("input"));
    Map<String, String> expected = lines(parts.remove("expected"));
    for (var file : parts.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    if (expected.containsKey("error")) {
      assertThatThrownBy(() -> load(input))
          .isInstanceOf(ConfigException.class)
          .message()
          .doesNotContain("secret");
      return;
    }
    ClientConfig config = load(input);
    assertThat(facts(config)).isEqualTo(expected);
    assertThat(config.toString()).doesNotContain("secret").doesNotContain("pw");
  }

  private ClientConfig load(Map<String, String> input) {
    String list =
        Stream.of(input.get("KUBECONFIG").split(":"))
            .map(file -> file.isEmpty() ? "" : folder.resolve(file).toString())
            .collect(Collectors.joining(File.pathSeparator));
    List<String> args = new ArrayList<>();
    input.forEach(
        (key, value) -> {
          if (key.equals("--kubeconfig")) {
            args.add(key + "=" + folder.resolve(value));
          } else if (key.startsWith("--")) {
            args.add(key + "=" + value);
          }
        });
    ConfigEnvironment around =
        new ConfigEnvironment(
            Map.of("KUBECONFIG", list)::get,
            folder.resolve("home"),
            folder.resolve("no-service-account"),
            TimeSource.system());
    return new ConfigLoader(around).load(ConfigArgs.parse(args.toArray(String[]::new)));
  }

  private static Map<String, String> parts(String name) throws IOException {
    String text;
    try (var in = KubeconfigFactsTest.class.getResourceAsStream("kubeconfigs/" + name)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Map<String, String> parts = new TreeMap<>();
    String[] pieces = ("\n" + text).split("\n-- ");
    parts.put("input", pieces[0]);
    for (int i = 1; i < pieces.length; i++) {
      int end = pieces[i].indexOf(" --\n");
      parts.put(pieces[i].substring(0, end), pieces[i].substring(end + 4) + "\n");
    }
    return parts;
  }

  private static Map<String, String> lines(String text) {
    Map<String, String> lines = new TreeMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#") && line.contains("="))
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              lines.put(line.substring(0, equals), line.substring(equals + 1));
            });
    return lines;
  }

  /// The configuration in the words of the resources.
  private Map<String, String> facts(ClientConfig config) throws IOException {
    Map<String, String> facts = new TreeMap<>();
    put(facts, "server", config.server());
    put(facts, "namespace", config.namespace());
    put(facts, "proxy", config.proxy().orElse(null));
    put(facts, "disable-compression", config.compression() ? null : true);
    pem(facts, "ca", config.trust().authority());
    put(facts, "insecure", config.trust().insecure() ? true : null);
    put(facts, "tls-server-name", config.trust().serverName());
    Identity identity = config.identity();
    if (config.server().getScheme().equals("https")) {
      pem(facts, "cert", identity.certificate());
      pem(facts, "key", identity.key());
      put(facts, "token.file", identity.tokenFile());
      put(
          facts,
          "token",
          identity.token() == null && identity.tokenFile() != null
              ? Files.readString(identity.tokenFile()).strip()
              : identity.token());
      put(facts, "username", identity.username());
      put(facts, "password", identity.password());
      exec(facts, identity.exec());
    } else {
      config.credentials().apply((header, value) -> assertThat(header).startsWith("Impersonate-"));
    }
    impersonation(facts, identity.impersonation());
    return facts;
  }

  private void pem(Map<String, String> facts, String name, PemSource source) {
    switch (source) {
      case PemSource.OfFile(Path file) -> put(facts, name + ".file", file);
      case PemSource.Inline inline -> put(facts, name + ".data", inline.bytes().utf8());
      case null -> {}
    }
  }

  private void exec(Map<String, String> facts, ExecConfig exec) {
    if (exec == null) {
      return;
    }
    put(facts, "exec.apiVersion", exec.apiVersion());
    put(facts, "exec.command", exec.command());
    put(facts, "exec.args", String.join(",", exec.args()));
    put(
        facts,
        "exec.env",
        new TreeMap<>(exec.env())
            .entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(",")));
    put(
        facts,
        "exec.interactiveMode",
        switch (exec.interactiveMode()) {
          case NEVER -> "Never";
          case IF_AVAILABLE -> "IfAvailable";
          case ALWAYS -> "Always";
        });
    put(facts, "exec.installHint", exec.installHint());
    put(facts, "exec.provideClusterInfo", exec.provideClusterInfo() ? true : null);
  }

  private void impersonation(Map<String, String> facts, Impersonation whom) {
    if (whom == null) {
      return;
    }
    put(facts, "as", whom.user());
    put(facts, "as-uid", whom.uid());
    put(facts, "as-groups", String.join(",", whom.groups()));
    put(
        facts,
        "as-user-extra",
        new TreeMap<>(whom.extra())
            .entrySet().stream()
                .map(entry -> entry.getKey() + ":" + String.join(",", entry.getValue()))
                .collect(Collectors.joining(";")));
  }

  private void put(Map<String, String> facts, String name, Object value) {
    if (value != null && !value.toString().isEmpty()) {
      facts.put(name, value.toString().replace(folder.toString(), "DIR").replace("\n", "|"));
    }
  }
}
