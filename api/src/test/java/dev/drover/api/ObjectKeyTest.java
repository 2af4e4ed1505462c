package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectKeyTest {
  @Test
  void readsAndPrintsNamespaceAndName() {
    var key = ObjectKey.parse("kube-system/coredns");
    assertThat(key).isEqualTo(ObjectKey.of("kube-system", "coredns"));
    assertThat(key).hasToString("kube-system/coredns");
    assertThat(key.isClusterScoped()).isFalse();
  }

  @Test
  void keyWithoutANamespaceIsOfClusterScope() {
    var key = ObjectKey.parse("node-1");
    assertThat(key).isEqualTo(ObjectKey.of("node-1"));
    assertThat(key.namespace()).isEmpty();
    assertThat(key).hasToString("node-1");
    assertThat(key.isClusterScoped()).isTrue();
  }

  @Test
  void sortsByNamespaceThenByNameWithClusterScopeFirst() {
    var sorted = Stream.of("b/a", "a/b", "z", "a/a", "ab/a").map(ObjectKey::parse).sorted();
    assertThat(sorted)
        .extracting(ObjectKey::toString)
        .containsExactly("z", "a/a", "a/b", "ab/a", "b/a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b/c", "/a", "a/", "/", "//"})
  void keyWithAMisplacedSlashIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectKey.parse(text))
        .withMessageStartingWith("unexpected key format: '" + text + "'")
        .withMessageContaining("write namespace/name");
  }

  @Test
  void partsThatWouldNotReadBackAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectKey.of("default/x"))
        .withMessageContaining("no '/'");
    assertThatIllegalArgumentException().isThrownBy(() -> ObjectKey.of("a/b", "x"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectKey.of("default", ""))
        .withMessageContaining("needs a name");
    assertThatIllegalArgumentException().isThrownBy(() -> ObjectKey.parse(""));
  }
}
