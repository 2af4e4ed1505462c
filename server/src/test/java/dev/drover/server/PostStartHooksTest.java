package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the server writes of its own accord, when others write.
class PostStartHooksTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
  private static final String ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";
  private static final String SERVICES = "/api/v1/namespaces/default/services";
  private static final String SERVICE =
      "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"ports\":[{\"port\":80}]}}";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @BeforeEach
  void define() throws Exception {
    define("things", "{\"name\":\"v1\",\"served\":true,\"storage\":true,%s}");
  }

  private void define(String plural, String version) throws IOException, InterruptedException {
    String schema = "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}";
    String body =
        """
        {"metadata":{"name":"%1$s.x.io"},"spec":{"group":"x.io","scope":"Namespaced",\
        "names":{"plural":"%1$s","kind":"%1$sKind"},"versions":[%2$s]}}\
        """
            .formatted(plural, version.formatted(schema));
    assertThat(admin.post(DEFINITIONS, body).status()).isEqualTo(201);
  }

  private int status(String path) throws IOException, InterruptedException {
    return admin.get(path).status();
  }

  @Test
  void apiServiceOfACustomGroupIsCreatedWithItsDefinition() throws Exception {
    var service = admin.get(API_SERVICES + "/v1.x.io");
    assertThat(service.at("spec", "groupPriorityMinimum")).isEqualTo(1000L);
    assertThat(service.at("status", "conditions", "0", "reason")).isEqualTo("Local");
  }

  @Test
  void apiServiceIsDeletedWithTheLastDefinitionOfItsVersion() throws Exception {
    define("others", "{\"name\":\"v1\",\"served\":true,\"storage\":true,%s}");
    admin.delete(DEFINITIONS + "/things.x.io");
    assertThat(status(API_SERVICES + "/v1.x.io")).isEqualTo(200);

    admin.delete(DEFINITIONS + "/others.x.io");
    assertThat(status(API_SERVICES + "/v1.x.io")).isEqualTo(404);
  }

  @Test
  void apiServiceIsDeletedWhenItsVersionIsNoLongerServed() throws Exception {
    admin.send(
        "PATCH",
        DEFINITIONS + "/things.x.io",
        "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/served\",\"value\":false}]",
        "Content-Type",
        "application/json-patch+json");
    assertThat(status(API_SERVICES + "/v1.x.io")).isEqualTo(404);
  }

  @Test
  void deletedOrChangedObjectIsRestored() throws Exception {
    Object uid = admin.get(API_SERVICES + "/v1.x.io").at("metadata", "uid");
    admin.delete(API_SERVICES + "/v1.x.io");
    assertThat(admin.get(API_SERVICES + "/v1.x.io").at("metadata", "uid"))
        .isNotNull()
        .isNotEqualTo(uid);

    merge(API_SERVICES + "/v1.x.io", "{\"spec\":{\"versionPriority\":7}}");
    assertThat(admin.get(API_SERVICES + "/v1.x.io").at("spec", "versionPriority")).isEqualTo(100L);
  }

  @Test
  void apiServicesOfBuiltInGroupsAreNotRestored() throws Exception {
    merge(API_SERVICES + "/v1.apps", "{\"spec\":{\"versionPriority\":7}}");
    assertThat(admin.get(API_SERVICES + "/v1.apps").at("spec", "versionPriority")).isEqualTo(7L);

    admin.delete(API_SERVICES + "/v1.batch");
    assertThat(status(API_SERVICES + "/v1.batch")).isEqualTo(404);
  }

  private void merge(String path, String patch) throws IOException, InterruptedException {
    var reply = admin.send("PATCH", path, patch, "Content-Type", "application/merge-patch+json");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  @Test
  void ipAddressIsCreatedAndDeletedWithItsService() throws Exception {
    var made = admin.post(SERVICES, SERVICE.formatted("s"));
    String address = (String) made.at("spec", "clusterIP");
    assertThat(admin.get(ADDRESSES + "/" + address).at("spec", "parentRef", "name")).isEqualTo("s");

    admin.delete(SERVICES + "/s");
    assertThat(status(ADDRESSES + "/" + address)).isEqualTo(404);
  }

  @Test
  void concurrentServiceDeletionsLeaveNoIpAddress() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        var _ =
            threads.submit(
                () -> {
                  for (int round = 0; round < 20; round++) {
                    admin.post(SERVICES, SERVICE.formatted("s"));
                    admin.delete(SERVICES + "/s");
                  }
                  return null;
                });
      }
    }
    admin.delete(SERVICES + "/s");
    assertThat((List<?>) admin.get(ADDRESSES).at("items")).hasSize(1); // of the server itself
  }

  @Test
  void flowSchemaConditionSaysWhetherItsPriorityLevelExists() throws Exception {
    String flows = "/apis/flowcontrol.apiserver.k8s.io/v1/";
    admin.post(
        flows + "flowschemas",
        "{\"metadata\":{\"name\":\"f\"},\"spec\":{\"priorityLevelConfiguration\":{\"name\":\"l\"}}}");
    assertThat(dangling(flows)).isEqualTo("True NotFound");

    admin.post(
        flows + "prioritylevelconfigurations",
        """
        {"metadata":{"name":"l"},"spec":{"type":"Limited","limited":{"limitResponse":{"type":"Reject"}}}}
        """);
    assertThat(dangling(flows)).isEqualTo("False Found");

    admin.delete(flows + "prioritylevelconfigurations/l");
    assertThat(dangling(flows)).isEqualTo("True NotFound");
  }

  private String dangling(String flows) throws IOException, InterruptedException {
    var schema = admin.get(flows + "flowschemas/f");
    return schema.at("status", "conditions", "0", "status")
        + " "
        + schema.at("status", "conditions", "0", "reason");
  }

  @Test
  void clusterIpInUseIsNotAllocatedAgain() throws Exception {
    for (int last = 2; last < 254; last++) {
      admin.post(
          ADDRESSES,
          "{\"metadata\":{\"name\":\"10.0.0.%d\"},\"spec\":{\"parentRef\":{\"resource\":\"x\",\"name\":\"y\"}}}"
              .formatted(last));
    }
    assertThat(admin.post(SERVICES, SERVICE.formatted("s")).at("spec", "clusterIP"))
        .isEqualTo("10.0.0.254");
    assertThat(admin.post(SERVICES, SERVICE.formatted("t")).status()).isEqualTo(500);
  }

  @Test
  void servicesGetAddressesOfTheNextRangeWhenTheFirstIsFull() throws Exception {
    String ranges = "/apis/networking.k8s.io/v1/servicecidrs";
    String range = "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"cidrs\":[\"%s\"]}}";
    admin.post(ranges, range.formatted("alone", "192.168.9.9/32")); // without any to give
    admin.post(ranges, range.formatted("extra", "192.168.8.0/30"));
    admin.delete(ranges + "/kubernetes"); // a finalizer keeps it, but it gives no more addresses

    assertThat(admin.post(SERVICES, SERVICE.formatted("s")).at("spec", "clusterIP"))
        .isIn("192.168.8.1", "192.168.8.2");
    assertThat(admin.post(SERVICES, SERVICE.formatted("t")).status()).isEqualTo(201);
    assertThat(admin.post(SERVICES, SERVICE.formatted("u")).status()).isEqualTo(500);
  }
}
