package dev.drover.bench.decode;

import dev.drover.api.Format;
import dev.drover.bench.pods.PodFile;
import java.util.function.Supplier;

/// The decoders and their inputs. One that cannot skip managed fields gets bytes that have none.
/// Those that are compared with each other come next to each other, as in time.
enum Contender {
  SCAN("Jackson token scan", PodFile.JSON, 3, TokenScan::new),
  DROVER_JSON("Drover JSON", PodFile.JSON, 3, () -> drover(Format.JSON, true, true)),
  DROVER_PROTOBUF(
      "Drover protobuf", PodFile.PROTOBUF, 3, () -> drover(Format.PROTOBUF, true, true)),
  DROVER_JSON_SKIPPING(
      "Drover JSON, managedFields skipped",
      PodFile.JSON,
      3,
      () -> drover(Format.JSON, false, true)),
  DROVER_PROTOBUF_SKIPPING(
      "Drover protobuf, managedFields skipped",
      PodFile.PROTOBUF,
      3,
      () -> drover(Format.PROTOBUF, false, true)),
  SCAN_BARE("Jackson token scan", PodFile.JSON_BARE, 3, TokenScan::new),
  DROVER_JSON_BARE("Drover JSON", PodFile.JSON_BARE, 3, () -> drover(Format.JSON, true, true)),

  FABRIC8("fabric8 JSON", PodFile.JSON, 2, Fabric8Decoder::new),
  FABRIC8_BARE("fabric8 JSON", PodFile.JSON_BARE, 2, Fabric8Decoder::new),

  DROVER_JSON_UNSHARED(
      "Drover JSON, nothing shared", PodFile.JSON, 1, () -> drover(Format.JSON, true, false)),
  DROVER_PROTOBUF_UNSHARED(
      "Drover protobuf, nothing shared",
      PodFile.PROTOBUF,
      1,
      () -> drover(Format.PROTOBUF, true, false)),
  DROVER_JSON_SKIPPING_UNSHARED(
      "Drover JSON, managedFields skipped, nothing shared",
      PodFile.JSON,
      1,
      () -> drover(Format.JSON, false, false)),
  DROVER_PROTOBUF_SKIPPING_UNSHARED(
      "Drover protobuf, managedFields skipped, nothing shared",
      PodFile.PROTOBUF,
      1,
      () -> drover(Format.PROTOBUF, false, false)),
  OFFICIAL_JSON("official client JSON", PodFile.JSON_SHORT, 1, () -> new OfficialJsonDecoder(true)),
  OFFICIAL_JSON_SKIPPING(
      "official client JSON, managedFields skipped",
      PodFile.JSON_SHORT,
      1,
      () -> new OfficialJsonDecoder(false)),
  OFFICIAL_PROTOBUF("official client protobuf", PodFile.PROTOBUF, 1, OfficialProtobufDecoder::new),
  OFFICIAL_PROTOBUF_BARE(
      "official client protobuf", PodFile.PROTOBUF_BARE, 1, OfficialProtobufDecoder::new);

  final String label;
  final PodFile input;

  /// The closer the race, the more rounds it takes part in.
  final int rounds;

  private final Supplier<Decoder<?>> decoder;

  Contender(String label, PodFile input, int rounds, Supplier<Decoder<?>> decoder) {
    this.label = label;
    this.input = input;
    this.rounds = rounds;
    this.decoder = decoder;
  }

  private static Decoder<?> drover(Format format, boolean managedFields, boolean sharing) {
    return new DroverDecoder(format, managedFields, sharing);
  }

  /// Whether objects come out at all.
  boolean decodes() {
    return this != SCAN && this != SCAN_BARE;
  }

  Decoder<?> decoder() {
    return decoder.get();
  }
}
