package dev.drover.server.http;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.RawExtension;
import dev.drover.api.Yaml;
import dev.drover.schema.TreeCodec;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.HtmlEscapes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes trees in the formats of the wire.
public final class Representation {
  private static final List<String> PRETTY_AGENTS = List.of("curl", "Wget", "Mozilla/5.0");

  private final TreeCodec codec;

  public Representation(TreeCodec codec) {
    this.codec = codec;
  }

  /// The whole answer.
  ///
  /// @param tree an object with `apiVersion` and `kind`
  public Answer.Content answer(
      int status, Map<String, @Nullable Object> tree, Negotiation.Choice choice, Call call) {
    return new Answer.Content(
        status,
        choice.media().text(),
        Bytes.of(bytes(tree, choice.media(), isPretty(call, choice))),
        Map.of());
  }

  /// Whether the JSON of an answer is indented.
  public boolean isPretty(Call call, Negotiation.Choice choice) {
    return choice.pretty() || isPretty(call.query(), call.headers());
  }

  /// A tree as bytes.
  ///
  /// @param pretty for JSON: whether it is indented
  public byte[] bytes(Map<String, @Nullable Object> tree, MediaType media, boolean pretty) {
    return switch (media) {
      case JSON -> pretty ? HtmlEscapes.escape(utf8(PrettyJson.print(tree))) : line(tree);
      case YAML -> utf8(Yaml.writeTree(new TreeMap<>(tree)));
      case PROTOBUF -> codec.encode(tree, Format.PROTOBUF);
    };
  }

  /// Compact JSON and a line break.
  private static byte[] line(Map<String, @Nullable Object> tree) {
    byte[] json = HtmlEscapes.escape(RawExtension.ofTree(tree).raw().toByteArray());
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  /// The object that an answer shows; empty if it shows something else.
  Optional<Map<String, @Nullable Object>> object(String contentType, byte[] bytes) {
    if (contentType.isEmpty() || bytes.length == 0) {
      return Optional.empty();
    }
    try {
      byte[] json =
          switch (MediaType.ofContentType(contentType).orElse(null)) {
            case JSON -> bytes;
            case YAML -> TypedForm.yamlToJson(bytes);
            case PROTOBUF -> codec.protobufToJson(bytes);
            case null -> null;
          };
      return json != null && TypedForm.parse(json).tree() instanceof Map<?, ?> map
          ? Optional.of(TreeNode.view(map).map()).filter(tree -> tree.containsKey("kind"))
          : Optional.empty();
    } catch (UnreadableException | DecodeException | IllegalArgumentException e) {
      return Optional.empty(); // a document that is no object
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// People read what `?pretty` or their browser asks for.
  static boolean isPretty(Map<String, List<String>> query, Map<String, List<String>> headers) {
    String asked = query.getOrDefault("pretty", List.of("")).getFirst();
    if (!asked.isEmpty()) {
      return List.of("1", "t", "T", "TRUE", "true", "True").contains(asked);
    }
    String agent = headers.getOrDefault("user-agent", List.of("")).getFirst();
    return PRETTY_AGENTS.stream().anyMatch(agent::startsWith);
  }
}
