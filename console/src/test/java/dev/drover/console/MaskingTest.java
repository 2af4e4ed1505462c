package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.codec.TreeType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No secret leaves the process.
class MaskingTest {
  private static final String CANARY = "canary";

  private static String masked(String json) {
    Map<?, ?> tree = (Map<?, ?>) TreeType.tree(json.getBytes(StandardCharsets.UTF_8));
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    tree.forEach((name, value) -> named.put(String.valueOf(name), value));
    return new String(TreeType.bytes(Masking.tree(named)), StandardCharsets.UTF_8);
  }

  @Test
  void maskingHidesSecretsAndKeepsWhatNamesThem() {
    assertThat(
            masked(
                """
                {"kind":"Secret","metadata":{"name":"login"},"data":{"a":"canary"},"type":"Opaque"}
                """))
        .isEqualTo(
            "{\"data\":{\"a\":\"•••\"},\"kind\":\"Secret\",\"metadata\":{\"name\":\"login\"},\"type\":\"Opaque\"}");
    assertThat(
            masked(
                """
                {"env":[{"name":"A","value":"canary"},
                        {"name":"B","valueFrom":{"secretKeyRef":{"name":"login","key":"a"}}}]}
                """))
        .doesNotContain(CANARY)
        .contains("\"name\":\"A\"", "{\"key\":\"a\",\"name\":\"login\"}");
    assertThat(masked("{\"args\":[\"--user\",\"shop\",\"--password\",\"canary\",\"-v\"]}"))
        .isEqualTo("{\"args\":[\"--user\",\"shop\",\"--password\",\"•••\",\"-v\"]}");
    assertThat(masked("{\"pinPassword\":1234,\"port\":80,\"tokenSeconds\":60,\"hasToken\":true}"))
        .isEqualTo("{\"hasToken\":true,\"pinPassword\":\"•••\",\"port\":80,\"tokenSeconds\":60}");
    assertThat(masked("{\"annotations\":{\"objectset.rio.cattle.io/applied\":\"canary\"}}"))
        .doesNotContain(CANARY);
    assertThat(masked("{\"secretName\":\"login\",\"replicas\":3,\"image\":\"web:1\"}"))
        .isEqualTo("{\"image\":\"web:1\",\"replicas\":3,\"secretName\":\"login\"}");
  }

  @Test
  void maskingHidesSecretsWithinTexts() {
    for (String text :
        List.of(
            "Authorization: Bearer canary-0123456789",
            "Authorization: Basic canary0123456789==",
            "login with password=canary failed",
            "{\"token\": \"canary\"}",
            "postgres://shop:canary@db:5432/shop",
            "--api-key=canary --replicas=2",
            "eyJjanary0123456789.eyJcanary.signature-canary",
            "-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----")) {
      assertThat(Masking.text(text)).as(text).doesNotContain(CANARY);
    }
    assertThat(Masking.text("Deployment default/web updated (spec.replicas)"))
        .isEqualTo("Deployment default/web updated (spec.replicas)");
  }

  @Test
  void secretAtTheEndOfWhatIsShownOfALongTextIsHidden() {
    for (int before = Masking.LONGEST - 60; before <= Masking.LONGEST; before++) {
      for (String secret :
          List.of(
              " password=canary-0123456789",
              " Bearer canary-0123456789",
              " postgres://shop:canary-0123456789@db:5432/shop")) {
        String text = "x".repeat(before) + secret + "y".repeat(20_000);
        String shown = Masking.text(text);
        assertThat(shown).doesNotContain("can").endsWith("characters)");
        assertThat(shown.length()).isLessThan(Masking.LONGEST + 40);
      }
    }
  }

  /// Each position of such a text could be the begin of the name of a secret.
  @Test
  @Timeout(60)
  void textThatIsAlmostASecretTakesNoLonger() {
    for (String part :
        List.of("x", "token", "password", "eyJ", "-----BEGIN PRIVATE KEY-----", "a://b:")) {
      for (int round = 0; round < 20; round++) {
        assertThat(Masking.text(part.repeat(1_000_000 / part.length()))).isNotEmpty();
      }
    }
  }

  /// Secrets at random places of random objects: none is in what is shown, neither of an object nor
  /// of the differences between two.
  @Test
  @Tag("slow")
  void noSecretOfARandomObjectIsShown() {
    long seed = 20_261_118;
    Random random = new Random(seed);
    for (int round = 0; round < 3000; round++) {
      Map<String, @Nullable Object> before = tree(random, 0);
      Map<String, @Nullable Object> after = tree(random, 0);
      String shown =
          new String(TreeType.bytes(Masking.tree(before)), StandardCharsets.UTF_8)
              + FieldPaths.differences(before, after)
              + FieldPaths.leaves(Masking.tree(after));
      assertThat(shown).as("round %d of seed %d", round, seed).doesNotContain(CANARY);
    }
  }

  /// A tree whose secrets, and nothing else, contain the canary.
  private static Map<String, @Nullable Object> tree(Random random, int depth) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      String name = "field" + random.nextInt(6);
      switch (random.nextInt(9)) {
        case 0 -> tree.put(secretName(random), secret(random));
        case 1 -> tree.put("env", env(random));
        case 2 ->
            tree.put(
                name,
                new LinkedHashMap<>(Map.of("kind", "Secret", "data", Map.of("k", secret(random)))));
        case 3 -> tree.put("stringOf" + i, "password=" + CANARY + random.nextInt());
        case 4 ->
            tree.put(
                "annotations",
                Map.of("kubectl.kubernetes.io/last-applied-configuration", "{" + CANARY + "}"));
        case 5 -> tree.put(name, random.nextInt());
        case 6 -> {
          if (depth < 4) {
            List<@Nullable Object> items = new ArrayList<>();
            for (int n = random.nextInt(3); n >= 0; n--) {
              items.add(tree(random, depth + 1));
            }
            tree.put(name, items);
          }
        }
        default -> {
          if (depth < 4) {
            tree.put(name, tree(random, depth + 1));
          }
        }
      }
    }
    return tree;
  }

  private static String secretName(Random random) {
    String[] names = {
      "password",
      "dbPassword",
      "token",
      "access_token",
      "apiKey",
      "client-secret",
      "credentials",
      "privateKey",
      "PASSPHRASE",
      "connectionString"
    };
    return names[random.nextInt(names.length)];
  }

  private static Object secret(Random random) {
    String text = CANARY + random.nextInt(100);
    return switch (random.nextInt(4)) {
      case 0 -> List.of(text, text);
      case 1 -> Map.of("current", text, "older", List.of(text));
      default -> text;
    };
  }

  private static List<Object> env(Random random) {
    List<Object> entries = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      entries.add(Map.of("name", "VARIABLE" + i, "value", CANARY + random.nextInt()));
    }
    return entries;
  }
}
