package dev.drover.bench.replay;

import dev.drover.api.Format;
import dev.drover.bench.harness.JsonText;
import dev.drover.bench.pods.Pods;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The objects of the events that are replayed, encoded ahead and kept in files.
///
/// The first round of events adds each object, later rounds change each. What differs from event to
/// event has a fixed width, so that a server can fill it in while it sends: the resource version,
/// and in the unique shape a number that every text carries.
public final class ReplayEvents {
  /// The version of the list before the first event. Event `i` brings `START_VERSION + 1 + i`.
  public static final long START_VERSION = 100_000_000;

  /// Stands where the resource version comes.
  static final byte[] VERSION = Long.toString(START_VERSION).getBytes(StandardCharsets.US_ASCII);

  /// How many digits the number of an event has.
  static final int DIGITS = 7;

  /// Marks the place of the event's number: after its first digits.
  static final String MARK = "4711";

  static final byte[] NUMBERED = (MARK + "0".repeat(DIGITS)).getBytes(StandardCharsets.US_ASCII);

  private ReplayEvents() {}

  /// How much events have in common.
  public enum Shape {
    /// Pods of templates, as in a cluster.
    REPEATING,
    /// Every text of an event is its own; only numbers, times and names of fields come again.
    UNIQUE;

    Path file(Path folder, Format format) {
      return folder.resolve(name() + "." + format);
    }
  }

  /// Writes the objects in both formats, each after its length.
  static void write(Path folder, Shape shape, Pods pods) throws IOException {
    TreeCodec codec = new TreeCodec(SchemaTable.builtIn());
    try (DataOutputStream json = create(shape.file(folder, Format.JSON));
        DataOutputStream protobuf = create(shape.file(folder, Format.PROTOBUF))) {
      pods.each(
          pod -> {
            Map<String, @Nullable Object> object = UniqueTexts.prepared(pod, shape);
            String text = JsonText.of(object);
            put(json, text.getBytes(StandardCharsets.UTF_8));
            put(protobuf, codec.jsonToProtobuf(ofPods(text).getBytes(StandardCharsets.UTF_8)));
          });
    }
  }

  /// Objects in files do not say their kind, so that they serve for more than one.
  private static String ofPods(String object) {
    return kind("v1", "Pod") + object.substring(1);
  }

  /// What an object in JSON begins with, in place of its brace.
  static String kind(String apiVersion, String kind) {
    return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",";
  }

  private static DataOutputStream create(Path file) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
  }

  private static void put(DataOutputStream out, byte[] object) {
    try {
      out.writeInt(object.length);
      out.write(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
