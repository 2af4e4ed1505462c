package dev.drover.bench.codec;

import dev.drover.api.Condition;
import dev.drover.api.Format;
import dev.drover.api.ObjectMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Makes databases, every one different: as JSON, as an API server would send them.
final class Databases {
  static final int COUNT = 200;

  private static final Instant START = Instant.parse("2026-01-01T08:00:00Z");

  private Databases() {}

  static byte[][] json() {
    byte[][] objects = new byte[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      objects[i] = Database.KIND.codec().encode(database(i), Format.JSON);
    }
    return objects;
  }

  static Database database(int number) {
    return new Database(metadata(number), spec(number), status(number));
  }

  private static ObjectMeta metadata(int number) {
    return ObjectMeta.builder()
        .name("database-" + number)
        .namespace("team-" + number % 17)
        .uid(uid(number))
        .resourceVersion("" + (100_000 + number * 37))
        .generation(number % 5 + 1)
        .creationTimestamp(START.plusSeconds(number * 61L))
        .label("app.kubernetes.io/name", "database")
        .label("app.kubernetes.io/instance", "database-" + number)
        .label("app.kubernetes.io/managed-by", "database-operator")
        .label("team", "team-" + number % 17)
        .annotation("example.dev/contact", "team-" + number % 17 + "@example.dev")
        .annotation("example.dev/ticket", "https://tickets.example.dev/" + number * 13)
        .finalizers(List.of("databases.example.dev/backup"))
        .build();
  }

  private static Database.Spec spec(int number) {
    List<Database.User> users = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      users.add(
          new Database.User(
              "user-" + i, "database-%d-user-%d".formatted(number, i), List.of("read", "write")));
    }
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < 12; i++) {
      settings.put("setting_number_" + i, (number * 7 + i) % 4096 + "MB");
    }
    return new Database.Spec(
        "17." + number % 6,
        number % 3 + 1,
        number % 2 == 0,
        new Database.Storage(number % 90 + 10 + "Gi", "fast"),
        users,
        settings,
        List.of("pg_stat_statements", "postgis", "pgcrypto", "hstore"),
        number % 4 == 0 ? null : new Database.Schedule("0 %d * * *".formatted(number % 24), 7));
  }

  private static Database.Status status(int number) {
    List<Condition> conditions = new ArrayList<>();
    for (String type : List.of("Ready", "BackedUp", "Reachable")) {
      conditions.add(
          Condition.builder()
              .type(type)
              .status(Condition.TRUE)
              .observedGeneration(number % 5 + 1)
              .lastTransitionTime(START.plusSeconds(number * 61L + 30))
              .reason("AsWanted")
              .message("database-%d is as its spec says".formatted(number))
              .build());
    }
    return new Database.Status(
        number % 5 + 1, Database.Phase.READY, number % 3 + 1, List.copyOf(conditions));
  }

  private static String uid(int number) {
    return new UUID(0x4000L | number * 0x9E3779B97F4A7C15L & ~0xF000L, number * 0xBF58476D1CE4E5B9L)
        .toString();
  }
}
