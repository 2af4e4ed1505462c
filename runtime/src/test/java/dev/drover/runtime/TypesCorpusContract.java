package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.WriteOptions;
import dev.drover.crd.SampleObjects;
import dev.drover.crd.Validation;
import dev.drover.crd.Validator;
import dev.drover.runtime.internal.Definitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A server and the local validator judge objects of a record that uses every construct alike:
/// those that its schema allows, and the same with one field spoilt.
@ExtendWith(TestCluster.Supply.class)
abstract class TypesCorpusContract {
  @CustomResource(group = "types.drover.dev", version = "v1", kind = "Plant")
  record TypedPlant(
      ObjectMeta metadata, CrdContract.PlantSpec spec, CrdContract.@Nullable PlantStatus status)
      implements KubernetesObject, HasStatus<CrdContract.PlantStatus> {}

  private static final int OBJECTS = 250;
  private static final Crd CRD = Crd.of(TypedPlant.class);
  private static final Validator VALIDATOR = Validator.of(CRD);

  /// What a field is replaced by.
  private static final List<@Nullable Object> SPOILT =
      Collections.unmodifiableList(
          Arrays.asList(
              null,
              -1L,
              7L,
              1_000_000L,
              1.5,
              true,
              "",
              "UPPER",
              "x".repeat(80),
              List.of(),
              List.of("a", "a"),
              Map.of(),
              Map.of("unknown", 1L)));

  private Client client;
  private ResourceClient<DynamicObject> dry;

  @BeforeEach
  void install(TestCluster cluster) {
    client = Client.connect(cluster.config());
    Definitions.install(client, Kind.of(TypedPlant.class));
    dry =
        client
            .resources(Kind.dynamic(Kind.of(TypedPlant.class).gvk(), "plants", Scope.NAMESPACED))
            .inNamespace("default")
            .writing(WriteOptions.defaults().with(o -> o.dryRun(true)));
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void objectsOfARecordWithEveryConstructAreJudgedAlike() {
    SampleObjects samples = new SampleObjects(CRD, "v1", 1);
    Random random = new Random(1);
    List<String> differences = new ArrayList<>();
    int refused = 0;
    for (int i = 0; i < OBJECTS; i++) {
      DynamicObject allowed = samples.next().without("status");
      for (DynamicObject object : List.of(allowed, spoilt(allowed, random))) {
        Validation local = VALIDATOR.validate(object);
        refused += local.isValid() ? 0 : 1;
        Object served = answer(object);
        Object expected =
            local.isValid()
                ? VALIDATOR.defaulted(object).map("spec")
                : ValidatorCorpusContract.wrong(local.status().orElseThrow());
        if (!served.equals(expected)) {
          differences.add(
              "%s%n  server: %s%n  local:  %s".formatted(object.map("spec"), served, expected));
        }
      }
    }
    assertThat(differences).isEmpty();
    assertThat(refused).isBetween(OBJECTS / 2, 2 * OBJECTS - OBJECTS / 4);
  }

  /// What a server says of a create: what is wrong, or the spec that it made of the object.
  private Object answer(DynamicObject object) {
    try {
      return dry.create(object).map("spec");
    } catch (ApiException e) {
      return ValidatorCorpusContract.wrong(e.status());
    }
  }

  /// A copy with one random field of the spec replaced or removed.
  private static DynamicObject spoilt(DynamicObject object, Random random) {
    Map<String, @Nullable Object> spec = copy(object.map("spec"));
    Map<String, @Nullable Object> at = spec;
    while (true) {
      List<String> names = List.copyOf(at.keySet());
      if (names.isEmpty()) {
        return object.with(spec, "spec");
      }
      String name = names.get(random.nextInt(names.size()));
      boolean isInside =
          at.get(name) instanceof Map<?, ?> below
              && !below.isEmpty()
              && !name.equals("object") // the metadata of an embedded object is read first
              && random.nextBoolean();
      if (isInside && at.get(name) instanceof Map<?, ?> below) {
        Map<String, @Nullable Object> inner = copy(below);
        at.put(name, inner);
        at = inner;
      } else if (random.nextInt(5) == 0) {
        at.remove(name);
        return object.with(spec, "spec");
      } else {
        at.put(name, SPOILT.get(random.nextInt(SPOILT.size())));
        return object.with(spec, "spec");
      }
    }
  }

  private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach((name, value) -> copy.put(String.valueOf(name), value));
    return copy;
  }
}
