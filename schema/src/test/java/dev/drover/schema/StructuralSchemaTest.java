package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.RawExtension;
import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The expectations were read from a kube-apiserver with this schema.
class StructuralSchemaTest {
  private final StructuralSchema icecream =
      StructuralSchema.of(
          tree(
              """
              {"type":"object","properties":{"spec":{"type":"object","properties":{
                "flavor":{"type":"string"},
                "replicas":{"type":"integer"},
                "empty":{"type":"object"},
                "any":{"type":"object","x-kubernetes-preserve-unknown-fields":true,
                       "properties":{"known":{"type":"object","properties":{"a":{"type":"string"}}}}},
                "port":{"x-kubernetes-int-or-string":true},
                "template":{"type":"object","x-kubernetes-embedded-resource":true,
                            "x-kubernetes-preserve-unknown-fields":true},
                "list":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}},
                "map":{"type":"object","additionalProperties":{"type":"object",
                       "properties":{"a":{"type":"string"}}}},
                "anyMap":{"type":"object","additionalProperties":true},
                "optional":{"type":"string","nullable":true},
                "defaulted":{"type":"string","default":"x"}}}}}
              """),
          false);

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, @Nullable Object> tree(String json) {
    return (Map<String, @Nullable Object>) RawExtension.ofJson(json).tree();
  }

  private TypedForm.Reading read(String json) {
    return icecream.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void unknownFieldsArePrunedAndReported() {
    TypedForm.Reading reading =
        read(
            """
            {"apiVersion":"a/v1","kind":"Icecream",
             "metadata":{"name":"a","foo":1,"labels":{"a":"b"}},
             "spec":{"x":1,"flavor":"v","flavor":"w","list":[{"a":"b","c":1},5]},
             "extra":true}
            """);

    assertThat(reading.tree())
        .isEqualTo(
            tree(
                """
                {"apiVersion":"a/v1","kind":"Icecream","metadata":{"name":"a","labels":{"a":"b"}},
                 "spec":{"flavor":"w","list":[{"a":"b"},5]}}
                """));
    assertThat(reading.strictErrors())
        .containsExactly(
            "duplicate field \"spec.flavor\"",
            "unknown field \"metadata.foo\"",
            "unknown field \"extra\"",
            "unknown field \"spec.list[0].c\"",
            "unknown field \"spec.x\"");
  }

  @Test
  void preserveUnknownFieldsKeepsUnknownFieldsButPrunesKnownObjects() {
    TypedForm.Reading reading =
        read(
            """
            {"spec":{"any":{"z":1,"known":{"a":"1","b":"2"}},"empty":{"x":1},
                     "map":{"k":{"a":"1","b":"2"}},"anyMap":{"k":{"a":1},"l":[{"b":1}],"m":5}}}
            """);

    assertThat(reading.tree())
        .isEqualTo(
            tree(
                """
                {"spec":{"any":{"z":1,"known":{"a":"1"}},"empty":{},"map":{"k":{"a":"1"}},
                         "anyMap":{"k":{},"l":[{}],"m":5}}}
                """));
    assertThat(reading.strictErrors())
        .containsExactly(
            "unknown field \"spec.any.known.b\"",
            "unknown field \"spec.anyMap.k.a\"",
            "unknown field \"spec.anyMap.l[0].b\"",
            "unknown field \"spec.empty.x\"",
            "unknown field \"spec.map.k.b\"");
  }

  @Test
  void nullsAreDroppedUnlessNullableOrDefaulted() {
    assertThat(
            read("""
            {"spec":{"flavor":null,"optional":null,"defaulted":null,"any":{"n":null},
                     "list":[null,{"a":null}]}}
            """)
                .tree())
        .isEqualTo(
            tree(
                """
                {"spec":{"optional":null,"defaulted":null,"any":{"n":null},"list":[null,{}]}}
                """));
  }

  @Test
  void wholeNumbersHaveNoFraction() {
    assertThat(
            read("{\"spec\":{\"any\":{\"a\":1.0,\"b\":1e3,\"c\":1e21,\"d\":0.5,\"e\":-0.0}}}")
                .tree())
        .isEqualTo(tree("{\"spec\":{\"any\":{\"a\":1,\"b\":1000,\"c\":1e21,\"d\":0.5,\"e\":0}}}"));
  }

  @Test
  void metadataIsCoercedToItsTypes() {
    assertThatThrownBy(() -> read("{\"metadata\":{\"labels\":{\"a\":1}}}"))
        .hasMessage(
            "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string");
    assertThatThrownBy(() -> read("{\"metadata\":[]}"))
        .hasMessage("json: cannot unmarshal array into Go value of type v1.ObjectMeta");
    assertThat(read("{\"metadata\":null}").tree()).isEqualTo(Map.of("metadata", Map.of()));
    assertThat(read("{}").tree()).isEmpty();
  }

  @Test
  void embeddedObjectsHaveMetadata() {
    TypedForm.Reading reading =
        read(
            """
            {"spec":{"template":{"apiVersion":"v1","kind":"Pod","spec":{"x":1},
                                 "metadata":{"name":"a","foo":"b","creationTimestamp":null}}}}
            """);

    assertThat(reading.tree())
        .isEqualTo(
            tree(
                """
                {"spec":{"template":{"apiVersion":"v1","kind":"Pod","spec":{"x":1},
                                     "metadata":{"name":"a"}}}}
                """));
    assertThat(reading.strictErrors())
        .containsExactly("unknown field \"spec.template.metadata.foo\"");
    assertThatThrownBy(() -> read("{\"spec\":{\"template\":{\"metadata\":{\"name\":5}}}}"))
        .hasMessage(
            "spec.template.metadata: Invalid value: {\"name\":5}: json: cannot unmarshal number"
                + " into Go struct field ObjectMeta.name of type string");
    assertThatThrownBy(() -> read("{\"spec\":{\"template\":{\"kind\":5}}}"))
        .hasMessage("spec.template.kind: Invalid value: 5: must be a string");
  }

  @Test
  void valuesOtherThanObjectsAreRefused() {
    assertThatThrownBy(() -> read("[]"))
        .hasMessage("json: cannot unmarshal array into Go value of type map[string]interface {}");
  }

  @Test
  void duplicateFieldsOfAnyJsonAreReported() {
    TypedForm.Parsed patch =
        TypedForm.parse("[{\"op\":\"add\",\"op\":\"test\"},1.0]".getBytes(StandardCharsets.UTF_8));

    assertThat(patch.tree()).isEqualTo(List.of(Map.of("op", "test"), 1L));
    assertThat(patch.strictErrors()).containsExactly("duplicate field \"[0].op\"");
  }

  @Test
  void definitionMayPreserveUnknownFields() {
    StructuralSchema old = StructuralSchema.of(tree("{\"type\":\"object\"}"), true);

    TypedForm.Reading reading =
        old.read("{\"x\":null,\"metadata\":{\"foo\":1}}".getBytes(StandardCharsets.UTF_8));

    assertThat(reading.tree()).isEqualTo(tree("{\"x\":null,\"metadata\":{}}"));
    assertThat(reading.strictErrors()).containsExactly("unknown field \"metadata.foo\"");
  }

  @Test
  void schemaDeterminesTheMergeOfLists() {
    StructuralSchema schema =
        StructuralSchema.of(
            tree(
                """
                {"type":"object","properties":{
                  "atomicList":{"type":"array","items":{"type":"string"}},
                  "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},
                  "map":{"type":"array","x-kubernetes-list-type":"map",
                    "x-kubernetes-list-map-keys":["name"],
                    "items":{"type":"object","properties":{"name":{"type":"string","default":"x"}}}},
                  "atomic":{"type":"object","x-kubernetes-map-type":"atomic",
                    "properties":{"a":{"type":"integer"}}},
                  "labels":{"type":"object","additionalProperties":{"type":"string"}},
                  "free":{"type":"object"},
                  "open":{"type":"object","x-kubernetes-preserve-unknown-fields":true,
                    "properties":{"in":{"type":"object","properties":{"a":{"type":"number"}}}}},
                  "port":{"x-kubernetes-int-or-string":true},
                  "time":{"type":"string","format":"date-time"}}}
                """),
            false);

    Fields root = schema.structure("Icecream");

    assertThat(root.keepsUnknown()).isFalse();
    assertThat(at(root, "metadata")).isInstanceOf(Fields.class);
    assertThat(at(root, "kind")).isEqualTo(new Scalar("string"));
    assertThat(at(root, "atomicList"))
        .isEqualTo(new Listing(new Scalar("string"), Merge.ATOMIC, List.of()));
    assertThat(at(root, "set")).isEqualTo(new Listing(new Scalar("string"), Merge.SET, List.of()));
    Listing map = (Listing) at(root, "map");
    assertThat(map.merge()).isEqualTo(Merge.MAP);
    assertThat(map.keys()).containsExactly("name");
    assertThat(((Fields) map.item()).member("name").orElseThrow().defaultValue()).contains("x");
    assertThat(((Fields) at(root, "atomic")).merge()).isEqualTo(Merge.ATOMIC);
    assertThat(at(root, "labels")).isEqualTo(new Dictionary(new Scalar("string"), Merge.GRANULAR));
    assertThat(at(root, "free")).isEqualTo(new Dictionary(new Anything(true), Merge.GRANULAR));
    Fields open = (Fields) at(root, "open");
    assertThat(open.keepsUnknown()).isTrue();
    assertThat(((Fields) at(open, "in")).keepsUnknown()).isTrue();
    assertThat(at(root, "port")).isEqualTo(new Anything(true));
    assertThat(at(root, "time")).isEqualTo(new Scalar("any"));
  }

  private static Structure at(Fields fields, String name) {
    return fields.member(name).orElseThrow().structure();
  }
}
