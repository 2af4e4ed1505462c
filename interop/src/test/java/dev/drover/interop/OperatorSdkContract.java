package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// An operator of the Java Operator SDK with a dependent resource, a finalizer and a status, on
/// either server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OperatorSdkContract {
  private static final String NAMESPACE = "josdk";

  private final Gardener gardener = new Gardener();
  private TestedServer server;
  private KubernetesClient client;
  private Operator operator;

  abstract TestedServer startServer() throws Exception;

  @BeforeAll
  void start() throws Exception {
    server = startServer();
    client = server.fabric8Client();
    client
        .namespaces()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    client.resource(definition()).create();
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(definition().getMetadata().getName())
        .waitUntilCondition(OperatorSdkContract::isEstablished, 1, TimeUnit.MINUTES);
    operator = new Operator(o -> o.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(gardener, o -> o.settingNamespace(NAMESPACE));
    operator.start();
  }

  @AfterAll
  void stop() {
    operator.stop();
    client.close();
    server.close();
  }

  private static boolean isEstablished(@Nullable CustomResourceDefinition definition) {
    return definition != null
        && definition.getStatus() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }

  private static CustomResourceDefinition definition() {
    JSONSchemaProps number = new JSONSchemaPropsBuilder().withType("integer").build();
    JSONSchemaProps part =
        new JSONSchemaPropsBuilder()
            .withType("object")
            .withProperties(Map.of("trees", number))
            .build();
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName("gardens.java.example.com")
        .endMetadata()
        .withNewSpec()
        .withGroup("java.example.com")
        .withScope("Namespaced")
        .withNewNames()
        .withPlural("gardens")
        .withSingular("garden")
        .withKind("Garden")
        .endNames()
        .addNewVersion()
        .withName("v1")
        .withServed(true)
        .withStorage(true)
        .withNewSubresources()
        .withNewStatus()
        .endStatus()
        .endSubresources()
        .withNewSchema()
        .withOpenAPIV3Schema(
            new JSONSchemaPropsBuilder()
                .withType("object")
                .withProperties(Map.of("spec", part, "status", part))
                .build())
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }

  /// Trees in the specification and in the status alike.
  public static final class Trees {
    private int trees;

    public int getTrees() {
      return trees;
    }

    public void setTrees(int trees) {
      this.trees = trees;
    }

    static Trees of(int trees) {
      Trees result = new Trees();
      result.setTrees(trees);
      return result;
    }
  }

  @Group("java.example.com")
  @Version("v1")
  @Plural("gardens")
  @SuppressWarnings("serial") // only its superclass is serializable, and nothing serializes it
  public static final class Garden extends CustomResource<Trees, Trees> implements Namespaced {
    static Garden of(String name, int trees) {
      Garden garden = new Garden();
      garden.getMetadata().setNamespace(NAMESPACE);
      garden.getMetadata().setName(name);
      garden.setSpec(Trees.of(trees));
      return garden;
    }
  }

  /// One config map for each garden.
  @KubernetesDependent
  public static final class Plan extends CRUDKubernetesDependentResource<ConfigMap, Garden> {
    @Override
    protected ConfigMap desired(Garden garden, Context<Garden> context) {
      return new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace(garden.getMetadata().getNamespace())
          .withName(garden.getMetadata().getName())
          .endMetadata()
          .withData(Map.of("trees", String.valueOf(garden.getSpec().getTrees())))
          .build();
    }
  }

  @Workflow(dependents = @Dependent(type = Plan.class))
  @ControllerConfiguration
  public static final class Gardener implements Reconciler<Garden>, Cleaner<Garden> {
    private final AtomicInteger cleanups = new AtomicInteger();

    @Override
    public UpdateControl<Garden> reconcile(Garden garden, Context<Garden> context) {
      if (garden.getSpec().getTrees() < 0) {
        throw new IllegalArgumentException("fewer than no trees");
      }
      Garden planted = Garden.of(garden.getMetadata().getName(), 0);
      planted.setStatus(Trees.of(garden.getSpec().getTrees()));
      planted.setSpec(null);
      return UpdateControl.patchStatus(planted);
    }

    @Override
    public DeleteControl cleanup(Garden garden, Context<Garden> context) {
      cleanups.incrementAndGet();
      return DeleteControl.defaultDelete();
    }

    @Override
    public ErrorStatusUpdateControl<Garden> updateErrorStatus(
        Garden garden, Context<Garden> context, Exception e) {
      Garden failed = Garden.of(garden.getMetadata().getName(), 0);
      failed.setStatus(Trees.of(-1));
      failed.setSpec(null);
      return ErrorStatusUpdateControl.patchStatus(failed);
    }
  }

  private Resource<Garden> garden(String name) {
    return client.resources(Garden.class).inNamespace(NAMESPACE).withName(name);
  }

  private Resource<ConfigMap> plan(String name) {
    return client.configMaps().inNamespace(NAMESPACE).withName(name);
  }

  private static <T extends HasMetadata> void await(Resource<T> resource, Predicate<T> condition) {
    resource.waitUntilCondition(o -> o != null && condition.test(o), 1, TimeUnit.MINUTES);
  }

  private static void awaitGone(Resource<?> resource) {
    resource.waitUntilCondition(Objects::isNull, 1, TimeUnit.MINUTES);
  }

  private static Predicate<Garden> planted(int trees) {
    return garden -> garden.getStatus() != null && garden.getStatus().getTrees() == trees;
  }

  @Test
  void javaOperatorSdkReconcilesStatusAndDependents() {
    client.resource(Garden.of("orchard", 3)).create();
    await(garden("orchard"), planted(3));
    await(plan("orchard"), map -> map.getData().get("trees").equals("3"));
    assertThat(plan("orchard").get().getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("Garden"));
    garden("orchard")
        .edit(
            garden -> {
              garden.setSpec(Trees.of(5));
              return garden;
            });
    await(garden("orchard"), planted(5));
    await(plan("orchard"), map -> map.getData().get("trees").equals("5"));
  }

  @Test
  void javaOperatorSdkRestoresADeletedDependent() {
    client.resource(Garden.of("park", 2)).create();
    await(plan("park"), map -> map.getData().get("trees").equals("2"));
    String first = plan("park").get().getMetadata().getUid();
    plan("park").delete();
    await(plan("park"), map -> !map.getMetadata().getUid().equals(first));
  }

  @Test
  void javaOperatorSdkCleansUpBeforeADeletion() {
    client.resource(Garden.of("meadow", 1)).create();
    await(garden("meadow"), garden -> !garden.getMetadata().getFinalizers().isEmpty());
    int before = gardener.cleanups.get();
    garden("meadow").delete();
    awaitGone(garden("meadow"));
    assertThat(gardener.cleanups.get()).isGreaterThan(before);
  }

  @Test
  void javaOperatorSdkReportsAnErrorInTheStatus() {
    client.resource(Garden.of("desert", -7)).create();
    await(garden("desert"), planted(-1));
  }
}
