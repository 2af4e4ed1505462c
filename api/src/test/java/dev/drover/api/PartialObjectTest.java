package dev.drover.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.Codec;
import org.junit.jupiter.api.Test;

class PartialObjectTest {
  @CustomResource(group = "example.com", version = "v1")
  record Cone(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(String flavour) {}
  }

  private static final Kind<PartialObject> CONES = Kind.of(Cone.class).metadataOnly();

  private final ObjectMeta metadata =
      ObjectMeta.builder().namespace("ns").name("a").label("k", "v").build();

  @Test
  void ofAWholeObjectOnlyTheMetadataIsRead() {
    var cone = new Cone(metadata, new Cone.Spec("vanilla"));
    byte[] json = Codec.of(Kind.of(Cone.class)).encode(cone, Format.JSON);
    PartialObject partial = Codec.of(CONES).decode(json, Format.JSON);
    assertThat(partial.metadata()).isEqualTo(metadata);
    assertThat(partial.key()).isEqualTo(ObjectKey.of("ns", "a"));
    assertThat(partial).isEqualTo(PartialObject.of(metadata));
    assertThat(partial.toString()).doesNotContain("vanilla");
    assertThat(new String(Codec.of(CONES).encode(partial, Format.JSON), UTF_8))
        .isEqualTo(
            "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Cone\",\"metadata\":{\"name\":\"a\","
                + "\"namespace\":\"ns\",\"labels\":{\"k\":\"v\"}}}");
  }

  @Test
  void skippedRestMustBeJson() {
    byte[] odd =
        "{\"spec\":[1,\"x\",{}],\"metadata\":{\"name\":\"a\"},\"kind\":\"Cone\"}".getBytes(UTF_8);
    assertThat(Codec.of(CONES).decode(odd, Format.JSON).name()).isEqualTo("a");
    byte[] bad = "{\"metadata\":{},\"spec\":{]}".getBytes(UTF_8);
    assertThatThrownBy(() -> Codec.of(CONES).decode(bad, Format.JSON))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void ofAWholeObjectInProtobufToo() {
    // A status has its list metadata in field 1 and strings after it: any message will do.
    var gvk = new GroupVersionKind("", "v1", "Pod");
    var codec = Codec.of(Kind.dynamic(gvk, "pods", Scope.NAMESPACED).metadataOnly());
    byte[] partial = codec.encode(PartialObject.of(metadata), Format.PROTOBUF);
    assertThat(codec.decode(partial, Format.PROTOBUF)).isEqualTo(PartialObject.of(metadata));
    var status = Status.builder().message("secret").code(7).build();
    byte[] whole = Status.TYPE.encode(status, gvk, Format.PROTOBUF);
    PartialObject read = codec.decode(whole, Format.PROTOBUF);
    assertThat(read).isEqualTo(PartialObject.of(ObjectMeta.builder().build()));
    assertThat(codec.encode(read, Format.PROTOBUF)).hasSizeLessThan(whole.length);
  }

  @Test
  void kindIsThatOfItsKindNotOfItsClass() {
    assertThat(CONES.gvk()).isEqualTo(Kind.of(Cone.class).gvk());
    assertThat(CONES.plural()).isEqualTo("cones");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kind.ofObject(PartialObject.of(metadata)))
        .withMessageContaining("can be of any kind");
  }

  @Test
  void objectThatSaysItIsPartialIsTakenToo() {
    byte[] json =
        "{\"apiVersion\":\"meta.k8s.io/v1\",\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"name\":\"a\"}}"
            .getBytes(UTF_8);
    assertThat(Codec.of(CONES).decode(json, Format.JSON).name()).isEqualTo("a");
  }
}
