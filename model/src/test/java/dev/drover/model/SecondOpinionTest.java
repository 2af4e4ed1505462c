package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The official Java client's protobuf classes understand every byte that we write, and write the
/// same.
class SecondOpinionTest {
  private static final long SEED = 20261116;
  private static final int OBJECTS_PER_KIND = 30;
  private static final Kubernetes KUBERNETES = new Kubernetes();
  private static final SecondOpinion OPINION;

  static {
    try {
      OPINION = new SecondOpinion();
    } catch (Exception e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What the classes do not have, being of an older release.
  private static final List<String> NEWER_THAN_THEY =
      List.of("k8s.io.api.certificates.v1beta1.PodCertificateRequestSpec: [12]");

  static List<GroupVersionKind> kinds() {
    return KUBERNETES.kinds().stream().filter(OPINION::knows).toList();
  }

  @Test
  void onlyAFewKindsAreUnknownToThem() {
    assertThat(KUBERNETES.kinds())
        .filteredOn(gvk -> !OPINION.knows(gvk) && !gvk.version().contains("beta"))
        .containsExactly(new GroupVersionKind("apiregistration.k8s.io", "v1", "APIService"));
    assertThat(kinds()).hasSizeGreaterThan(70);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Tag("slow")
  void randomObjects(GroupVersionKind gvk) throws IOException {
    RandomObjects objects = new RandomObjects(SEED);
    for (int i = 0; i < OBJECTS_PER_KIND; i++) {
      assertThatTheyAgree(KUBERNETES.find(gvk), Json.bytes(objects.next(gvk, 10 + 10 * i)));
    }
  }

  static List<Golden> golden() {
    return Golden.head().stream()
        .filter(golden -> KUBERNETES.find(golden.gvk()) != null && OPINION.knows(golden.gvk()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("golden")
  @Tag("golden")
  void goldenObjects(Golden golden) throws IOException {
    assertThatTheyAgree(KUBERNETES.find(golden.gvk()), golden.json());
  }

  private static <T extends KubernetesObject> void assertThatTheyAgree(Kind<T> kind, byte[] json)
      throws IOException {
    Codec<T> codec = Codec.of(kind);
    byte[] protobuf = codec.encode(codec.decode(json, Format.JSON), Format.PROTOBUF);
    Message message = OPINION.parse(protobuf, kind.gvk());

    assertThat(SecondOpinion.unknownFields(message)).isSubsetOf(NEWER_THAN_THEY);
    assertThat(message.toByteString()).isEqualTo(SecondOpinion.raw(protobuf));
  }
}
