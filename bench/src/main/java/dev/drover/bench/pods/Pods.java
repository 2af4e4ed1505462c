package dev.drover.bench.pods;

import dev.drover.bench.harness.JsonText;
import dev.drover.bench.pods.Workload.Type;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A realistic list of pods, as bytes that a kube-apiserver would send; always the same for the
/// same numbers.
///
/// Most owners are ReplicaSets of very different sizes; eight DaemonSets have a pod on each of the
/// 100 nodes, some are StatefulSets and finished Jobs. As on a server, pods come ordered by
/// namespace and name, list items carry no `apiVersion` and `kind`, and what differs from pod to
/// pod differs here: names, uids, addresses, times, container ids, and the random suffix of the
/// token volume that makes all `volumes` and `volumeMounts` of siblings unequal.
///
/// @param count how many pods
/// @param owners how many owners they have
/// @param managedFields whether the pods carry `metadata.managedFields`
public record Pods(int count, int owners, boolean managedFields) {
  private static final int NODES = 100;
  private static final long SEED = 1;

  /// The list that the published numbers are made with.
  public static final Pods STANDARD = new Pods(20_000, 200, true);

  /// A list of the same make, a tenth as long.
  static final Pods SHORT = new Pods(2_000, 20, true);

  /// The same pods without `metadata.managedFields`.
  public Pods withoutManagedFields() {
    return new Pods(count, owners, false);
  }

  /// The list as JSON.
  public byte[] json() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(count * (managedFields ? 10_000 : 6_500));
    out.writeBytes(
        utf8(
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\","
                + "\"metadata\":{\"resourceVersion\":\"50000001\"},\"items\":["));
    String separator = "";
    for (String pod : podsAsText()) {
      out.writeBytes(utf8(separator));
      out.writeBytes(utf8(pod));
      separator = ",";
    }
    out.writeBytes(utf8("]}\n"));
    return out.toByteArray();
  }

  /// The protobuf of a list in JSON.
  public static byte[] toProtobuf(byte[] json) {
    return new TreeCodec(SchemaTable.builtIn()).jsonToProtobuf(json);
  }

  private List<String> podsAsText() {
    record Entry(String key, String json) {}
    List<Entry> entries = new ArrayList<>(count);
    each(pod -> entries.add(new Entry(keyOf(pod), JsonText.of(pod))));
    entries.sort(Comparator.comparing(Entry::key));
    return entries.stream().map(Entry::json).toList();
  }

  /// The pods as trees, those of an owner in sequence.
  public void each(Consumer<Map<String, @Nullable Object>> pods) {
    Random random = new Random(SEED);
    PodMaker maker = new PodMaker(random, managedFields);
    int made = 0;
    for (int owner = 0; owner < owners; owner++) {
      Workload workload = Workload.random(random, owner, typeOf(owner));
      int siblings = siblings(owner, workload.type(), count - made);
      for (int ordinal = 0; ordinal < siblings; ordinal++) {
        pods.accept(maker.make(workload, ordinal));
      }
      made += siblings;
    }
  }

  private static Type typeOf(int owner) {
    return switch (owner % 25) {
      case 1 -> Type.DAEMON_SET;
      case 7 -> Type.STATEFUL_SET;
      case 13 -> Type.JOB;
      default -> Type.REPLICA_SET;
    };
  }

  /// The sizes of ReplicaSets vary between a fifth and nine fifths of an equal share of what is
  /// left; the last owner takes the rest.
  private int siblings(int owner, Type type, int left) {
    int ownersLeft = owners - owner;
    int share = left / ownersLeft;
    int wanted =
        switch (type) {
          case DAEMON_SET -> NODES;
          case STATEFUL_SET, JOB -> share / 3;
          case REPLICA_SET -> share * (1 + owner % 9) / 5;
        };
    return ownersLeft == 1 ? left : Math.min(left, wanted);
  }

  private static String keyOf(Map<String, @Nullable Object> pod) {
    Map<?, ?> metadata = (Map<?, ?>) pod.get("metadata");
    return metadata.get("namespace") + "/" + metadata.get("name");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
