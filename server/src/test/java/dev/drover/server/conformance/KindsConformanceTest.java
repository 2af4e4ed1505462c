package dev.drover.server.conformance;

import dev.drover.schema.KindEntry;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// The same things done to one object of every built-in kind.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class KindsConformanceTest {
  private static final String LABEL = "{metadata:{labels:{x:'y'}}}";

  /// Kinds whose objects the real server itself writes to in the background, or that change what it
  /// serves: for them only dry runs are repeatable.
  private static final Set<String> RESTLESS =
      Set.of("customresourcedefinitions", "apiservices", "flowschemas", "servicecidrs");

  @TestFactory
  Stream<DynamicTest> creates(Servers servers) {
    return each(
        servers,
        "create",
        (s, kind) -> {
          s.create(kind, Samples.of(kind));
          s.get(Samples.path(kind));
          s.create(kind, Samples.of(kind));
        });
  }

  @TestFactory
  Stream<DynamicTest> dryRuns(Servers servers) {
    Cases cases = Cases.of("dry run");
    for (String kind : Samples.resources()) {
      cases.with(
          kind,
          s -> {
            s.create(kind, Samples.of(kind), "dryRun=All");
            s.get(Samples.path(kind));
          });
    }
    return cases.tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> reads(Servers servers) {
    return each(
        servers,
        "read",
        (s, kind) -> {
          s.create(kind, labelled(kind));
          String all = kind;
          s.get(all, "labelSelector=case%3D{id}");
          String table = "Accept: application/json;as=Table;v=v1;g=meta.k8s.io";
          s.get(all, "labelSelector=case%3D{id}", table);
          s.get(Samples.path(kind), table);
          String partial = "Accept: application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
          s.get(Samples.path(kind), partial);
          s.get(
              all,
              "labelSelector=case%3D{id}",
              "Accept: application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
          s.get(Samples.path(kind), "Accept: application/yaml");
          s.get(Samples.path(kind), "Accept: " + Session.PROTOBUF);
          s.get(all, "labelSelector=case%3D{id}", "Accept: " + Session.PROTOBUF);
        });
  }

  @TestFactory
  Stream<DynamicTest> updates(Servers servers) {
    return each(
        servers,
        "update",
        (s, kind) -> {
          var made = s.create(kind, Samples.of(kind));
          String path = Samples.path(kind);
          s.update(path, made.with(o -> {}));
          var changed =
              s.update(
                  path, made.with(o -> o.orCreate("metadata").set("labels", Map.of("x", "y"))));
          s.update(path, made.with(o -> o.orCreate("metadata").set("labels", Map.of("x", "z"))));
          s.update(path, changed.with(o -> o.orCreate("metadata").remove("resourceVersion")));
          s.update(path, Samples.of(kind));
          s.update(path + "x", Samples.of(kind));
          s.get(path);
        });
  }

  @TestFactory
  Stream<DynamicTest> updatesOfNothing(Servers servers) {
    return each(
        servers,
        "update of nothing",
        (s, kind) -> {
          s.update(Samples.path(kind), Samples.of(kind));
          s.get(Samples.path(kind));
        });
  }

  @TestFactory
  Stream<DynamicTest> patches(Servers servers) {
    return each(
        servers,
        "patch",
        (s, kind) -> {
          s.create(kind, Samples.of(kind));
          String path = Samples.path(kind);
          s.mergePatch(path, LABEL);
          s.mergePatch(path, LABEL);
          s.strategicPatch(path, "{metadata:{labels:{x:null,z:'1'}}}");
          s.jsonPatch(path, "[{op:'add',path:'/metadata/annotations',value:{a:'b'}}]");
          s.mergePatch(path, "{metadata:{name:'other'}}");
          s.mergePatch(path, "{metadata:{uid:'other'}}");
          s.mergePatch(path, "{kind:'Other'}");
          s.get(path);
        });
  }

  @TestFactory
  Stream<DynamicTest> applies(Servers servers) {
    return each(
        servers,
        "apply",
        (s, kind) -> {
          String path = Samples.path(kind);
          s.apply(path, "one", Samples.of(kind));
          s.apply(path, "one", Samples.of(kind));
          s.apply(path, "two", LABEL);
          s.apply(path, "three", "{metadata:{labels:{x:'z'}}}");
          s.apply(path, "three", "{metadata:{labels:{x:'z'}}}", "force=true");
          s.apply(path, "three", "{}");
          s.get(path);
        });
  }

  @TestFactory
  Stream<DynamicTest> statuses(Servers servers) {
    Cases cases = Cases.of("status");
    for (String kind : Samples.resources()) {
      KindEntry entry = Path.resources().get(kind);
      boolean hasStatus = entry.subresources().stream().anyMatch(r -> r.name().equals("status"));
      if (hasStatus && !RESTLESS.contains(kind)) {
        cases.with(
            kind,
            s -> {
              var made = s.create(kind, Samples.of(kind));
              String path = Samples.path(kind) + "/status";
              s.get(path);
              s.update(
                  path, made.with(o -> o.orCreate("metadata").set("labels", Map.of("x", "y"))));
              s.mergePatch(path, "{metadata:{annotations:{x:'y'}},spec:{unknown:1}}");
              s.get(Samples.path(kind));
            });
      }
    }
    return cases.tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> deletes(Servers servers) {
    return each(
        servers,
        "delete",
        (s, kind) -> {
          s.create(kind, Samples.of(kind));
          String path = Samples.path(kind);
          s.delete(path, "dryRun=All");
          s.deleteWith(path, "{preconditions:{uid:'other'}}");
          s.delete(path);
          s.get(path);
          s.delete(path + "-none");
        });
  }

  @TestFactory
  Stream<DynamicTest> collections(Servers servers) {
    return each(
        servers,
        "deletecollection",
        (s, kind) -> {
          s.create(kind, labelled(kind));
          s.delete(kind, "labelSelector=case%3Dother");
          s.delete(kind, "labelSelector=case%3D{id}");
          s.get(kind, "labelSelector=case%3D{id}");
        });
  }

  @TestFactory
  Stream<DynamicTest> watches(Servers servers) {
    return each(
        servers,
        "watch",
        (s, kind) -> {
          var list = s.get(kind, "labelSelector=case%3D{id}");
          var watch =
              s.watch(
                  kind, "labelSelector=case%3D{id}", "resourceVersion=" + list.resourceVersion());
          s.create(kind, labelled(kind));
          s.mergePatch(Samples.path(kind), LABEL);
          s.delete(Samples.path(kind));
          watch.next(3);
        });
  }

  @TestFactory
  Stream<DynamicTest> protobuf(Servers servers) {
    return each(
        servers,
        "protobuf",
        (s, kind) -> {
          s.create(kind, Samples.of(kind), Session.PROTOBUF, "Accept: " + Session.PROTOBUF);
          s.get(Samples.path(kind));
        });
  }

  @TestFactory
  Stream<DynamicTest> unknownFields(Servers servers) {
    Cases cases = Cases.of("unknown fields");
    for (String kind : Samples.resources()) {
      cases.with(
          kind,
          s -> {
            String body = Samples.of(kind).replaceFirst("\\{", "{\"nope\":1,");
            s.create(kind, body, "dryRun=All", "fieldValidation=Strict");
            s.create(kind, body, "dryRun=All", "fieldValidation=Warn");
            s.create(kind, body, "dryRun=All", "fieldValidation=Ignore");
          });
    }
    return cases.tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> emptyObjects(Servers servers) {
    Cases cases = Cases.of("empty object");
    for (String kind : Samples.resources()) {
      cases.with(
          kind,
          s -> {
            s.create(kind, "{}", "dryRun=All");
            s.create(kind, "{metadata:{name:'a'}}", "dryRun=All");
            s.create(kind, "{metadata:{name:'a'},spec:{}}", "dryRun=All");
            s.create(kind, "{metadata:{name:'A_b'}}", "dryRun=All");
            s.create(kind, "{metadata:{generateName:'a-'}}", "dryRun=All");
          });
    }
    return cases.tests(servers);
  }

  private static String labelled(String kind) {
    return Samples.of(kind)
        .replace("\"metadata\":{", "\"metadata\":{\"labels\":{\"case\":\"{id}\"},");
  }

  private static Stream<DynamicTest> each(
      Servers servers, String subject, BiConsumer<Session, String> script) {
    Cases cases = Cases.of(subject);
    for (String kind : Samples.resources()) {
      if (!RESTLESS.contains(kind)) {
        cases.with(kind, s -> script.accept(s, kind));
      }
    }
    return cases.tests(servers);
  }
}
