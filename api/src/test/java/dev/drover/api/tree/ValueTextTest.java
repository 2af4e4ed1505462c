package dev.drover.api.tree;

import static dev.drover.api.codec.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.codec.Sample;
import dev.drover.api.codec.Samples;
import dev.drover.api.codec.Thing;
import org.junit.jupiter.api.Test;

class ValueTextTest {
  @Test
  void textOfAStructNamesTheTypeAndThePresentFields() {
    assertThat(json(Samples.LEAF, "{\"count\":3,\"name\":\"n\"}"))
        .hasToString("Leaf{name: n, count: 3}");
    assertThat(json(Samples.NESTED, "{\"list\":[{},{\"pointer\":{}}],\"map\":{\"k\":{}}}"))
        .hasToString("Nested{list: [{}, {pointer: {}}], map: {k: {}}}");
    assertThat(Samples.LEAF.empty()).hasToString("Leaf{}");
  }

  @Test
  void secretsAreNeverPrintedAtAnyDepth() {
    String secret =
        "{\"name\":\"visible\",\"password\":\"hunter2\",\"data\":\"aHVudGVyMg==\",\"tokens\":{\"k\":\"hunter2\"},"
            + "\"raw\":{\"p\":\"hunter2\"},\"datas\":{\"key\":\"aHVudGVyMg==\"},\"unknown\":\"hunter2\"}";
    Sample value = json(Samples.SECRETIVE, secret);
    Sample above =
        json(
            Samples.SECRETIVE,
            "{\"below\":[" + secret + "," + secret + "],\"unknown\":{\"x\":\"hunter2\"}}");
    for (Sample each :
        new Sample[] {value, above, Samples.proto(Samples.SECRETIVE, Samples.proto(above))}) {
      assertThat(each.toString())
          .doesNotContain("hunter2")
          .doesNotContain("aHVudGVyMg")
          .contains("visible", "password: <redacted>", "tokens: <redacted>", "data: Bytes[7]")
          .contains("datas: {key: Bytes[7]}", "raw: RawExtension[");
    }
    assertThat(value.toString()).endsWith("unknown fields: 1 JSON fields and 0 bytes of protobuf}");
  }

  @Test
  void copyInTheAnnotationOfKubectlIsNotPrinted() {
    Thing thing =
        json(
            Thing.TYPE,
            "{\"metadata\":{\"annotations\":{\"a\":\"shown\","
                + "\"kubectl.kubernetes.io/last-applied-configuration\":\"{hunter2}\"}}}");
    assertThat(thing.toString()).contains("a: shown").doesNotContain("hunter2");
    assertThat(thing.metadata().toString()).doesNotContain("hunter2");
    assertThat(PartialObject.of(thing.metadata()).toString()).doesNotContain("hunter2");
  }

  @Test
  void textOfAHugeValueIsShort() {
    StringBuilder items = new StringBuilder("{}");
    items.append(",{\"pointer\":{\"name\":\"nnnnnnnnnnnnnnnnnnn\"}}".repeat(20_000));
    Sample lists =
        json(Samples.NESTED, "{\"list\":[" + items + "],\"below\":{\"list\":[" + items + "]}}");
    assertThat(lists.toString()).hasSizeLessThan(40_000);
    StringBuilder labels = new StringBuilder("\"k\":\"v\"");
    for (int i = 0; i < 20_000; i++) {
      labels.append(",\"key").append(i).append("\":\"value\"");
    }
    assertThat(json(ObjectMeta.TYPE, "{\"labels\":{" + labels + "}}").toString())
        .hasSizeLessThan(40_000);
    assertThat(json(Samples.LEAF, "{\"name\":\"" + "x".repeat(1 << 20) + "\"}").toString())
        .hasSizeLessThan(40_000);
  }
}
