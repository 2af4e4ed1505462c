package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigCheckTest {
  private static final String BROKEN =
      """
      apiVersion: v2
      kind: Config
      current-context: gone
      clusters:
      - name: no-server
        cluster: {}
      - name: many
        cluster:
          server: ftp://host
          proxy-url: gopher://proxy
          insecure-skip-tls-verify: "true"
          certificate-authority: missing.crt
      - name: many
        cluster: {server: 'https://two'}
      users:
      - name: jane
        user:
          token: 5
          client-certificate-data: "***"
          exec:
            command: login
          as-groups: [x]
      - name: joe
        user: {token: s3cr3t, username: joe, tokenFile: nowhere}
      - text
      contexts:
      - context: {cluster: many, user: nobody}
        name: one
      - name: two
        context:
          user: joe
          namespace: 7
      """;

  @TempDir private Path folder;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  @Test
  void everyProblemIsListedWithFileAndLine() throws IOException {
    Path file = file("broken", BROKEN);
    List<String> found =
        ClientConfig.problems(file).stream()
            .map(p -> p.toString().replace(folder + "/", ""))
            .toList();
    assertThat(found)
        .containsExactly(
            "broken:1: apiVersion must be v1, found v2",
            "broken:3: current-context names the context 'gone', which is not there",
            "broken:6: cluster 'no-server': server is missing; give its address as"
                + " https://host:port",
            "broken:9: the server of cluster 'many' is not an address to connect to: ftp://host;"
                + " write it as https://host:port",
            "broken:10: the proxy of cluster 'many' must be http://host:port, https://host:port or"
                + " socks5://host:port, found gopher://proxy",
            "broken:11: cluster 'many': insecure-skip-tls-verify must be true or false, without"
                + " quotes",
            "broken:12: cluster 'many': certificate-authority cannot be read: missing.crt: there is"
                + " no such file",
            "broken:13: clusters has two entries with the name 'many'; remove one",
            "broken:17: user 'jane': as is missing; as-uid, as-groups and as-user-extra need it",
            "broken:18: user 'jane': token must be text; put it in quotes",
            "broken:19: user 'jane': client-certificate-data is not base64",
            "broken:20: user 'jane', exec: apiVersion must be client.authentication.k8s.io/v1 or"
                + " client.authentication.k8s.io/v1beta1, found null",
            "broken:24: user 'joe': token and a user name or password are both there; remove one of"
                + " them",
            "broken:25: users must be a list of mappings",
            "broken:27: context 'one' names the user 'nobody', which is not there",
            "broken:30: context 'two': cluster is missing",
            "broken:32: context 'two': namespace must be text; put it in quotes");
    assertThat(found.toString()).doesNotContain("s3cr3t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "env: [{name: A=B, value: c}]|env[0]: name has an equals sign or a zero character",
        "env: [{name: \"A\\0\"}]|env[0]: name has an equals sign or a zero character",
        "env: [{name: A, value: \"b\\0\"}]|env[0]: value has a zero character",
        "args: [\"a\\0\"]|args have a zero character",
        "command: \"a\\0\"|command has a zero character",
      })
  void programThatNoSystemCanStartIsAProblem(String field, String problem) throws IOException {
    String command = field.startsWith("command") ? "" : "\n      command: login";
    String content =
        """
        clusters: [{name: c, cluster: {server: 'https://host'}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        users:
        - name: u
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1
              interactiveMode: Never
        """
            + "      "
            + field
            + command
            + "\n";
    Path file = file("program", content);
    assertThat(ClientConfig.problems(file))
        .singleElement()
        .asString()
        .contains("program:10: user 'u', exec")
        .endsWith(problem);
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void failureOfLoadingListsEverything() throws IOException {
    Path file = file("broken", BROKEN.replace("apiVersion: v2", "apiVersion: v1"));
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(file + ": clusters has two entries with the name 'many'")
        .hasMessageContaining("\n  " + file + ":12: cluster 'many': certificate-authority cannot")
        .hasMessageContaining("\n  " + file + ":18: user 'jane': token must be text")
        .hasMessageContaining("\n  " + file + ":27: context 'one' names the user 'nobody'");
    byte[] content = BROKEN.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ClientConfig.fromKubeconfig(content))
        .hasMessageContaining("\n  the given kubeconfig:3: current-context names");
  }

  @Test
  void goodKubeconfigHasNoProblems() throws IOException {
    TestAuthority ca = new TestAuthority("ca");
    var keys = TestAuthority.keys("EC");
    Files.writeString(folder.resolve("ca.crt"), ca.pem());
    String good =
        """
        current-context: dev
        contexts:
        - {name: dev, context: {cluster: c, user: u}}
        - {name: anonymous, context: {cluster: c}}
        clusters:
        - {name: c, cluster: {server: 'https://one:6443', certificate-authority: ca.crt}}
        users:
        - {name: u, user: {client-certificate-data: %s, client-key-data: %s}}
        - {name: old, user: {token: t, auth-provider: {name: gcp}}}
        """
            .formatted(base64(ca.client(keys, "jane")), base64(TestAuthority.keyPem(keys)));
    assertThat(ClientConfig.problems(file("good", good))).isEmpty();

    String other = good.replace(base64(TestAuthority.keyPem(keys)), base64("no key"));
    assertThat(ClientConfig.problems(file("other", other)))
        .singleElement()
        .satisfies(p -> assertThat(p.line()).isEqualTo(8))
        .satisfies(p -> assertThat(p.message()).contains("and its key are of no use: the key"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void entriesMayBeInAnotherFile() throws IOException {
    Path one =
        file("one", "current-context: a\ncontexts:\n- {name: a, context: {cluster: c, user: u}}\n");
    Path two =
        file(
            "two",
            "clusters:\n"
                + "- {name: c, cluster: {server: 'https://h'}}\n"
                + "users:\n"
                + "- {name: u, user: {}}\n");
    assertThat(ClientConfig.problems(one, two, folder.resolve("missing"))).isEmpty();
    assertThat(ClientConfig.problems(one)).hasSize(2).allMatch(p -> p.line() == 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "contexts: [\\nsecret" | 2 | is not YAML
          just-a-secret         | 0 | expected a mapping
          users: {a: b}         | 1 | users must be a list
          """)
  void contentThatIsNoKubeconfigIsOneProblem(String content, int line, String problem)
      throws IOException {
    String text = content.replace("\"", "").replace("\\n", "\n");
    assertThat(ClientConfig.problems(file("bad", text)))
        .singleElement()
        .satisfies(p -> assertThat(p.line()).isEqualTo(line))
        .satisfies(p -> assertThat(p.message()).contains(problem).doesNotContain("secret"));
  }

  @Test
  void missingFileIsAProblem() {
    assertThat(ClientConfig.problems(folder.resolve("none")))
        .singleElement()
        .hasToString(folder.resolve("none") + ": there is no such file");
  }
}
