package dev.drover.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.DeleteOptions;
import dev.drover.api.RawExtension;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.custom.CustomResources;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.storage.Store;
import dev.drover.server.webhook.HookClient;
import dev.drover.server.webhook.Services;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A request finds its resource first and is watched for afterwards; in between, the definition of
/// the resource may go or change. These tests take the two steps apart. A watch that leaked would
/// wait for more than half an hour.
@Timeout(20)
class WatchHandlerTest {
  private static final UserInfo JANE = UserInfo.of("jane", List.of());
  private static final ApiObjects.Write WRITE =
      new ApiObjects.Write(JANE, "promise", "", false, new CallNotes());

  private final InstantSource clock = InstantSource.system();
  private final Store store = new Store(Store.Options.DEFAULT, clock);
  private final Catalog catalog = new Catalog(BuiltInResources.all());
  private final ApiObjects objects =
      new ObjectRegistry(new WriteEnvironment(store, List.of(), clock, new Random(1)), catalog);
  private final WatchHandler watches =
      new WatchHandler(
          catalog,
          store,
          new Random(1),
          new WatchEvents(
              new ObjectBytes(new TreeCodec(SchemaTable.builtIn())), new Tables(clock)));

  @BeforeEach
  void serveCustomResources() {
    new CustomResources(store, catalog, objects, new HookClient(new Services()), clock).start();
  }

  private Resource definitions() {
    return catalog.find("apiextensions.k8s.io", "v1", "customresourcedefinitions").orElseThrow();
  }

  private Resource flavors() {
    return catalog.find("example.com", "v1", "flavors").orElseThrow();
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private void create(Resource resource, String json) {
    objects.create(
        resource, "", (Map<String, @Nullable Object>) RawExtension.ofJson(json).tree(), WRITE);
  }

  /// @param field of the objects' only one
  private void define(String field) {
    create(
        definitions(),
        """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
         "metadata":{"name":"flavors.example.com"},
         "spec":{"group":"example.com","scope":"Cluster",
           "names":{"plural":"flavors","kind":"Flavor"},
           "versions":[{"name":"v1","served":true,"storage":true,
             "schema":{"openAPIV3Schema":{"type":"object","properties":{
               "%s":{"type":"string"}}}}}]}}
        """
            .formatted(field));
  }

  private void undefine() {
    objects.delete(
        definitions(), "", "flavors.example.com", DeleteOptions.builder().build(), WRITE);
  }

  /// Opens a watch of a resource as it was found.
  private Answer.Sender watch(Resource found) {
    String path = "/apis/example.com/v1/flavors";
    RequestInfo info = RequestInfo.onResource("watch", "example.com", "v1", "", "flavors", "", "");
    Call call = new Call("GET", path, Map.of(), Map.of(), Bytes.EMPTY, JANE, info, new CallNotes());
    return ((Answer.Messages) watches.serve(call, found)).sender();
  }

  /// Everything that a watch tells before it ends.
  private static List<String> told(Answer.Sender watch) throws Exception {
    List<String> told = new ArrayList<>();
    watch.send(
        new Answer.Outlet() {
          @Override
          public void write(byte[] message) throws IOException {
            told.add(new String(message, StandardCharsets.UTF_8));
          }

          @Override
          public void flush() {}
        });
    return told;
  }

  @Test
  void watchOpenedAfterItsDefinitionIsDeletedEnds() throws Exception {
    define("sweet");
    Resource found = flavors();
    undefine();

    assertThat(told(watch(found))).isEmpty();
  }

  @Test
  void watchOpenedAfterItsDefinitionIsReplacedEndsWithoutTheNewObjects() throws Exception {
    define("sweet");
    Resource found = flavors();
    undefine();
    define("sour");

    assertThat(told(watch(found))).isEmpty();
  }

  @Test
  void watchOpenedBeforeItsDefinitionIsDeletedDeliversAllEventsAndEnds() throws Exception {
    define("sweet");
    Answer.Sender watch = watch(flavors());
    create(
        flavors(),
        """
        {"apiVersion":"example.com/v1","kind":"Flavor","metadata":{"name":"mint"}}
        """);
    undefine();

    assertThat(told(watch))
        .satisfiesExactly(
            added -> assertThat(added).startsWith("{\"type\":\"ADDED\"").contains("mint"),
            deleted -> assertThat(deleted).startsWith("{\"type\":\"DELETED\"").contains("mint"));
  }
}
