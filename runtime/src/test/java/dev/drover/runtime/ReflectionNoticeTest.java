package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Scope;
import dev.drover.model.core.v1.ConfigMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReflectionNoticeTest {
  /// The tests of this module are compiled without the processor.
  @Test
  void kindsWithoutGeneratedCodecAreNamedOnceWithTheRemedy() {
    Stream<Kind<?>> kinds =
        Stream.of(Kind.of(ConfigMap.class), Kind.of(Cone.class), Kind.of(Cone.class));

    assertThat(ReflectionNotice.of("cones", kinds).orElseThrow())
        .startsWith("cones reads Cone by reflection")
        .contains("annotationProcessorPaths (Maven)");
  }

  @Test
  void generatedAndDynamicKindsAreNoNews() {
    Kind<DynamicObject> dynamic =
        Kind.dynamic(new GroupVersionKind("example.com", "v1", "Cone"), "cones", Scope.NAMESPACED);

    assertThat(ReflectionNotice.of("maps", Stream.of(Kind.of(ConfigMap.class), dynamic))).isEmpty();
  }
}
