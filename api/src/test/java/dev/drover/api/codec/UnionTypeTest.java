package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Name;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.Union;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sealed interfaces of records are unions in JSON.
class UnionTypeTest {
  @CustomResource(group = "test.dev", version = "v1")
  record Build(
      ObjectMeta metadata, @Nullable Source source, List<Step> steps, Map<String, Step> named)
      implements KubernetesObject {}

  @Union
  sealed interface Source permits Git, Image {}

  record Git(String url, @Nullable Source fallback) implements Source {}

  @Name("picture")
  record Image(String name) implements Source {}

  @Union(discriminator = "type")
  sealed interface Step permits Run, Wait {}

  record Run(String command) implements Step {}

  record Wait(int seconds) implements Step {}

  private static final Codec<Build> CODEC = Codec.of(Kind.of(Build.class));

  private static Build decode(String json) {
    return CODEC.decode(json.getBytes(StandardCharsets.UTF_8), Format.JSON);
  }

  private static String encode(Build build) {
    return new String(CODEC.encode(build, Format.JSON), StandardCharsets.UTF_8);
  }

  @Test
  void unionsRoundTripInFieldsListsAndMaps() {
    Build build =
        new Build(
            ObjectMeta.builder().name("b").build(),
            new Git("u", new Image("i")),
            List.of(new Run("make"), new Wait(3)),
            Map.of("x", new Wait(4)));
    assertThat(encode(build))
        .contains(
            "\"source\":{\"git\":{\"url\":\"u\",\"fallback\":{\"picture\":{\"name\":\"i\"}}}}")
        .contains("{\"type\":\"Run\",\"command\":\"make\"},{\"type\":\"Wait\",\"seconds\":3}");
    assertThat(decode(encode(build))).isEqualTo(build);
  }

  @Test
  void discriminatorMayComeAfterTheFieldsThatDependOnIt() {
    assertThat(
            decode("{\"steps\":[{\"seconds\":3,\"other\":{\"type\":\"Run\"},\"type\":\"Wait\"}]}")
                .steps())
        .containsExactly(new Wait(3));
  }

  @Test
  void keysOfNewerVersionsAreSteppedOver() {
    assertThat(decode("{\"source\":{\"tar\":{\"a\":1},\"picture\":{\"name\":\"n\"}}}").source())
        .isEqualTo(new Image("n"));
  }

  @Test
  void malformedUnionsAreErrorsThatNameThePlace() {
    assertThatThrownBy(() -> decode("{\"source\":{}}"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("source")
        .hasMessageContaining("none of git, picture");
    assertThatThrownBy(
            () -> decode("{\"source\":{\"git\":{\"url\":\"u\"},\"picture\":{\"name\":\"n\"}}}"))
        .hasMessageContaining("more than one of git, picture");
    assertThatThrownBy(() -> decode("{\"steps\":[{\"type\":\"Fly\"}]}"))
        .hasMessageContaining("type is not one of Run, Wait");
    assertThatThrownBy(() -> decode("{\"steps\":[{}]}")).isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> decode("{\"steps\":[3]}")).isInstanceOf(DecodeException.class);
  }

  @Test
  void differenceBetweenVariantsRemovesTheOldOne() {
    Build git =
        new Build(ObjectMeta.builder().name("b").build(), new Git("u", null), List.of(), Map.of());
    Build image = new Build(git.metadata(), new Image("n"), List.of(), Map.of());
    assertThat(Kind.of(Build.class).codec().difference(git, image).toString())
        .contains("git=null")
        .contains("picture");
  }

  sealed interface NoRecords permits Plain {}

  static final class Plain implements NoRecords {}

  @CustomResource(group = "test.dev", version = "v1")
  record Bad(ObjectMeta metadata, NoRecords value) implements KubernetesObject {}

  @Test
  void sealedInterfaceOfOtherClassesIsRefused() {
    assertThatThrownBy(() -> Kind.of(Bad.class))
        .hasMessageContaining("which is no record: a union is a sealed interface of records");
  }
}
