package dev.drover.bench.replay;

import static dev.drover.bench.replay.ReplayServer.utf8;

import dev.drover.api.Format;
import dev.drover.bench.cache.Served;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.util.Map;

/// The answers of a [ReplayServer], prepared in memory.
record ReplayContent(Map<Format, ReplayFile> files) {

  /// The format that a client gets: protobuf where it asks for it and there is one.
  static Format format(Served served, String accept) {
    return served.isBuiltIn() && accept.contains(Format.PROTOBUF.contentType())
        ? Format.PROTOBUF
        : Format.JSON;
  }

  private static String apiVersion(Served served) {
    return served.kind().gvk().groupVersion().toString();
  }

  /// A list of nothing.
  byte[] list(Served served, Format format) {
    String json =
        "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":[]}"
            .formatted(served.kind().gvk().kind(), apiVersion(served), ReplayEvents.START_VERSION);
    return encoded(json, format);
  }

  /// The end of a streamed list of nothing.
  byte[] initialEventsEnd(Served served, Format format) {
    String json =
        ReplayEvents.kind(apiVersion(served), served.kind().gvk().kind())
            + "\"metadata\":{\"resourceVersion\":\"%d\",".formatted(ReplayEvents.START_VERSION)
            + "\"creationTimestamp\":null,"
            + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}";
    return ReplayFrames.event("BOOKMARK", encoded(json, format), format);
  }

  private static byte[] encoded(String json, Format format) {
    return format == Format.JSON
        ? utf8(json)
        : new TreeCodec(SchemaTable.builtIn()).jsonToProtobuf(utf8(json));
  }

  ReplayFrames frames(Served served, Format format) {
    return new ReplayFrames(
        files.get(format),
        format,
        utf8(ReplayEvents.kind(apiVersion(served), served.kind().gvk().kind())));
  }
}
