package dev.drover.bench.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// [Database] as plain records, for Jackson.
public record JacksonDatabase(
    String apiVersion, String kind, Metadata metadata, Database.Spec spec, Status status) {

  public record Metadata(
      String name,
      String namespace,
      String uid,
      String resourceVersion,
      long generation,
      Instant creationTimestamp,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<String> finalizers) {}

  public record Status(
      long observedGeneration,
      Database.Phase phase,
      int readyReplicas,
      List<Condition> conditions) {}

  public record Condition(
      String type,
      String status,
      @Nullable Long observedGeneration,
      Instant lastTransitionTime,
      String reason,
      String message) {}

  /// As Jackson's users do it: one reader and one writer.
  static Mapping<JacksonDatabase> mapping() {
    JsonMapper mapper =
        JsonMapper.builder()
            .changeDefaultPropertyInclusion(
                all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();
    ObjectReader reader = mapper.readerFor(JacksonDatabase.class);
    ObjectWriter writer = mapper.writerFor(JacksonDatabase.class);
    return new Mapping<>() {
      @Override
      public JacksonDatabase decode(byte[] json) {
        return reader.readValue(json);
      }

      @Override
      public byte[] encode(JacksonDatabase object) {
        return writer.writeValueAsBytes(object);
      }
    };
  }
}
