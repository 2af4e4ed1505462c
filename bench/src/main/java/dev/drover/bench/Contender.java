package dev.drover.bench;

import dev.drover.api.Format;
import java.util.function.Supplier;

/// Who decodes what. Peers cannot skip fields: without managed fields they get bytes that have
/// none.
enum Contender {
  SCAN("Jackson token scan", PodFile.JSON, true, TokenScan::new),
  DROVER_JSON("Drover JSON", PodFile.JSON, true, () -> drover(Format.JSON, true, true)),
  DROVER_PROTOBUF(
      "Drover protobuf", PodFile.PROTOBUF, true, () -> drover(Format.PROTOBUF, true, true)),
  FABRIC8("fabric8 JSON", PodFile.JSON, true, Fabric8Decoder::new),
  DROVER_JSON_SKIPPING(
      "Drover JSON, managedFields skipped",
      PodFile.JSON,
      true,
      () -> drover(Format.JSON, false, true)),
  DROVER_PROTOBUF_SKIPPING(
      "Drover protobuf, managedFields skipped",
      PodFile.PROTOBUF,
      true,
      () -> drover(Format.PROTOBUF, false, true)),

  SCAN_BARE("Jackson token scan", PodFile.JSON_BARE, true, TokenScan::new),
  DROVER_JSON_BARE("Drover JSON", PodFile.JSON_BARE, true, () -> drover(Format.JSON, true, true)),
  FABRIC8_BARE("fabric8 JSON", PodFile.JSON_BARE, true, Fabric8Decoder::new),

  DROVER_JSON_UNSHARED(
      "Drover JSON, nothing shared", PodFile.JSON, false, () -> drover(Format.JSON, true, false)),
  DROVER_PROTOBUF_UNSHARED(
      "Drover protobuf, nothing shared",
      PodFile.PROTOBUF,
      false,
      () -> drover(Format.PROTOBUF, true, false)),
  DROVER_JSON_SKIPPING_UNSHARED(
      "Drover JSON, managedFields skipped, nothing shared",
      PodFile.JSON,
      false,
      () -> drover(Format.JSON, false, false)),
  DROVER_PROTOBUF_SKIPPING_UNSHARED(
      "Drover protobuf, managedFields skipped, nothing shared",
      PodFile.PROTOBUF,
      false,
      () -> drover(Format.PROTOBUF, false, false)),
  OFFICIAL_JSON("official client JSON", PodFile.JSON_SHORT, false, OfficialJsonDecoder::new),
  OFFICIAL_JSON_BARE(
      "official client JSON", PodFile.JSON_BARE_SHORT, false, OfficialJsonDecoder::new),
  OFFICIAL_PROTOBUF(
      "official client protobuf", PodFile.PROTOBUF, false, OfficialProtobufDecoder::new),
  OFFICIAL_PROTOBUF_BARE(
      "official client protobuf", PodFile.PROTOBUF_BARE, false, OfficialProtobufDecoder::new);

  final String label;
  final PodFile input;

  /// A goal is about this one, so it runs in every round.
  final boolean everyRound;

  private final Supplier<Decoder<?>> decoder;

  Contender(String label, PodFile input, boolean everyRound, Supplier<Decoder<?>> decoder) {
    this.label = label;
    this.input = input;
    this.everyRound = everyRound;
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
