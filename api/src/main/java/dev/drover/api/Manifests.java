package dev.drover.api;

import dev.drover.api.wire.JsonInput;
import dev.drover.api.wire.WireException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Reads objects from manifests: YAML of one or many documents, JSON, or a folder of such files.
///
/// Lists are flattened, empty documents are left out. What is not an object is an error that names
/// file and place.
///
/// ```java
/// for (var object : Manifests.read(Path.of("deploy"))) { ... }                   // dynamic
/// for (var object : Manifests.read(Path.of("deploy"), scheme)) { ... }           // typed where the scheme knows the kind
/// ```
public final class Manifests {
  private static final int SNIFFED = 4096;

  private Manifests() {}

  /// The objects of a file, or of all `.yaml`, `.yml` and `.json` files of a folder in the order of
  /// their names.
  ///
  /// @throws IOException when a file cannot be read
  /// @throws DecodeException when a file is no manifest
  public static List<DynamicObject> read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      List<DynamicObject> objects = new ArrayList<>();
      for (Path file : manifestsIn(path)) {
        objects.addAll(read(file));
      }
      return List.copyOf(objects);
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      return read(in, path.toString());
    }
  }

  private static List<Path> manifestsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).filter(Manifests::isManifest).sorted().toList();
    }
  }

  private static boolean isManifest(Path file) {
    String name = Objects.toString(file.getFileName(), "").toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  /// The objects of a file or folder, typed where the scheme knows their kind.
  public static List<KubernetesObject> read(Path path, Scheme scheme) throws IOException {
    return read(path).stream().map(scheme::typed).toList();
  }

  /// The objects of a stream in UTF-8; it is read to the end and not closed.
  ///
  /// @param source what error messages call the stream
  public static List<DynamicObject> read(InputStream in, String source) {
    InputStream buffered = in.markSupported() ? in : new BufferedInputStream(in);
    Supplier<Optional<Object>> documents;
    try {
      documents =
          startsWithBrace(buffered)
              ? jsonDocuments(buffered, source)
              : new YamlReader(buffered, source, DecodeLimits.DEFAULT)::next;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + source, e);
    }
    List<DynamicObject> objects = new ArrayList<>();
    int document = 0;
    for (Optional<Object> tree = documents.get(); tree.isPresent(); tree = documents.get()) {
      document++;
      add(objects, tree.get(), source + ", document " + document);
    }
    return List.copyOf(objects);
  }

  /// JSON is told by its first brace, as kubectl does it: not all JSON is YAML (tabs).
  private static boolean startsWithBrace(InputStream in) throws IOException {
    in.mark(SNIFFED);
    int c = in.read();
    for (int i = 1; i < SNIFFED && (c == ' ' || c == '\n' || c == '\r' || c == '\t'); i++) {
      c = in.read();
    }
    in.reset();
    return c == '{';
  }

  private static Supplier<Optional<Object>> jsonDocuments(InputStream in, String source) {
    DecodeLimits limits = DecodeLimits.DEFAULT;
    JsonInput json = new JsonInput(in, limits.maxObjectBytes(), limits.maxDepth());
    return () -> {
      try {
        return json.peek() < 0
            ? Optional.empty()
            : Optional.ofNullable(TreeType.INSTANCE.read(json.value()));
      } catch (WireException e) {
        throw new DecodeException(source, e);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + source, e);
      }
    };
  }

  /// The objects of a stream, typed where the scheme knows their kind.
  public static List<KubernetesObject> read(InputStream in, String source, Scheme scheme) {
    return read(in, source).stream().map(scheme::typed).toList();
  }

  /// The objects of a text.
  public static List<DynamicObject> parse(String text) {
    return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "manifest");
  }

  private static void add(List<DynamicObject> objects, Object tree, String place) {
    if (!(tree instanceof Map<?, ?> map)) {
      throw new DecodeException(
          place
              + ": an object must be a mapping with apiVersion, kind and metadata, found a "
              + tree.getClass().getSimpleName());
    }
    if (map.get("kind") instanceof String kind
        && kind.endsWith("List")
        && map.get("items") instanceof List<?> items) {
      for (int i = 0; i < items.size(); i++) {
        Object item = items.get(i);
        if (item == null) {
          throw new DecodeException(place + ": items[" + i + "] is null");
        }
        add(objects, item, place + ", items[" + i + "]");
      }
      return;
    }
    objects.add(object(ArrayMap.cast(map), place));
  }

  private static DynamicObject object(Map<String, ?> tree, String place) {
    for (String name : List.of("apiVersion", "kind")) {
      if (!(tree.get(name) instanceof String text) || text.isEmpty()) {
        throw new DecodeException(
            place + ": " + name + " is missing; every object says what it is");
      }
    }
    try {
      return DynamicObject.ofTree(tree);
    } catch (DecodeException e) {
      throw new DecodeException(place + ": " + e.getMessage());
    }
  }
}
