package dev.drover.server.custom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DeleteOptions;
import dev.drover.api.JsonTree;
import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.rest.ObjectRegistry;
import dev.drover.server.rest.WriteEnvironment;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.Watch;
import dev.drover.server.storage.WatchQuery;
import dev.drover.server.storage.WatchSignal;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.webhook.HookClient;
import dev.drover.server.webhook.Services;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CustomResourcesTest {
  private static final ApiObjects.Write WRITE =
      new ApiObjects.Write(UserInfo.of("jane", List.of()), "promise", "", false, new CallNotes());

  private final Store store = new Store(Store.Options.DEFAULT, InstantSource.system());
  private final Catalog catalog = new Catalog(BuiltInResources.all());
  private final ApiObjects objects =
      new ObjectRegistry(
          new WriteEnvironment(
              store, List.of(new TerminatingDefinitions()), InstantSource.system(), new Random(1)),
          catalog);
  private final Resource definitions =
      catalog.find("apiextensions.k8s.io", "v1", "customresourcedefinitions").orElseThrow();

  @BeforeEach
  void start() {
    new CustomResources(
            store, catalog, objects, new HookClient(new Services()), InstantSource.system())
        .start();
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, @Nullable Object> tree(String json) {
    return (Map<String, @Nullable Object>) RawExtension.ofJson(json).tree();
  }

  /// A definition of `plural` in `example.com`.
  private static TreeNode definition(String plural, String kind) {
    return TreeNode.copyOf(
        tree(
            """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
             "metadata":{"name":"%1$s.example.com"},
             "spec":{"group":"example.com","scope":"Namespaced",
               "names":{"plural":"%1$s","kind":"%2$s"},
               "versions":[{"name":"v1","served":true,"storage":true,
                 "schema":{"openAPIV3Schema":{"type":"object","properties":{
                   "spec":{"type":"object","properties":{"flavor":{"type":"string"},
                                                         "replicas":{"type":"integer"}}},
                   "status":{"type":"object","properties":{"replicas":{"type":"integer"}}}}}},
                 "subresources":{"status":{}}}]}}
            """
                .formatted(plural, kind)));
  }

  private void create(TreeNode definition) {
    objects.create(definitions, "", definition.map(), WRITE);
  }

  private void update(String name, Consumer<TreeNode> change) {
    objects.update(
        definitions,
        UpdateStrategy.main(definitions.strategy()),
        "",
        name,
        object -> {
          change.accept(object);
          return object;
        },
        WRITE);
  }

  private Definition stored(String name) {
    return Definition.of(objects.get(definitions, "", name));
  }

  private Resource icecreams(String version) {
    return catalog.find("example.com", version, "icecreams").orElseThrow();
  }

  private Map<String, @Nullable Object> icecream(String json) {
    return objects.create(icecreams("v1"), "default", tree(json), WRITE);
  }

  private static String conditions(Definition definition) {
    return definition.node().at("status").items("conditions").stream()
        .map(c -> c.text("type") + "=" + c.text("status") + " " + c.text("reason"))
        .collect(Collectors.joining(", "));
  }

  @Test
  void createdDefinitionIsServedAtOnce() {
    create(definition("icecreams", "Icecream"));

    Map<String, @Nullable Object> made =
        icecream(
            """
            {"apiVersion":"example.com/v1","kind":"Icecream","metadata":{"name":"a"},
             "spec":{"flavor":"vanilla"},"status":{"replicas":3}}
            """);

    assertThat(made.get("spec")).isEqualTo(Map.of("flavor", "vanilla"));
    assertThat(made).doesNotContainKey("status");
    assertThat(TreeNode.view(made).at("metadata").number("generation", 0)).isEqualTo(1);
    assertThat(icecreams("v1").listKind()).isEqualTo("IcecreamList");
    assertThat(icecreams("v1").singular()).isEqualTo("icecream");
  }

  @Test
  void conditionsOfADefinitionAreSetOneByOne() {
    List<String> seen = new ArrayList<>();
    store.observe(
        change -> {
          if (change.object().key().resource().equals(Definition.RESOURCE)
              && change.type() != Change.Type.DELETED) {
            seen.add(conditions(Definition.of(change.object().tree())));
          }
        });

    create(definition("icecreams", "Icecream"));

    assertThat(seen)
        .containsExactlyInAnyOrder(
            "",
            "NamesAccepted=True NoConflicts, Established=False Installing",
            "NamesAccepted=True NoConflicts, Established=True InitialNamesAccepted");
    Definition established = stored("icecreams.example.com");
    assertThat(established.acceptedNames().map()).isEqualTo(established.names().map());
    assertThat(established.node().at("status").texts("storedVersions")).containsExactly("v1");
  }

  @Test
  void conflictingNameIsRefusedUntilItIsReleased() {
    create(definition("icecreams", "Icecream"));
    TreeNode second = definition("sorbets", "Icecream");
    second.at("spec").at("names").set("shortNames", List.of("icecream", "icecreams", "sb"));
    create(second);

    Definition refused = stored("sorbets.example.com");
    assertThat(conditions(refused))
        .isEqualTo("NamesAccepted=False ListKindConflict, Established=False NotAccepted");
    assertThat(refused.condition("NamesAccepted").orElseThrow().text("message"))
        .isEqualTo("\"IcecreamList\" is already in use");
    assertThat(refused.acceptedNames().text("plural")).isEqualTo("sorbets");
    assertThat(refused.acceptedNames().text("kind")).isEmpty();
    assertThat(catalog.find("example.com", "v1", "sorbets")).isEmpty();

    objects.delete(
        definitions, "", "icecreams.example.com", DeleteOptions.builder().build(), WRITE);

    assertThat(conditions(stored("sorbets.example.com")))
        .isEqualTo("NamesAccepted=True NoConflicts, Established=True InitialNamesAccepted");
    assertThat(catalog.find("example.com", "v1", "sorbets")).isPresent();
    assertThat(catalog.find("example.com", "v1", "icecreams")).isEmpty();
  }

  @Test
  void allConflictingShortNamesAreReported() {
    create(definition("icecreams", "Icecream"));
    TreeNode second = definition("sorbets", "Sorbet");
    second.at("spec").at("names").set("shortNames", List.of("icecream", "icecreams", "sb"));
    create(second);

    assertThat(
            stored("sorbets.example.com").condition("NamesAccepted").orElseThrow().text("message"))
        .isEqualTo("[\"icecream\" is already in use, \"icecreams\" is already in use]");
  }

  @Test
  void definitionDeletionDeletesItsInstances() {
    create(definition("icecreams", "Icecream"));
    icecream(
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Icecream\",\"metadata\":{\"name\":\"a\"}}");

    objects.delete(
        definitions, "", "icecreams.example.com", DeleteOptions.builder().build(), WRITE);

    assertThat(store.objects().list("example.com/icecreams", "")).isEmpty();
    assertThat(store.objects().list(Definition.RESOURCE, "")).isEmpty();
    assertThat(catalog.find("example.com", "v1", "icecreams")).isEmpty();
  }

  @Test
  void watchDeliversEveryDeletionBeforeItEndsWithItsDefinition() throws InterruptedException {
    create(definition("icecreams", "Icecream"));
    icecream(
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Icecream\",\"metadata\":{\"name\":\"a\"}}");
    try (Watch watch = store.watch(WatchQuery.of("example.com/icecreams"))) {
      objects.delete(
          definitions, "", "icecreams.example.com", DeleteOptions.builder().build(), WRITE);

      List<Change.Type> told = new ArrayList<>();
      for (var signal = watch.next(); signal.isPresent(); signal = watch.next()) {
        if (signal.get() instanceof WatchSignal.Changed(var change)) {
          told.add(change.type());
        }
      }
      assertThat(told).containsExactly(Change.Type.CREATED, Change.Type.DELETED);
    }
  }

  @Test
  void definitionStaysUntilItsLastInstanceIsGone() {
    create(definition("icecreams", "Icecream"));
    icecream(
        """
        {"apiVersion":"example.com/v1","kind":"Icecream",
         "metadata":{"name":"a","finalizers":["example.com/wait"]}}
        """);
    objects.delete(
        definitions, "", "icecreams.example.com", DeleteOptions.builder().build(), WRITE);

    assertThat(conditions(stored("icecreams.example.com")))
        .endsWith("Terminating=True InstanceDeletionInProgress");
    assertThatThrownBy(
            () ->
                icecream(
                    """
                    {"apiVersion":"example.com/v1","kind":"Icecream","metadata":{"name":"b"}}
                    """))
        .isInstanceOf(ApiError.class)
        .hasMessage(
            "icecreams.example.com \"b\" is forbidden: create not allowed while custom resource"
                + " definition is terminating");

    Resource resource = icecreams("v1");
    objects.update(
        resource,
        UpdateStrategy.main(resource.strategy()),
        "default",
        "a",
        object -> {
          object.at("metadata").remove("finalizers");
          return object;
        },
        WRITE);

    assertThat(store.objects().list(Definition.RESOURCE, "")).isEmpty();
    assertThat(catalog.find("example.com", "v1", "icecreams")).isEmpty();
  }

  @Test
  void definitionThatWasNeverEstablishedIsDeletedAtOnce() {
    create(definition("icecreams", "Icecream"));
    create(definition("sorbets", "Icecream"));

    objects.delete(definitions, "", "sorbets.example.com", DeleteOptions.builder().build(), WRITE);

    assertThat(store.objects().list(Definition.RESOURCE, "")).hasSize(1);
  }

  @Test
  void versionsServeTheSameObjectsWithTheirOwnSchemas() {
    TreeNode definition = definition("icecreams", "Icecream");
    List<Object> versions = new ArrayList<>(definition.at("spec").list("versions"));
    versions.add(
        tree(
            """
            {"name":"v2","served":true,"storage":false,"deprecated":true,
             "schema":{"openAPIV3Schema":{"type":"object","properties":{
               "spec":{"type":"object","properties":{"flavor":{"type":"string"}}}}}}}
            """));
    versions.add(
        tree(
            """
            {"name":"v3","served":false,"storage":false,
             "schema":{"openAPIV3Schema":{"type":"object"}}}
            """));
    definition.at("spec").set("versions", versions);
    create(definition);
    icecream(
        """
        {"apiVersion":"example.com/v1","kind":"Icecream","metadata":{"name":"a"},
         "spec":{"flavor":"vanilla","replicas":2}}
        """);

    Map<String, @Nullable Object> asV2 = objects.get(icecreams("v2"), "default", "a");

    assertThat(asV2.get("apiVersion")).isEqualTo("example.com/v2");
    assertThat(asV2.get("spec")).isEqualTo(Map.of("flavor", "vanilla"));
    assertThat(objects.get(icecreams("v1"), "default", "a").get("spec"))
        .isEqualTo(Map.of("flavor", "vanilla", "replicas", 2L));
    assertThat(catalog.find("example.com", "v3", "icecreams")).isEmpty();
    assertThat(icecreams("v2").custom().flatMap(CustomVersion::warning))
        .hasValue("example.com/v2 Icecream is deprecated");
  }

  @Test
  void changedSchemaAppliesAtOnce() {
    create(definition("icecreams", "Icecream"));
    icecream(
        """
        {"apiVersion":"example.com/v1","kind":"Icecream","metadata":{"name":"a"},
         "spec":{"flavor":"vanilla","replicas":2}}
        """);

    update(
        "icecreams.example.com",
        object ->
            object
                .at("spec")
                .items("versions")
                .getFirst()
                .at("schema")
                .at("openAPIV3Schema")
                .at("properties")
                .at("spec")
                .at("properties")
                .remove("replicas"));

    assertThat(objects.get(icecreams("v1"), "default", "a").get("spec"))
        .isEqualTo(Map.of("flavor", "vanilla"));
    assertThat(stored("icecreams.example.com").node().at("metadata").number("generation", 0))
        .isEqualTo(2);
  }

  @Test
  void statusSubresourceAndMainPathWriteOnlyTheirParts() {
    create(definition("icecreams", "Icecream"));
    Resource resource = icecreams("v1");
    icecream(
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Icecream\",\"metadata\":{\"name\":\"a\"}}");

    TreeNode afterStatus =
        TreeNode.view(
            objects.update(
                resource,
                resource.strategy().status(),
                "default",
                "a",
                object -> {
                  object.set("spec", Map.of("flavor", "x"));
                  object.orCreate("metadata").set("labels", Map.of("a", "b"));
                  object.set("status", Map.of("replicas", 1L));
                  return object;
                },
                WRITE));
    TreeNode afterSpec =
        TreeNode.view(
            objects.update(
                resource,
                UpdateStrategy.main(resource.strategy()),
                "default",
                "a",
                object -> {
                  object.set("spec", Map.of("flavor", "y"));
                  object.set("status", Map.of("replicas", 2L));
                  return object;
                },
                WRITE));

    assertThat(afterStatus.has("spec")).isFalse();
    assertThat(afterStatus.at("metadata").has("labels")).isFalse();
    assertThat(afterStatus.at("metadata").number("generation", 0)).isEqualTo(1);
    assertThat(afterSpec.at("spec").text("flavor")).isEqualTo("y");
    assertThat(afterSpec.at("status").number("replicas", 0)).isEqualTo(1);
    assertThat(afterSpec.at("metadata").number("generation", 0)).isEqualTo(2);
  }

  @Test
  void definitionsCreatedConcurrentlyAreAllServed()
      throws InterruptedException, ExecutionException {
    int count = 24;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String plural = "kind" + i + "s";
        String kind = "Kind" + i;
        all.add(
            threads.submit(
                () -> {
                  create(definition(plural, kind));
                  return catalog.find("example.com", "v1", plural).isPresent();
                }));
      }
      for (Future<Boolean> served : all) {
        assertThat(served.get()).isTrue();
      }
    }
    assertThat(catalog.snapshot().resources().stream().filter(Resource::isCustom)).hasSize(count);
  }

  @Test
  void definitionOfAProtectedGroupHasTheApprovalCondition() {
    TreeNode definition = definition("icecreams", "Icecream");
    definition.at("metadata").set("name", "icecreams.x.k8s.io");
    definition
        .at("metadata")
        .set("annotations", Map.of("api-approved.kubernetes.io", "unapproved"));
    definition.at("spec").set("group", "x.k8s.io");

    create(definition);

    assertThat(conditions(stored("icecreams.x.k8s.io")))
        .contains("KubernetesAPIApprovalPolicyConformant=False UnapprovedAnnotation");
  }

  @Test
  void selectableFieldsAndScaleFollowTheDefinition() {
    TreeNode definition = definition("icecreams", "Icecream");
    TreeNode version = definition.at("spec").items("versions").getFirst();
    version.set("selectableFields", List.of(Map.of("jsonPath", ".spec.flavor")));
    version
        .at("subresources")
        .set(
            "scale",
            Map.of("specReplicasPath", ".spec.replicas", "statusReplicasPath", ".status.replicas"));
    create(definition);
    Resource resource = icecreams("v1");

    assertThat(
            resource
                .strategy()
                .selectableFields()
                .of(TreeNode.copyOf(JsonTree.copyOf(Map.of("spec", Map.of("flavor", "x"))))))
        .containsExactly(Map.entry("spec.flavor", "x"));
    assertThat(resource.strategy().selectableFields().of(TreeNode.empty()))
        .containsExactly(Map.entry("spec.flavor", ""));
    assertThat(resource.subresource("scale").orElseThrow().kind().kind()).isEqualTo("Scale");
    assertThatThrownBy(
            () ->
                icecream(
                    """
                    {"apiVersion":"example.com/v1","kind":"Icecream","metadata":{"name":"b"},
                     "spec":{"replicas":"x"}}
                    """))
        .hasMessage(
            "Icecream.example.com \"b\" is invalid: [spec.replicas: Invalid value: \"string\":"
                + " spec.replicas in body must be of type integer: \"string\", .spec.replicas:"
                + " Invalid value: 0: .spec.replicas accessor error: x is of the type string,"
                + " expected int64]");
  }
}
