package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  private static final String DEV =
      """
      current-context: dev
      contexts:
      - {name: dev, context: {cluster: c, user: u}}
      - {name: named, context: {cluster: c, user: u, namespace: of-file}}
      - {name: stranger, context: {cluster: c, user: nobody}}
      - {name: lost, context: {cluster: nowhere, user: u}}
      clusters:
      - {name: c, cluster: {server: 'https://one:6443'}}
      users:
      - {name: u, user: {token: secret}}
      """;

  private final Map<String, String> variables = new HashMap<>();
  @TempDir private Path folder;
  private Path pod;
  private Path file;

  @BeforeEach
  void folders() throws IOException {
    pod = Files.createDirectory(folder.resolve("pod"));
    file = Files.writeString(folder.resolve("dev"), DEV);
  }

  private ConfigLoader loader() {
    return new ConfigLoader(
        new ConfigEnvironment(variables::get, folder.resolve("home"), pod, TimeSource.system()));
  }

  private ClientConfig load(String... args) {
    return loader().load(ConfigArgs.parse(args));
  }

  private void inPod() throws IOException {
    variables.put("KUBERNETES_SERVICE_HOST", "10.0.0.1");
    variables.put("KUBERNETES_SERVICE_PORT", "443");
    Files.writeString(pod.resolve("token"), "pod-token\n");
    Files.writeString(pod.resolve("ca.crt"), new TestAuthority("cluster").pem());
    Files.writeString(pod.resolve("namespace"), "of-pod\n");
  }

  @Test
  void findsTheFileInTheHomeFolder() throws IOException {
    Path config = folder.resolve("home/.kube/config");
    Files.createDirectories(config.getParent());
    Files.writeString(config, DEV);
    ClientConfig found = load();
    assertThat(found.server()).hasToString("https://one:6443");
    assertThat(found.context()).contains("dev");
    assertThat(found.source()).isEqualTo("context 'dev' of " + config);
  }

  @Test
  void missingConfigurationListsTheSourcesThatWereTried() {
    assertThatThrownBy(this::load)
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "found no cluster to connect to: there is no cluster in "
                + folder.resolve("home/.kube/config")
                + " (not there); not in a pod, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT"
                + " are not set. Name a kubeconfig with --kubeconfig or in $KUBECONFIG"
                + " (docs/troubleshooting.md#the-program-does-not-start)");
    variables.put("KUBECONFIG", folder.resolve("a") + File.pathSeparator + folder.resolve("b"));
    assertThatThrownBy(this::load)
        .hasMessageContaining(
            "$KUBECONFIG: " + folder.resolve("a") + " (not there), " + folder.resolve("b"));
  }

  @Test
  void fallsBackToThePod() throws IOException {
    inPod();
    ClientConfig config = load();
    assertThat(config.server()).hasToString("https://10.0.0.1:443");
    assertThat(config.namespace()).isEqualTo("of-pod");
    assertThat(config.source()).isEqualTo("the service account of this pod");
    assertThat(config.context()).isEmpty();
    assertThat(config.tls().describeTrust()).isEqualTo("the CA of " + pod.resolve("ca.crt"));
    config.credentials().apply((name, value) -> assertThat(value).isEqualTo("Bearer pod-token"));
    assertThat(load("--namespace=mine").namespace()).isEqualTo("mine");
  }

  @Test
  void filesGoBeforeThePod() throws IOException {
    inPod();
    variables.put("KUBECONFIG", file.toString());
    assertThat(load().server()).hasToString("https://one:6443");
    assertThat(load().namespace()).as("the file names none").isEqualTo("of-pod");
    assertThat(load("--context=named").namespace()).isEqualTo("of-file");
    assertThat(loader().file(file, null).namespace()).isEqualTo("default");
  }

  @Test
  void contextWithoutClusterCountsAsMissing() throws IOException {
    assertThatThrownBy(() -> load("--kubeconfig", file.toString(), "--context", "lost"))
        .hasMessageContaining(
            "context 'lost' of " + file + " names the cluster 'nowhere', which is not there");
    inPod();
    assertThat(load("--kubeconfig", file.toString(), "--context", "lost").server())
        .hasToString("https://10.0.0.1:443");
  }

  @Test
  void podNamespaceComesFromTheVariableFirst() throws IOException {
    inPod();
    variables.put("POD_NAMESPACE", "of-variable");
    assertThat(load().namespace()).isEqualTo("of-variable");
    variables.clear();
    inPod();
    Files.delete(pod.resolve("namespace"));
    assertThat(load().namespace()).isEqualTo("default");
  }

  @Test
  void podWithoutAuthorityUsesTheTrustStore() throws IOException {
    inPod();
    Files.delete(pod.resolve("ca.crt"));
    variables.put("KUBERNETES_SERVICE_HOST", "fd00::1");
    ClientConfig config = loader().inCluster();
    assertThat(config.tls().describeTrust()).isEqualTo("the JDK's trust store");
    assertThat(config.server()).hasToString("https://[fd00::1]:443");
  }

  @Test
  void inClusterOutsideOfAPodSaysWhatIsMissing() throws IOException {
    assertThatThrownBy(() -> loader().inCluster())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "no in-cluster configuration: not in a pod, KUBERNETES_SERVICE_HOST and"
                + " KUBERNETES_SERVICE_PORT are not set"
                + " (docs/troubleshooting.md#the-program-does-not-start)");
    inPod();
    Files.delete(pod.resolve("token"));
    assertThatThrownBy(() -> loader().inCluster())
        .hasMessageContaining(pod.resolve("token") + " is not there (automountServiceAccountToken");
  }

  @Test
  void missingContextListsThoseThatAreThere() {
    assertThatThrownBy(() -> loader().file(file, "gone"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "there is no context 'gone' in " + file + "; choose one of dev, named, stranger, lost");
  }

  @Test
  void missingUserIsAnErrorAndNotAnonymous() {
    assertThatThrownBy(() -> loader().file(file, "stranger"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "context 'stranger' of " + file + " names the user 'nobody', which is not there");
  }

  @Test
  void missingCurrentContextSaysHowToChoose() {
    byte[] content = DEV.replace("current-context: dev", "").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> loader().bytes(content, null))
        .hasMessageStartingWith(
            "there is no current-context in the given kubeconfig; choose one of dev, named,"
                + " stranger, lost with --context, or with: kubectl config use-context NAME");
    assertThat(loader().bytes(content, "named").source())
        .isEqualTo("context 'named' of the given kubeconfig");
  }

  @Test
  void errorsInUnusedEntriesAreIgnored() {
    String more = DEV + "- {name: broken, user: {as-groups: [x], client-key: /gone}}\n";
    assertThat(loader().bytes(more.getBytes(StandardCharsets.UTF_8), null).server())
        .hasToString("https://one:6443");
  }

  @Test
  void errorsNameFileEntryAndField() {
    assertThatThrownBy(() -> loader().bytes(bytes(DEV.replace("secret", "123")), null))
        .hasMessageStartingWith(
            "user 'u' in the given kubeconfig: token must be text; put it in quotes");
    assertThatThrownBy(
            () -> loader().bytes(bytes(DEV.replace("token: secret", "client-key-data: '!'")), null))
        .hasMessageStartingWith("user 'u' in the given kubeconfig: client-key-data is not base64");
    assertThatThrownBy(
            () ->
                loader()
                    .bytes(bytes(DEV.replace("token: secret", "auth-provider: {name: gcp}")), null))
        .hasMessageStartingWith(
            "user 'u' in the given kubeconfig: auth-provider 'gcp' is not supported; use the exec");
    assertThatThrownBy(() -> loader().bytes(bytes("contexts: [\nsecret"), null))
        .hasMessageStartingWith("not a kubeconfig: the given kubeconfig:")
        .message()
        .doesNotContain("secret");
    assertThatThrownBy(() -> loader().bytes(bytes("just-a-secret"), null))
        .hasMessageStartingWith(
            "not a kubeconfig: the given kubeconfig: expected a mapping of names to values");
    Path gone = folder.resolve("gone");
    assertThatThrownBy(() -> loader().file(gone, null))
        .hasMessage(
            "cannot read the kubeconfig "
                + gone
                + ": there is no such file (docs/troubleshooting.md#the-program-does-not-start)");
  }

  @Test
  void everyErrorOfAKubeconfigEndsWithItsPlaceInTheGuide() {
    for (byte[] broken :
        List.of(
            bytes("just-a-secret"),
            bytes("contexts: [\nsecret"),
            bytes(DEV.replace("secret", "123")), // with a list of all mistakes
            bytes(DEV.replace("current-context: dev", "")))) {
      assertThatThrownBy(() -> loader().bytes(broken, null))
          .isInstanceOf(ConfigException.class)
          .hasMessageEndingWith("(docs/troubleshooting.md#the-program-does-not-start)");
    }
    for (String context : List.of("gone", "stranger", "lost")) {
      assertThatThrownBy(() -> loader().file(file, context))
          .isInstanceOf(ConfigException.class)
          .hasMessageEndingWith("(docs/troubleshooting.md#the-program-does-not-start)");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void usesTheProxyOfTheEnvironmentUnlessTheClusterHasOne() {
    variables.put("HTTPS_PROXY", "http://proxy:3128");
    assertThat(loader().file(file, null).proxy().orElseThrow()).hasToString("http://proxy:3128");
    byte[] own =
        bytes(DEV.replace("'https://one:6443'", "'https://one:6443', proxy-url: 'http://own'"));
    assertThat(loader().bytes(own, null).proxy().orElseThrow()).hasToString("http://own");
    variables.put("NO_PROXY", "one");
    assertThat(loader().file(file, null).proxy()).isEmpty();
  }
}
