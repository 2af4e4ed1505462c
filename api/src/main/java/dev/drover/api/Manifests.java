package dev.drover.api;

import dev.drover.api.codec.TreeType;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.JsonInput;
import dev.drover.api.wire.WireException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
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
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads objects from manifests: YAML of one or many documents, JSON, or a folder of such files.
///
/// Words mean what they mean to kubectl: `0644` is octal, `yes` is true. Lists are flattened, empty
/// documents are left out. What is not an object is an error that names file, document and line,
/// and shows no values.
///
/// ```java
/// for (var object : Manifests.read(Path.of("deploy"))) { ... }           // dynamic
/// for (var object : Manifests.read(Path.of("deploy"), scheme)) { ... }   // typed where the scheme knows the kind
/// ```
public final class Manifests {
  private static final int SNIFFED = 4096;

  private Manifests() {}

  /// The documents of a stream as JSON trees.
  interface Documents {
    /// The next document that is not empty; empty at the end of the stream.
    Optional<Object> next();

    /// What messages call the document that was read last.
    String place();
  }

  /// The objects of a file, or of all `.yaml`, `.yml` and `.json` files of a folder in the order of
  /// their names; folders in it are left out.
  ///
  /// @throws IOException when a file cannot be read
  /// @throws DecodeException when a file is no manifest
  public static List<DynamicObject> read(Path path) throws IOException {
    return read(path, Function.identity());
  }

  /// The objects of a file or folder, typed where the scheme knows their kind.
  ///
  /// @throws IOException when a file cannot be read
  /// @throws DecodeException when a file is no manifest, or an object does not fit its type
  public static List<KubernetesObject> read(Path path, Scheme scheme) throws IOException {
    return read(path, scheme::typed);
  }

  /// The objects of a stream in UTF-8; it is read to the end and not closed.
  ///
  /// @param source what error messages call the stream
  /// @throws DecodeException when it is no manifest
  public static List<DynamicObject> read(InputStream in, String source) {
    return read(in, source, Function.identity());
  }

  /// The objects of a stream, typed where the scheme knows their kind.
  ///
  /// @param source what error messages call the stream
  /// @throws DecodeException when it is no manifest, or an object does not fit its type
  public static List<KubernetesObject> read(InputStream in, String source, Scheme scheme) {
    return read(in, source, scheme::typed);
  }

  /// The objects of a text.
  ///
  /// @throws DecodeException when it is no manifest
  public static List<DynamicObject> parse(String text) {
    return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "manifest");
  }

  /// The objects of a text, typed where the scheme knows their kind.
  ///
  /// @throws DecodeException when it is no manifest, or an object does not fit its type
  public static List<KubernetesObject> parse(String text, Scheme scheme) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return read(new ByteArrayInputStream(bytes), "manifest", scheme);
  }

  private static <T> List<T> read(Path path, Function<DynamicObject, T> typed) throws IOException {
    if (Files.isDirectory(path)) {
      List<T> objects = new ArrayList<>();
      for (Path file : manifestsIn(path)) {
        objects.addAll(read(file, typed));
      }
      return List.copyOf(objects);
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      return read(in, path.toString(), typed);
    } catch (UncheckedIOException e) {
      throw e.getCause();
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

  private static <T> List<T> read(InputStream in, String source, Function<DynamicObject, T> typed) {
    Documents documents = documents(in, source);
    List<T> objects = new ArrayList<>();
    for (var tree = documents.next(); tree.isPresent(); tree = documents.next()) {
      List<Found> found = new ArrayList<>();
      flatten(tree.get(), documents.place(), null, found);
      for (Found one : found) {
        objects.add(one.at(() -> typed.apply(DynamicObject.ofTree(one.tree()))));
      }
    }
    return List.copyOf(objects);
  }

  /// One object and where it stands.
  private record Found(Map<String, ?> tree, String place) {
    <T> T at(Supplier<T> read) {
      try {
        return read.get();
      } catch (DecodeException e) {
        throw new DecodeException(place, e);
      }
    }
  }

  private static Documents documents(InputStream in, String source) {
    InputStream buffered = in.markSupported() ? in : new BufferedInputStream(in);
    try {
      skipByteOrderMark(buffered);
      return isJson(buffered)
          ? new JsonDocuments(buffered, source)
          : new YamlReader(buffered, source, DecodeLimits.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + source, e);
    }
  }

  private static void skipByteOrderMark(InputStream in) throws IOException {
    in.mark(3);
    if (in.read() != 0xEF || in.read() != 0xBB || in.read() != 0xBF) {
      in.reset();
    }
  }

  /// Not all JSON is YAML (tabs), so it is recognized by its first brace, as kubectl does it; a
  /// quote after it tells it from YAML's own braces.
  private static boolean isJson(InputStream in) throws IOException {
    in.mark(SNIFFED);
    boolean brace = false;
    for (int i = 0; i < SNIFFED; i++) {
      int c = in.read();
      if (c == '{' && !brace) {
        brace = true;
      } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        in.reset();
        return brace && (c == '"' || c == '}');
      }
    }
    in.reset();
    return brace;
  }

  /// One JSON value after the other; lines of dashes between them do no harm.
  private static final class JsonDocuments implements Documents {
    private final JsonInput json;
    private final String source;
    private int documents;

    JsonDocuments(InputStream in, String source) {
      DecodeLimits limits = DecodeLimits.DEFAULT;
      this.json = new JsonInput(in, limits.maxObjectBytes(), limits.maxDepth());
      this.source = source;
    }

    @Override
    public Optional<Object> next() {
      try {
        Object tree = null;
        while (tree == null && json.peek() >= 0) {
          if (json.accept('-')) {
            json.expect('-');
            json.expect('-');
          } else {
            documents++;
            tree = TreeType.read(json.value());
          }
        }
        return Optional.ofNullable(tree);
      } catch (WireException e) {
        throw new DecodeException("cannot decode " + place() + ": " + e.getMessage(), e.path(), e);
      } catch (EOFException e) {
        throw new DecodeException(place() + ": " + e.getMessage());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + source, e);
      }
    }

    @Override
    public String place() {
      return source + " (document " + documents + ")";
    }
  }

  /// Finds the object, or the objects of a list. Items of a list such as `PodList` need not say
  /// what they are.
  private static void flatten(
      Object tree, String place, @Nullable Map<String, ?> list, List<Found> found) {
    if (!(tree instanceof Map<?, ?> untyped)) {
      throw new DecodeException(
          place
              + ": an object must be a mapping with apiVersion, kind and metadata, found a "
              + (tree instanceof List<?> ? "list" : "single value"));
    }
    Map<String, ?> map = ArrayMap.cast(untyped);
    String kind = Objects.toString(map.get("kind"), "");
    boolean plainList = kind.equals("List") && "v1".equals(map.get("apiVersion"));
    if (map.get("items") instanceof List<?> items && kind.endsWith("List")) {
      for (int i = 0; i < items.size(); i++) {
        String at = place + ": items[" + i + "]";
        Object item = items.get(i);
        if (item == null) {
          throw new DecodeException(at + " is null");
        }
        flatten(item, at, plainList ? null : map, found);
      }
    } else if (!plainList || map.get("items") != null) {
      found.add(new Found(named(list == null ? map : ofList(map, list), place), place));
    }
  }

  private static Map<String, ?> ofList(Map<String, ?> item, Map<String, ?> list) {
    if (item.get("kind") != null || item.get("apiVersion") != null) {
      return item;
    }
    Map<String, @Nullable Object> named = new TreeMap<>(item);
    String kind = Objects.toString(list.get("kind"));
    named.put("kind", kind.substring(0, kind.length() - "List".length()));
    named.put("apiVersion", list.get("apiVersion"));
    return named;
  }

  private static Map<String, ?> named(Map<String, ?> tree, String place) {
    for (String name : List.of("apiVersion", "kind")) {
      if (!(tree.get(name) instanceof String text) || text.isEmpty()) {
        throw new DecodeException(
            place + ": " + name + " is missing; every object says what it is");
      }
    }
    return tree;
  }
}
