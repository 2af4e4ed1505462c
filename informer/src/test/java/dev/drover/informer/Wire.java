package dev.drover.informer;

import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Status;
import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.ConfigMap;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Lists and events of config maps as a server writes them.
record Wire(Format format) {
  static final Wire JSON = new Wire(Format.JSON);
  static final Wire PROTOBUF = new Wire(Format.PROTOBUF);

  private static final Codec<ConfigMap> CODEC = Codec.of(Kind.of(ConfigMap.class));
  private static final GroupVersionKind STATUS = new GroupVersionKind("", "v1", "Status");

  static ConfigMap map(String name, int version) {
    return map(name, version, "value " + version);
  }

  static ConfigMap map(String name, int version, String value) {
    return ConfigMap.named("ns", name)
        .with(m -> m.data("k", value).metadata(o -> o.resourceVersion("" + version)));
  }

  String headers() {
    return "Content-Type: "
        + format.contentType()
        + (format == Format.JSON ? "" : ";stream=watch")
        + "\r\n";
  }

  /// Answers with a list.
  ScriptedServer.Act list(int version, ConfigMap... items) {
    return page(version, "", items);
  }

  ScriptedServer.Act page(int version, String next, ConfigMap... items) {
    return ScriptedServer.answer(200, headers(), listBody(version, next, items));
  }

  ScriptedServer.Act watch(byte[]... frames) {
    return ScriptedServer.watch(headers(), frames);
  }

  ScriptedServer.Act watchThenHold(byte[]... frames) {
    return ScriptedServer.watchThenHold(headers(), frames);
  }

  ScriptedServer.Act watchThenCut(byte[]... frames) {
    return ScriptedServer.watchThenCut(headers(), frames);
  }

  byte[] listBody(int version, String next, ConfigMap... items) {
    List<byte[]> all = Arrays.stream(items).map(i -> CODEC.encode(i, format)).toList();
    return format == Format.JSON ? jsonList(version, next, all) : protoList(version, next, all);
  }

  private static byte[] jsonList(int version, String next, List<byte[]> items) {
    String meta =
        "{\"resourceVersion\":\""
            + version
            + "\""
            + (next.isEmpty() ? "" : ",\"continue\":\"" + next + "\",\"remainingItemCount\":7")
            + "}";
    String body =
        String.join(",", items.stream().map(i -> new String(i, StandardCharsets.UTF_8)).toList());
    return utf8(
        "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":"
            + meta
            + ",\"items\":["
            + body
            + "]}");
  }

  private static byte[] protoList(int version, String next, List<byte[]> items) {
    ByteArrayOutputStream meta = new ByteArrayOutputStream();
    field(meta, 2, utf8("" + version));
    if (!next.isEmpty()) {
      field(meta, 3, utf8(next));
      meta.write(4 << 3);
      meta.write(7);
    }
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    field(list, 1, meta.toByteArray());
    items.forEach(item -> field(list, 2, inner(item)));
    ByteArrayOutputStream type = new ByteArrayOutputStream();
    field(type, 1, utf8("v1"));
    field(type, 2, utf8("ConfigMapList"));
    ByteArrayOutputStream envelope = new ByteArrayOutputStream();
    envelope.writeBytes(new byte[] {'k', '8', 's', 0});
    field(envelope, 1, type.toByteArray());
    field(envelope, 2, list.toByteArray());
    field(envelope, 3, new byte[0]);
    field(envelope, 4, new byte[0]);
    return envelope.toByteArray();
  }

  /// The object in its envelope.
  private static byte[] inner(byte[] envelope) {
    ByteBuffer in = ByteBuffer.wrap(envelope).position(4);
    while (true) {
      int tag = in.get();
      int length = varint(in);
      if (tag >> 3 == 2) {
        byte[] raw = new byte[length];
        in.get(raw);
        return raw;
      }
      in.position(in.position() + length);
    }
  }

  private static int varint(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = in.get();
      value |= (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }

  private static void field(ByteArrayOutputStream out, int number, byte[] bytes) {
    out.write(number << 3 | 2);
    int length = bytes.length;
    for (; length > 0x7F; length >>>= 7) {
      out.write(length & 0x7F | 0x80);
    }
    out.write(length);
    out.writeBytes(bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  byte[] added(ConfigMap map) {
    return event("ADDED", CODEC.encode(map, format));
  }

  byte[] modified(ConfigMap map) {
    return event("MODIFIED", CODEC.encode(map, format));
  }

  byte[] deleted(ConfigMap map) {
    return event("DELETED", CODEC.encode(map, format));
  }

  byte[] bookmark(int version) {
    return event("BOOKMARK", CODEC.encode(bookmarkAt(version), format));
  }

  /// The bookmark that ends a streamed list.
  byte[] end(int version) {
    ConfigMap end =
        bookmarkAt(version)
            .with(m -> m.metadata(o -> o.annotation("k8s.io/initial-events-end", "true")));
    return event("BOOKMARK", CODEC.encode(end, format));
  }

  private static ConfigMap bookmarkAt(int version) {
    return ConfigMap.builder().metadata(o -> o.resourceVersion("" + version)).build();
  }

  byte[] error(int code, String reason, String message) {
    return error(status(code, reason, message));
  }

  byte[] error(Status status) {
    return event("ERROR", Status.TYPE.encode(status, STATUS, format));
  }

  static Status status(int code, String reason, String message) {
    return Status.builder().status("Failure").code(code).reason(reason).message(message).build();
  }

  /// Refuses a request.
  static ScriptedServer.Act refuse(int code, String reason, String message) {
    return refuse(status(code, reason, message), "");
  }

  static ScriptedServer.Act refuse(Status status, String headers) {
    byte[] body = Status.TYPE.encode(status, STATUS, Format.JSON);
    return ScriptedServer.answer(
        status.code(), headers + "Content-Type: application/json\r\n", body);
  }

  byte[] event(String type, byte[] object) {
    if (format == Format.JSON) {
      return utf8(
          "{\"type\":\""
              + type
              + "\",\"object\":"
              + new String(object, StandardCharsets.UTF_8)
              + "}\n");
    }
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    field(raw, 1, object);
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    field(event, 1, utf8(type));
    field(event, 2, raw.toByteArray());
    return ByteBuffer.allocate(4 + event.size())
        .putInt(event.size())
        .put(event.toByteArray())
        .array();
  }
}
