package dev.drover.server.bootstrap;

import dev.drover.server.bootstrap.BootstrapTemplate.Owner;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.StoredObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Everything that a fresh kube-apiserver has: namespaces, roles and bindings, priority classes and
/// levels, the service `kubernetes` in front of it, and how it is reached.
///
/// They are stored as kube-apiserver leaves them, managed fields included, so that server-side
/// apply meets the same owners. They do not go through admission and validation: no user has to
/// start a server to learn that they are right.
public final class BootstrapObjects {
  private static final String FILE = "kubernetes-1.36.objects";
  private static final String IDENTITY = "apiserver-embedded"; // what the server calls itself

  private BootstrapObjects() {}

  /// What differs from server to server.
  ///
  /// @param betaApis whether beta versions are served
  /// @param clientCaPem the authority that signs the certificates of users
  /// @param address where the server is reached, as a literal
  public record Facts(
      boolean betaApis, String clientCaPem, String address, int port, Instant now) {}

  /// Stores those that are missing. On a server that ran before, those that name its address or its
  /// authority are brought up to date, and all others are left as they are, with the changes that
  /// users made.
  public static void store(Store store, Facts facts) {
    Words words = new Words(facts);
    for (BootstrapTemplate template : Templates.ALL) {
      if (facts.betaApis || !template.onlyWithBetas()) {
        String name = template.name().equals("$identity") ? IDENTITY : template.name();
        StorageKey key = new StorageKey(template.resource(), template.namespace(), name);
        Optional<StoredObject> existing = store.get(key);
        if (existing.isEmpty()) {
          store.create(key, object(template, name, words));
        } else if (Words.namesServer(template.tree())) {
          store.replace(existing.get(), renewed(existing.get(), template, name, words));
        }
      }
    }
  }

  private static Map<String, @Nullable Object> renewed(
      StoredObject existing, BootstrapTemplate template, String name, Words words) {
    Map<String, @Nullable Object> object = object(template, name, words);
    object.put("metadata", existing.tree().get("metadata"));
    return object;
  }

  private static Map<String, @Nullable Object> object(
      BootstrapTemplate template, String name, Words words) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("kind", template.kind());
    object.put("apiVersion", template.apiVersion());
    object.put("metadata", metadata(template, name, words));
    template
        .tree()
        .forEach(
            (field, value) -> {
              if (!field.equals("metadata")) {
                object.put(field, filled(value, words));
              }
            });
    return object;
  }

  private static Map<String, @Nullable Object> metadata(
      BootstrapTemplate template, String name, Words words) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("name", name);
    if (!template.namespace().isEmpty()) {
      metadata.put("namespace", template.namespace());
    }
    metadata.put("uid", UUID.randomUUID().toString());
    Map<?, ?> given = template.tree().get("metadata") instanceof Map<?, ?> map ? map : Map.of();
    putFilled(metadata, "generation", given, words);
    metadata.put("creationTimestamp", words.second);
    putFilled(metadata, "labels", given, words);
    putFilled(metadata, "annotations", given, words);
    List<Object> managed = new ArrayList<>();
    template.owners().forEach(owner -> managed.add(entry(owner, template.apiVersion(), words)));
    metadata.put("managedFields", managed);
    return metadata;
  }

  private static void putFilled(
      Map<String, @Nullable Object> metadata, String name, Map<?, ?> given, Words words) {
    Object value = given.get(name);
    if (value != null) {
      metadata.put(name, filled(value, words));
    }
  }

  private static Map<String, @Nullable Object> entry(Owner owner, String apiVersion, Words words) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("manager", owner.manager());
    entry.put("operation", owner.operation());
    entry.put("apiVersion", apiVersion);
    entry.put("time", words.second);
    entry.put("fieldsType", "FieldsV1");
    entry.put("fieldsV1", owner.fields());
    if (!owner.subresource().isEmpty()) {
      entry.put("subresource", owner.subresource());
    }
    return entry;
  }

  /// The value with the facts of the server in their places; itself when it has none.
  private static @Nullable Object filled(@Nullable Object value, Words words) {
    return switch (value) {
      case String text when text.startsWith("$") -> words.value(text);
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((name, item) -> copy.put((String) name, filled(item, words)));
        yield copy;
      }
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        list.forEach(item -> copy.add(filled(item, words)));
        yield copy;
      }
      case null, default -> value;
    };
  }

  /// What the words of the file that begin with `$` stand for.
  private static final class Words {
    private final Facts facts;
    private final String second; // the time as objects carry it

    Words(Facts facts) {
      this.facts = facts;
      this.second = facts.now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// Whether a part of an object depends on the address or the authority of the server.
    static boolean namesServer(@Nullable Object value) {
      return switch (value) {
        case String text ->
            text.startsWith("$address") || text.equals("$port") || text.equals("$client-ca");
        case Map<?, ?> map -> map.values().stream().anyMatch(Words::namesServer);
        case List<?> list -> list.stream().anyMatch(Words::namesServer);
        case null, default -> false;
      };
    }

    Object value(String word) {
      return switch (word) {
        case "$client-ca" -> facts.clientCaPem;
        case "$address" -> facts.address;
        case "$address:port" -> facts.address + ":" + facts.port;
        case "$port" -> (long) facts.port;
        case "$now" -> second;
        case "$now-micro" -> second.replace("Z", ".000000Z");
        case "$today" -> second.substring(0, "2026-01-01".length());
        case "$holder" -> IDENTITY + "_" + UUID.randomUUID();
        default -> throw new IllegalStateException("no fact is called " + word);
      };
    }
  }

  /// Read once, on first use, for all servers of the JVM.
  private static final class Templates {
    static final List<BootstrapTemplate> ALL = load();

    private static List<BootstrapTemplate> load() {
      try (@Nullable InputStream in = BootstrapObjects.class.getResourceAsStream(FILE)) {
        if (in == null) {
          throw new IllegalStateException(FILE + " is missing from the jar of drover-server");
        }
        return List.copyOf(
            new BootstrapReader()
                .read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
