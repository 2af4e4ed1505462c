package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.RawExtension;
import dev.drover.api.crd.Crd;
import dev.drover.codegen.KindProcessor;
import dev.drover.crd.RecordSources;
import dev.drover.server.EmbeddedApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./drover generate`, and the records that it writes.
class GenerateCommandTest {
  private static final String EVERYTHING =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: probes.check-all.example.dev}
      spec:
        group: check-all.example.dev
        names: {kind: Probe, listKind: ProbeList, plural: probes, singular: probe, shortNames: [pb], categories: [all, checks]}
        scope: Cluster
        versions:
        - name: v1
          served: true
          storage: true
          subresources:
            status: {}
            scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
          additionalPrinterColumns:
          - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
          - {name: Wide, type: integer, jsonPath: .spec.replicas, priority: 1, description: "how \\"many\\""}
          selectableFields: [{jsonPath: .spec.class}]
          schema:
            openAPIV3Schema:
              type: object
              description: "Everything.\\nAnd more."
              required: [spec]
              properties:
                apiVersion: {type: string}
                kind: {type: string}
                metadata: {type: object}
                spec:
                  type: object
                  required: [class, emptyList, ports, mustDefault]
                  x-kubernetes-validations:
                  - {rule: "self.replicas <= 10", message: "too many", reason: FieldValueForbidden, fieldPath: .replicas}
                  - {rule: "!oldSelf.hasValue() || self.class == oldSelf.value().class", optionalOldSelf: true}
                  - {rule: "true", messageExpression: "'a' + self.class"}
                  oneOf:
                  - required: [tcp]
                  - required: [http]
                  properties:
                    class: {type: string, enum: [fast, slow, ""]}
                    replicas: {type: integer, format: int32, minimum: 0, maximum: 10, default: 1}
                    mustDefault: {type: string, default: 'x "y" \\z'}
                    size: {type: integer}
                    ratio: {type: number, exclusiveMinimum: true, minimum: 0, multipleOf: 0.5}
                    plain: {type: boolean, default: true}
                    wait: {type: string, pattern: '^\\d+s$', maxLength: 9}
                    notify: {type: string, format: uri}
                    at: {type: string, format: date-time}
                    secret: {type: string, format: byte}
                    x-forwarded-for: {type: string}
                    under_: {type: string}
                    Under: {type: string}
                    emptyList: {type: array, items: {type: string}}
                    tags: {type: array, x-kubernetes-list-type: set, items: {type: string, minLength: 2}}
                    matrix: {type: array, items: {type: array, items: {type: integer, format: int32}}}
                    ports:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [port, protocol]
                      items:
                        type: object
                        required: [port]
                        properties:
                          port: {type: integer, format: int32}
                          protocol: {type: string, default: TCP}
                    labels: {type: object, maxProperties: 3, additionalProperties: {type: string, maxLength: 5}}
                    limits:
                      type: object
                      additionalProperties:
                        anyOf: [{type: integer}, {type: string}]
                        pattern: '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'
                        x-kubernetes-int-or-string: true
                    target: {anyOf: [{type: integer}, {type: string}], x-kubernetes-int-or-string: true, default: 25%}
                    free: {x-kubernetes-preserve-unknown-fields: true}
                    values: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {known: {type: string}}}
                    template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
                    tcp: {type: object, properties: {port: {type: integer, format: int64}}, x-kubernetes-map-type: atomic}
                    http: {type: object, required: [path], properties: {path: {type: string}, headers: {type: array, items: {type: object, properties: {name: {type: string}}}}}}
                    nothing: {type: object}
                    unset: {type: string, nullable: true}
                    holes: {type: array, items: {type: string, nullable: true}}
                status:
                  type: object
                  properties:
                    replicas: {type: integer, format: int32}
                    phase: {type: string}
      """;

  private static final String PROBE =
      """
      apiVersion: check-all.example.dev/v1
      kind: Probe
      metadata: {name: p, labels: {a: b}}
      spec:
        class: ""
        mustDefault: ""
        replicas: 0
        size: 9007199254740993
        ratio: 1.5
        plain: false
        wait: 3s
        notify: "http://example.dev"
        at: "2026-01-01T00:00:00.123456+02:00"
        secret: aGVsbG8=
        x-forwarded-for: "10.0.0.1"
        under_: u
        Under: U
        emptyList: []
        tags: [ab, cd]
        matrix: [[1, 2], [], [3]]
        ports: [{port: 80, protocol: TCP}, {port: 53, protocol: UDP}]
        labels: {k: v}
        limits: {cpu: 1500m, memory: 1Gi}
        target: 80
        free: [1, {a: null}, "x"]
        values: {known: k, unknown: {deep: [1]}}
        template: {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: b}}
        tcp: {}
        nothing: {}
        holes: [a, null]
      status: {replicas: 2, phase: Up}
      """;

  @TempDir Path folder;

  @Test
  void definitionOfTheGeneratedRecordsEqualsTheOriginal() throws Exception {
    Crd original = Crd.parse(EVERYTHING).getFirst();
    RecordSources generated = RecordSources.of(original);
    try (var records = CompiledRecords.of(List.of(generated), folder, new KindProcessor())) {
      assertThat(generated.differences()).isEmpty();
      assertThat(sorted(records.crd(generated).toObject().tree()))
          .isEqualTo(sorted(original.toObject().tree()));
    }
  }

  @Test
  void generatedRecordsReadAndWriteAnObjectWithoutLoss() throws Exception {
    RecordSources generated = RecordSources.of(Crd.parse(EVERYTHING).getFirst());
    DynamicObject probe = Manifests.parse(PROBE).getFirst();
    try (var records = CompiledRecords.of(List.of(generated), folder, new KindProcessor())) {
      assertThat(roundTrip(records.kinds(generated).getFirst(), probe)).isEqualTo(probe.tree());
    }
  }

  static <T extends KubernetesObject> Object roundTrip(Kind<T> kind, DynamicObject object) {
    byte[] json = RawExtension.ofTree(object.tree()).raw().toByteArray();
    T read = kind.codec().decode(json, Format.JSON);
    return new RawExtension(Bytes.of(kind.codec().encode(read, Format.JSON))).tree();
  }

  /// Required fields have no order.
  static @Nullable Object sorted(@Nullable Object tree) {
    if (tree instanceof List<?> list) {
      return list.stream().map(GenerateCommandTest::sorted).toList();
    }
    if (!(tree instanceof Map<?, ?> map)) {
      return tree;
    }
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          boolean isRequired =
              name.equals("required")
                  && value instanceof List<?> names
                  && names.stream().allMatch(String.class::isInstance);
          copy.put(
              String.valueOf(name),
              isRequired ? ((List<?>) value).stream().sorted().toList() : sorted(value));
        });
    return copy;
  }

  @Test
  void hostileTextsOfADefinitionDoNotBecomeCode() throws Exception {
    String attack =
        "\\\"); } static { System.exit(1); } /* \\u0022; */ */ \\\\u000a } // ${x} \\r\\n";
    String definition =
        """
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
         "metadata": {"name": "ATTACK"},
         "spec": {"group": "a/../../b.ATTACK", "scope": "Namespaced",
          "names": {"kind": "Foo ATTACK", "plural": "ATTACK", "singular": "ATTACK", "shortNames": ["ATTACK"]},
          "versions": [{"name": "../v1;ATTACK", "served": true, "storage": true,
           "deprecated": true, "deprecationWarning": "ATTACK",
           "additionalPrinterColumns": [{"name": "ATTACK", "type": "ATTACK", "jsonPath": "ATTACK", "format": "ATTACK", "description": "ATTACK"}],
           "selectableFields": [{"jsonPath": ".spec.ATTACK"}],
           "schema": {"openAPIV3Schema": {"type": "object", "description": "ATTACK", "properties": {
            "class": {"type": "string"}, "hashCode": {"type": "integer", "format": "ATTACK"}, "KIND": {"type": "string"},
            "key": {"type": "string"}, "": {"type": "string"}, "_": {"type": "string"}, "\\u00e9": {"type": "string"},
            "ATTACK": {"type": "object", "title": "ATTACK", "properties": {
              "String": {"type": "object", "properties": {"a": {"type": "string"}}},
              "string": {"type": "object", "properties": {"b": {"type": "string"}}},
              "List": {"type": "object", "properties": {"c": {"type": "string"}}},
              "wait": {"type": "string", "enum": ["ATTACK", "b"], "pattern": "ATTACK", "default": "ATTACK"},
              "ATTACK": {"type": "array", "items": {"type": "string", "description": "ATTACK", "enum": ["ATTACK"]},
                "x-kubernetes-validations": [{"rule": "ATTACK", "message": "ATTACK", "reason": "ATTACK"}]},
              "list": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["ATTACK"],
                "items": {"type": "object", "required": ["ATTACK"], "properties": {"ATTACK": {"type": "string"}}}}
            }}}}}}]}}
        """
            .replace("ATTACK", attack);
    Crd hostile = Crd.parse(definition).getFirst();
    RecordSources generated = RecordSources.of(hostile);
    RecordSources.File file = generated.files().getFirst();
    assertThat(file.path()).matches("[A-Za-z0-9_/]+\\.java").doesNotContain("..");
    assertThat(file.text().lines().skip(1))
        .noneMatch(line -> line.strip().startsWith("//") && !line.contains("/// The kind."));
    try (var _ = CompiledRecords.of(List.of(generated), folder, new KindProcessor())) {
      assertThat(folder.resolve(file.path().replace(".java", ".class"))).exists();
    }
  }

  @Test
  void deepAndWideDefinitionsStayJson() throws Exception {
    String deep =
        "{\"type\": \"object\", \"properties\": {\"a\": ".repeat(120)
            + "{\"type\": \"string\"}"
            + "}}".repeat(120);
    StringBuilder wide = new StringBuilder("{\"type\": \"object\", \"properties\": {");
    for (int i = 0; i < 300; i++) {
      wide.append(i == 0 ? "" : ",").append("\"f%d\": {\"type\": \"integer\"}".formatted(i));
    }
    wide.append("}}");
    String lists =
        "{\"type\": \"array\", \"items\": ".repeat(120)
            + "{\"type\": \"string\"}"
            + "}".repeat(120);
    Crd crd =
        Crd.parse(
                """
                {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "deeps.a.dev"},
                 "spec": {"group": "a.dev", "scope": "Namespaced", "names": {"kind": "Deep", "plural": "deeps"},
                  "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                   {"type": "object", "properties": {"deep": DEEP, "wide": WIDE, "lists": LISTS}}}}]}}
                """
                    .replace("DEEP", deep)
                    .replace("WIDE", wide)
                    .replace("LISTS", lists))
            .getFirst();
    RecordSources generated = RecordSources.of(crd, "com.example.deep");
    try (var records = CompiledRecords.of(List.of(generated), folder, new KindProcessor())) {
      assertThat(records.crd(generated).versions().getFirst().schema().get("properties"))
          .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
          .containsAllEntriesOf(
              Map.of(
                  "deep",
                  part(crd, "deep"),
                  "wide",
                  part(crd, "wide"),
                  "lists",
                  part(crd, "lists")));
    }
  }

  private static Object part(Crd crd, String property) {
    return ((Map<?, ?>) crd.versions().getFirst().schema().get("properties")).get(property);
  }

  @Test
  @Tag("slow")
  void commandWritesRecordsForFilesAndClusters() throws Exception {
    Path manifest = Files.writeString(folder.resolve("crd.yaml"), EVERYTHING);
    Path out = folder.resolve("src");
    Drover.Outcome made =
        Drover.run("generate", "--from-crd", manifest.toString(), "-o", out.toString());
    assertThat(made.code()).as(made.said()).isZero();
    Path file = out.resolve("dev/example/check_all/v1/Probe.java");
    assertThat(made.said()).isEqualTo("wrote " + file + "\n");
    String text = Files.readString(file);
    assertThat(text)
        .startsWith(RecordSources.MARK)
        .contains("public static final Kind<Probe> KIND");
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      Path classes = Files.createDirectory(folder.resolve("classes"));
      RecordSources generated = RecordSources.of(Crd.parse(EVERYTHING).getFirst());
      CompiledRecords.of(List.of(generated), classes).close();
      Drover.Outcome applied =
          Drover.run("crd", "--apply", "--kubeconfig", kubeconfig.toString(), classes.toString());
      assertThat(applied.said()).isEqualTo("applied probes.check-all.example.dev\n");
      Drover.Outcome again =
          Drover.run(
              "generate",
              "--cluster",
              "probes.check-all.example.dev",
              "--kubeconfig",
              kubeconfig.toString(),
              "-o",
              out.toString());
      assertThat(again.code()).as(again.said()).isZero();
    }
  }

  @Test
  void filesThatWereNotGeneratedAreNotReplaced() throws Exception {
    Path manifest = Files.writeString(folder.resolve("crd.yaml"), EVERYTHING);
    Path own = folder.resolve("src/com/example/Probe.java");
    Files.createDirectories(own.getParent());
    Files.writeString(own, "class Probe {}");
    Drover.Outcome refused =
        Drover.run(
            "generate",
            "--from-crd",
            manifest.toString(),
            "--package",
            "com.example",
            "-o",
            folder.resolve("src").toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.said()).contains("exists and was not generated");
    assertThat(own).hasContent("class Probe {}");
    assertThat(Drover.run("generate").said()).contains("--from-crd FILE or --cluster NAME");
    for (String name : List.of("a.class.b", "a b", "a..b", "_", "1a", "a;b")) {
      Drover.Outcome wrong =
          Drover.run("generate", "--from-crd", manifest.toString(), "--package", name);
      assertThat(wrong.code()).as(name).isEqualTo(1);
      assertThat(wrong.said()).contains("'%s' is no name of a package".formatted(name));
    }
  }
}
