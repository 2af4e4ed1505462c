package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Container;
import dev.drover.model.core.v1.EnvVar;
import dev.drover.model.core.v1.PodSpec;
import dev.drover.model.core.v1.Secret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Objects of the model are values: equal by content, and nothing can change them.
class ValueTest {

  @Test
  void equalContentIsEqual() {
    Container one = Container.builder().name("a").image("i").build();
    Container two = Container.builder().image("i").name("a").build();
    assertThat(one).isEqualTo(two).hasSameHashCodeAs(two);
    assertThat(one).isNotEqualTo(two.with(c -> c.image("j")));
  }

  @Test
  void typesAreDistinguished() {
    assertThat((Object) PodSpec.builder().build()).isNotEqualTo(Container.builder().build());
  }

  @Test
  void emptyListsAndMapsAreAbsent() {
    PodSpec spec = PodSpec.builder().containers(List.of()).nodeSelector(Map.of()).build();
    assertThat(spec).isEqualTo(PodSpec.builder().build());
    assertThat(spec.isEmpty()).isTrue();
  }

  @Test
  void zeroIsAValueOnlyWhereAbsenceMeansSomethingElse() {
    assertThat(PodSpec.builder().hostNetwork(false).build()).isEqualTo(PodSpec.builder().build());
    assertThat(PodSpec.builder().priority(0).build()).isNotEqualTo(PodSpec.builder().build());
  }

  @Test
  void orderOfMapEntriesDoesNotMatter() {
    ConfigMap one = ConfigMap.named("n", "c").with(c -> c.data("a", "1").data("b", "2"));
    ConfigMap two = ConfigMap.named("n", "c").with(c -> c.data("b", "2").data("a", "1"));
    assertThat(one).isEqualTo(two).hasSameHashCodeAs(two).hasToString(two.toString());
  }

  @Test
  void listsAndMapsCannotBeChanged() {
    PodSpec spec =
        PodSpec.builder().container("a", c -> c.image("i")).nodeSelector("k", "v").build();
    assertThatThrownBy(() -> spec.containers().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> spec.nodeSelector().put("x", "y"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void laterChangesToArgumentsDoNotShow() {
    List<String> command = new ArrayList<>(List.of("sh"));
    Map<String, String> data = new HashMap<>(Map.of("k", "v"));
    Container container = Container.builder().command(command).build();
    ConfigMap configMap = ConfigMap.builder().data(data).build();
    command.add("-c");
    data.put("l", "w");
    assertThat(container.command()).containsExactly("sh");
    assertThat(configMap.data()).isEqualTo(Map.of("k", "v"));
  }

  @Test
  void builderDoesNotChangeItsOrigin() {
    PodSpec before = PodSpec.builder().container("a", c -> c.image("i")).build();
    PodSpec.Builder builder = before.toBuilder();
    builder.container("a", c -> c.image("j")).container("b", c -> {});
    assertThat(before.containers()).extracting(Container::image).containsExactly("i");
    assertThat(builder.build().containers()).hasSize(2);
  }

  @Test
  void secretsAreNeverPrinted() {
    Secret secret =
        Secret.named("n", "s")
            .with(s -> s.data("key", Bytes.ofUtf8("hunter2")).stringData("other", "hunter3"));
    EnvVar variable = EnvVar.builder().name("TOKEN").value("hunter4").build();
    assertThat(secret.toString() + variable).contains("TOKEN").doesNotContain("hunter");
  }
}
