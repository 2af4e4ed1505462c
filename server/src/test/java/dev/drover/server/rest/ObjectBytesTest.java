package dev.drover.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.StoredObject;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectBytesTest {
  private static final GroupVersionKind METADATA =
      new GroupVersionKind("meta.k8s.io", "v1", "PartialObjectMetadata");

  private final ObjectBytes bytes = new ObjectBytes(new TreeCodec(SchemaTable.builtIn()));

  /// Equal for equal resources: the revisions of the stores are the same.
  private static StoredObject stored(Resource resource) {
    Store store = new Store(Store.Options.DEFAULT, InstantSource.system());
    String key = "é" + "k".repeat(200); // lengths of two bytes
    Map<String, Object> metadata =
        Map.of(
            "name",
            "a",
            "uid",
            "0",
            "labels",
            Map.of(key, "<value>"),
            "finalizers",
            List.of("one", "two"));
    return store.create(
        new StorageKey(resource.storage().name(), "default", "a"),
        Map.of(
            "apiVersion",
            resource.storage().kind().apiVersion(),
            "kind",
            resource.storage().kind().kind(),
            "metadata",
            metadata));
  }

  private Bytes metadata(Resource resource, StoredObject object) {
    return bytes.metadata(resource, METADATA, Format.PROTOBUF, object);
  }

  @Test
  void metadataIsTheSameWhetherTheWholeWasEncodedBeforeOrNot() {
    List<Resource> resources =
        BuiltInResources.withBetas().stream()
            .filter(resource -> resource.verbs().contains("list"))
            .toList();
    assertThat(resources).hasSizeGreaterThan(50);
    for (Resource resource : resources) {
      StoredObject encoded = stored(resource);
      Bytes whole = bytes.whole(resource, Format.PROTOBUF, encoded);

      Bytes part = metadata(resource, encoded);

      assertThat(part).as("%s", resource.gvk()).isEqualTo(metadata(resource, stored(resource)));
      assertThat(part).isNotEqualTo(whole);
    }
  }

  @Test
  void wholeObjectIsEncodedOnce() {
    Resource resource =
        BuiltInResources.all().stream()
            .filter(each -> each.gvk().kind().equals("ConfigMap"))
            .findFirst()
            .orElseThrow();
    StoredObject object = stored(resource);
    assertThat(bytes.whole(resource, Format.PROTOBUF, object))
        .isSameAs(bytes.whole(resource, Format.PROTOBUF, object));
  }
}
