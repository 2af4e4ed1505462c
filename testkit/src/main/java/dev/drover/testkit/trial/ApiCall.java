package dev.drover.testkit.trial;

import dev.drover.api.RawExtension;
import dev.drover.client.Transport;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The resource and verb of a request, in the terms of RBAC.
///
/// @param verb `get`, `list`, `watch`, `create`, `update`, `patch`, `apply`, `delete`,
///   `deletecollection`
/// @param path of the resource
/// @param name of the object; empty for a collection, and for a create whose name the server makes
/// @param generateName the prefix of a name that the server makes
/// @param isDryRun whether the request is a dry run
record ApiCall(
    String verb,
    ResourcePath path,
    String subresource,
    String namespace,
    String name,
    String generateName,
    boolean isDryRun) {
  private static final byte[] PROTOBUF = {'k', '8', 's', 0};

  /// Reads a request; empty for paths that are no resources, such as `/version`.
  static Optional<ApiCall> of(Transport.Request request) {
    String target = request.target();
    int question = target.indexOf('?');
    String query = question < 0 ? "" : target.substring(question + 1);
    List<String> parts =
        Arrays.stream((question < 0 ? target : target.substring(0, question)).split("/", -1))
            .filter(part -> !part.isEmpty())
            .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
            .toList();
    boolean isCore = parts.size() > 2 && parts.getFirst().equals("api");
    if (!isCore && !(parts.size() > 3 && parts.getFirst().equals("apis"))) {
      return Optional.empty();
    }
    String group = isCore ? "" : parts.get(1);
    String version = parts.get(isCore ? 1 : 2);
    List<String> rest = parts.subList(isCore ? 2 : 3, parts.size());
    String namespace = "";
    if (rest.size() > 2 && rest.getFirst().equals("namespaces") && !isNamespacePart(rest)) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    String name = rest.size() > 1 ? rest.get(1) : "";
    String subresource = rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "";
    String verb = verb(request, query, name.isEmpty());
    Names made = verb.equals("create") && name.isEmpty() ? Names.of(request.body()) : Names.NONE;
    return Optional.of(
        new ApiCall(
            verb,
            new ResourcePath(group, version, rest.getFirst()),
            subresource,
            namespace,
            name.isEmpty() ? made.name : name,
            made.generateName,
            query.contains("dryRun=All")));
  }

  /// `/namespaces/x/status` and `/finalize` are parts of a namespace.
  private static boolean isNamespacePart(List<String> rest) {
    return rest.size() == 3 && List.of("status", "finalize").contains(rest.get(2));
  }

  private static String verb(Transport.Request request, String query, boolean isCollection) {
    return switch (request.method()) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" ->
          request.headers().first("Content-Type").orElse("").contains("apply") ? "apply" : "patch";
      case "DELETE" -> isCollection ? "deletecollection" : "delete";
      default ->
          query.contains("watch=true") || query.contains("watch=1")
              ? "watch"
              : isCollection ? "list" : "get";
    };
  }

  boolean isWrite() {
    return !isDryRun && !List.of("get", "list", "watch").contains(verb);
  }

  boolean isWatch() {
    return verb.equals("watch");
  }

  boolean isList() {
    return verb.equals("list");
  }

  /// Whether it is about an event or a lease: bookkeeping, which no state is compared by.
  boolean isBookkeeping() {
    return path.resource().equals("events") || path.resource().equals("leases");
  }

  /// The path of the object itself.
  String objectPath() {
    return path.in(namespace) + "/" + name;
  }

  /// The object, for messages: `configmaps/hello`.
  String object() {
    String of = path.resource() + (subresource.isEmpty() ? "" : "/" + subresource);
    String what = name.isEmpty() ? generateName.isEmpty() ? "" : generateName + "*" : name;
    return what.isEmpty() ? of : of + " " + what;
  }

  /// In words, without the namespace: `create configmaps hello`.
  @Override
  public String toString() {
    return verb + " " + object();
  }

  /// The names in the body of a create.
  private record Names(String name, String generateName) {
    static final Names NONE = new Names("", "");

    static Names of(byte @Nullable [] body) {
      if (body == null || body.length == 0) {
        return NONE;
      }
      try {
        return startsWith(body, PROTOBUF) ? ofProtobuf(body) : ofJson(body);
      } catch (RuntimeException e) {
        return NONE; // the server says what is wrong with it
      }
    }

    private static Names ofJson(byte[] body) {
      Object tree = RawExtension.ofJson(new String(body, StandardCharsets.UTF_8)).tree();
      return tree instanceof Map<?, ?> object && object.get("metadata") instanceof Map<?, ?> meta
          ? new Names(text(meta.get("name")), text(meta.get("generateName")))
          : NONE;
    }

    private static String text(@Nullable Object value) {
      return value instanceof String text ? text : "";
    }

    /// `Unknown.raw` (2) is the object, whose field 1 is its metadata in every built-in kind; there
    /// 1 is the name and 2 the prefix of a generated one.
    private static Names ofProtobuf(byte[] body) {
      ByteBuffer envelope = ByteBuffer.wrap(body, 4, body.length - 4).slice();
      return field(envelope, 2)
          .flatMap(raw -> field(raw, 1))
          .map(
              meta ->
                  new Names(
                      field(meta.duplicate(), 1).map(Names::utf8).orElse(""),
                      field(meta.duplicate(), 2).map(Names::utf8).orElse("")))
          .orElse(NONE);
    }

    private static String utf8(ByteBuffer bytes) {
      return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    /// The first length-delimited field with a number.
    private static Optional<ByteBuffer> field(ByteBuffer message, int number) {
      while (message.hasRemaining()) {
        long tag = varint(message);
        switch ((int) (tag & 7)) {
          case 0 -> varint(message);
          case 1 -> message.position(message.position() + 8);
          case 5 -> message.position(message.position() + 4);
          default -> {
            int length = (int) varint(message);
            ByteBuffer value = message.slice(message.position(), length);
            if (tag >>> 3 == number) {
              return Optional.of(value);
            }
            message.position(message.position() + length);
          }
        }
      }
      return Optional.empty();
    }

    private static long varint(ByteBuffer in) {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = in.get();
        value |= (next & 0x7fL) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    private static boolean startsWith(byte[] body, byte[] start) {
      return body.length > start.length
          && Arrays.equals(body, 0, start.length, start, 0, start.length);
    }
  }
}
