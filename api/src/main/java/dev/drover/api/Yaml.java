package dev.drover.api;

import dev.drover.api.codec.Codec;
import dev.drover.api.codec.TreeType;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.tree.DeepStack;
import dev.drover.api.wire.JsonReader;
import java.io.ByteArrayInputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/// Prints objects as YAML that every YAML library reads back as the same object. For reading
/// objects see [Manifests].
///
/// Text that some library would take for a number, a truth value or a date is put in quotes. Fields
/// come in the order of the API, `apiVersion`, `kind` and `metadata` first; keys of maps are
/// sorted.
///
/// ```java
/// System.out.print(Yaml.write(deployment));
/// Files.writeString(file, Yaml.write(List.of(deployment, service)));
/// Map<String, @Nullable Object> config = Yaml.readTree(Files.readAllBytes(path), path.toString());
/// ```
public final class Yaml {
  private static final ImplicitTuple IMPLICIT = new ImplicitTuple(true, true);
  private static final DumpSettings SETTINGS =
      DumpSettings.builder()
          .setIndent(2)
          .setSplitLines(false)
          .setWidth(Integer.MAX_VALUE / 2)
          .build();

  private final StringBuilder text = new StringBuilder();
  private final Emitter emitter = new Emitter(SETTINGS, new Into(text));

  private Yaml() {}

  /// One object, ending in a line break. Prints everything, secrets too.
  public static <T extends KubernetesObject> String write(T object) {
    return print(Codec.of(Kind.ofObject(object)).encode(object, Format.JSON));
  }

  /// Several objects as one stream of documents.
  public static String write(List<? extends KubernetesObject> objects) {
    StringBuilder text = new StringBuilder();
    for (KubernetesObject object : objects) {
      text.append(text.isEmpty() ? "" : "---\n").append(write(object));
    }
    return text.toString();
  }

  /// A tree of maps, lists, strings, numbers, booleans and nulls.
  public static String writeTree(Map<String, ? extends @Nullable Object> tree) {
    return print(TreeType.bytes(tree));
  }

  /// The first document of a text in YAML or JSON that is no Kubernetes object, such as a
  /// kubeconfig: maps, lists, strings, [Long], [Double], [Boolean] and nulls. Empty if there is
  /// none.
  ///
  /// @param text in UTF-8
  /// @param source what error messages call the text
  /// @throws DecodeException when it is not YAML, or no mapping; the message shows no content
  public static Map<String, @Nullable Object> readTree(byte[] text, String source) {
    return mapping(
        new YamlReader(new ByteArrayInputStream(text), source, DecodeLimits.DEFAULT), source);
  }

  /// As [#readTree(byte\[\], String)], but a key that is there twice is no error: the last one
  /// counts, as with kubectl's library.
  ///
  /// @param repeated gets the line of the value and the key, for each time one comes again
  public static Map<String, @Nullable Object> readTree(
      byte[] text, String source, ObjIntConsumer<String> repeated) {
    YamlReader reader =
        new YamlReader(new ByteArrayInputStream(text), source, DecodeLimits.DEFAULT);
    reader.onRepeatedKey(repeated);
    return mapping(reader, source);
  }

  /// The lines on which the values of the first document begin, by JSON pointer
  /// (`/users/0/user/token`): for messages about a text that [#readTree(byte\[\], String)] read. An
  /// alias has the line on which it stands, the values inside it have none.
  ///
  /// @throws DecodeException when it is not YAML; the message shows no content
  public static Map<String, Integer> lines(byte[] text, String source) {
    Map<String, Integer> lines = new HashMap<>();
    YamlReader reader =
        new YamlReader(new ByteArrayInputStream(text), source, DecodeLimits.DEFAULT);
    reader.onRepeatedKey((key, line) -> {});
    reader.onValue(lines::put);
    reader.next();
    return lines;
  }

  /// Likewise for a document of any shape; null if there is none.
  ///
  /// @throws DecodeException when it is not YAML; the message shows no content
  public static @Nullable Object readValue(
      byte[] text, String source, ObjIntConsumer<String> repeated) {
    YamlReader reader =
        new YamlReader(new ByteArrayInputStream(text), source, DecodeLimits.DEFAULT);
    reader.onRepeatedKey(repeated);
    return reader.next().orElse(null);
  }

  private static Map<String, @Nullable Object> mapping(YamlReader reader, String source) {
    Optional<Object> tree = reader.next();
    if (tree.isEmpty()) {
      return Map.of();
    }
    if (tree.get() instanceof Map<?, ?> map) {
      return Collections.unmodifiableMap(ArrayMap.cast(map));
    }
    throw new DecodeException(source + ": expected a mapping of names to values");
  }

  private static String print(byte[] json) {
    Yaml yaml = new Yaml();
    yaml.emitter.emit(new StreamStartEvent());
    yaml.emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
    yaml.value(JsonReader.over(json, 0, json.length, DecodeLimits.DEFAULT.maxDepth()), 0);
    yaml.emitter.emit(new DocumentEndEvent(false));
    yaml.emitter.emit(new StreamEndEvent());
    return yaml.text.toString();
  }

  /// From JSON tokens, not from a tree, so that the fields keep their order.
  private void value(JsonReader in, int depth) {
    if (DeepStack.isUsedUp(depth)) {
      DeepStack.run(depth, () -> print(in, depth + 1));
    } else {
      print(in, depth + 1);
    }
  }

  private void print(JsonReader in, int depth) {
    switch (in.peek()) {
      case '{' -> object(in, depth);
      case '[' -> list(in, depth);
      case '"' -> text(in.string());
      case 't', 'f' -> plain(String.valueOf(in.bool()));
      case 'n' -> {
        in.tryNull();
        plain("null");
      }
      default -> plain(number(in.number64()));
    }
  }

  /// With a point and a signed exponent: YAML 1.1 takes anything less for text.
  private static String number(Object number) {
    return String.valueOf(number).replaceFirst("E(\\d)", "e+$1").replace("E-", "e-");
  }

  private void object(JsonReader in, int depth) {
    in.beginObject();
    boolean empty = in.peek() == '}';
    emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, style(empty)));
    for (boolean first = true; in.nextName(first); first = false) {
      text(in.name());
      value(in, depth);
    }
    emitter.emit(new MappingEndEvent());
  }

  private void list(JsonReader in, int depth) {
    in.beginArray();
    boolean empty = in.peek() == ']';
    emitter.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, style(empty)));
    for (boolean first = true; in.nextItem(first); first = false) {
      value(in, depth);
    }
    emitter.emit(new SequenceEndEvent());
  }

  private static FlowStyle style(boolean empty) {
    return empty ? FlowStyle.FLOW : FlowStyle.BLOCK;
  }

  private void plain(String word) {
    scalar(word, ScalarStyle.PLAIN);
  }

  private void text(String text) {
    if (text.chars().anyMatch(Yaml::isSpecial)) {
      scalar(text, ScalarStyle.DOUBLE_QUOTED);
    } else if (text.indexOf('\n') >= 0) {
      scalar(text, ScalarStyle.LITERAL);
    } else {
      scalar(text, isSafe(text) ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED);
    }
  }

  /// Whether a word is text to every YAML library: one that begins like a number may be a date, a
  /// version or base 60.
  private static boolean isSafe(String text) {
    if (text.isEmpty() || text.equals("<<") || text.equals("=")) {
      return false;
    }
    char first = text.charAt(0);
    boolean likeNumber =
        (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.';
    return !likeNumber && YamlScalar.resolve(text) instanceof String;
  }

  /// Characters that YAML 1.1 takes for line breaks or does not take at all: only quotes hold them.
  private static boolean isSpecial(int c) {
    return (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff;
  }

  private void scalar(String text, ScalarStyle style) {
    emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), IMPLICIT, text, style));
  }

  /// Where the emitter writes. It leaves some special characters as they are; they are in quotes,
  /// where an escape says the same.
  private record Into(StringBuilder text) implements StreamDataWriter {
    @Override
    public void write(String part) {
      write(part, 0, part.length());
    }

    @Override
    public void write(String part, int from, int length) {
      for (int i = from; i < from + length; i++) {
        char c = part.charAt(i);
        if (isSpecial(c)) {
          text.append("\\u%04x".formatted((int) c));
        } else {
          text.append(c);
        }
      }
    }
  }
}
