package dev.drover.server.openapi;

import dev.drover.api.RawExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes OpenAPI documents as the protobuf messages of gnostic, which Go's clients ask for.
///
/// Each line of a table is a message: its name, then its fields as `name=number:type`. Types are
/// `text`, `bool`, `whole`, `real`, `any` or another message; a `+` in front says that there are
/// many. Two names stand for more than themselves: `*` for every field that is not named, as a pair
/// of name and value, and `x-*` for every extension. A line `name ? message` says that a value is
/// one of several messages: which one, [#choice] knows.
final class DocumentProtobuf {
  private static final String V2 =
      """
      Document swagger=1:text info=2:Info paths=8:Paths definitions=9:Schemas security=12:+Requirement securityDefinitions=13:Securities x-*=16:any
      Info title=1:text version=2:text description=3:text x-*=7:any
      Paths x-*=1:any *=2:PathItem
      PathItem get=2:Operation put=3:Operation post=4:Operation delete=5:Operation options=6:Operation head=7:Operation patch=8:Operation parameters=9:+ParameterOrReference x-*=10:any
      Operation tags=1:+text summary=2:text description=3:text operationId=5:text produces=6:+text consumes=7:+text parameters=8:+ParameterOrReference responses=9:Responses schemes=10:+text deprecated=11:bool x-*=13:any
      ParameterOrReference ?
      Parameter ?
      NonBody ?
      Reference $ref=1:text description=2:text
      BodyParameter description=1:text name=2:text in=3:text required=4:bool schema=5:Schema x-*=6:any
      HeaderParameter required=1:bool in=2:text description=3:text name=4:text type=5:text format=6:text uniqueItems=19:bool x-*=22:any
      QueryParameter required=1:bool in=2:text description=3:text name=4:text allowEmptyValue=5:bool type=6:text format=7:text uniqueItems=20:bool x-*=23:any
      PathParameter required=1:bool in=2:text description=3:text name=4:text type=5:text format=6:text uniqueItems=19:bool x-*=22:any
      Responses x-*=2:any *=1:ResponseOrReference
      ResponseOrReference ?
      Response description=1:text schema=2:SchemaItem x-*=5:any
      SchemaItem ?
      Schema $ref=1:text format=2:text title=3:text description=4:text default=5:any multipleOf=6:real maximum=7:real exclusiveMaximum=8:bool minimum=9:real exclusiveMinimum=10:bool maxLength=11:whole minLength=12:whole pattern=13:text maxItems=14:whole minItems=15:whole uniqueItems=16:bool maxProperties=17:whole minProperties=18:whole required=19:+text enum=20:+any additionalProperties=21:SchemaOrTruth type=22:Texts items=23:Items allOf=24:+Schema properties=25:Schemas discriminator=26:text readOnly=27:bool example=30:any x-*=31:any
      SchemaOrTruth ?
      Items ?
      Texts ?
      Schemas *=1:Schema
      Securities *=1:Security
      Security ?
      ApiKey type=1:text name=2:text in=3:text description=4:text x-*=5:any
      Requirement *=1:Texts
      """;

  private static final String V3 =
      """
      Document openapi=1:text info=2:Info paths=4:Paths components=5:Components security=6:+Requirement x-*=9:any
      Info title=1:text description=2:text version=6:text x-*=7:any
      Paths x-*=2:any *=1:PathItem
      PathItem summary=2:text description=3:text get=4:Operation put=5:Operation post=6:Operation delete=7:Operation options=8:Operation head=9:Operation patch=10:Operation trace=11:Operation parameters=13:+ParameterOrReference x-*=14:any
      Operation tags=1:+text summary=2:text description=3:text operationId=5:text parameters=6:+ParameterOrReference requestBody=7:BodyOrReference responses=8:Responses deprecated=10:bool x-*=13:any
      ParameterOrReference ?
      Parameter name=1:text in=2:text description=3:text required=4:bool schema=10:SchemaOrReference x-*=14:any
      Reference $ref=1:text description=3:text
      BodyOrReference ?
      Body description=1:text content=2:Contents required=3:bool x-*=4:any
      Contents *=1:Content
      Content schema=1:SchemaOrReference x-*=5:any
      Responses default=1:ResponseOrReference x-*=3:any *=2:ResponseOrReference
      ResponseOrReference ?
      Response description=1:text content=3:Contents x-*=5:any
      Components schemas=1:Schemas securitySchemes=7:Securities x-*=10:any
      Schemas *=1:SchemaOrReference
      Securities *=1:SecurityOrReference
      SecurityOrReference ?
      Security type=1:text description=2:text name=3:text in=4:text scheme=5:text x-*=9:any
      Requirement *=1:Texts
      Texts ?
      SchemaOrReference ?
      Schema nullable=1:bool readOnly=3:bool writeOnly=4:bool example=7:any deprecated=8:bool title=9:text multipleOf=10:real maximum=11:real exclusiveMaximum=12:bool minimum=13:real exclusiveMinimum=14:bool maxLength=15:whole minLength=16:whole pattern=17:text maxItems=18:whole minItems=19:whole uniqueItems=20:bool maxProperties=21:whole minProperties=22:whole required=23:+text enum=24:+any type=25:text allOf=26:+SchemaOrReference oneOf=27:+SchemaOrReference anyOf=28:+SchemaOrReference not=29:Schema items=30:Items properties=31:Schemas additionalProperties=32:SchemaOrTruth default=33:Default description=34:text format=35:text x-*=36:any
      SchemaOrTruth ?
      Items ?
      Default ?
      """;

  private final OpenApiVersion dialect;
  private final Map<String, Map<String, Field>> messages = new HashMap<>();

  private record Field(int number, String type, boolean isMany) {
    static Field of(String text) {
      String[] parts = text.split(":", 2);
      boolean isMany = parts[1].startsWith("+");
      return new Field(
          Integer.parseInt(parts[0]), isMany ? parts[1].substring(1) : parts[1], isMany);
    }
  }

  DocumentProtobuf(OpenApiVersion dialect) {
    this.dialect = dialect;
    String table = dialect == OpenApiVersion.V2 ? V2 : V3;
    for (String line : table.lines().toList()) {
      String[] words = line.split(" ");
      Map<String, Field> fields = new HashMap<>();
      for (int i = 1; i < words.length && !words[i].equals("?"); i++) {
        int equals = words[i].indexOf('=');
        fields.put(words[i].substring(0, equals), Field.of(words[i].substring(equals + 1)));
      }
      messages.put(words[0], fields);
    }
  }

  byte[] write(Map<String, ? extends @Nullable Object> document) {
    return message("Document", document);
  }

  private byte[] message(String name, @Nullable Object value) {
    ProtobufWriter out = new ProtobufWriter();
    Map<String, Field> fields = messages.getOrDefault(name, Map.of());
    if (fields.isEmpty()) {
      choice(name, value, out);
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((key, part) -> field(fields, (String) key, part, out));
    }
    return out.bytes();
  }

  private void field(
      Map<String, Field> fields, String name, @Nullable Object value, ProtobufWriter out) {
    Field field = fields.get(name);
    if (field != null) {
      List<?> values = field.isMany && value instanceof List<?> list ? list : List.of();
      if (field.isMany) {
        values.forEach(each -> value(field.number, field.type, each, out));
      } else {
        value(field.number, field.type, value, out);
      }
      return;
    }
    Field others = fields.get(name.startsWith("x-") ? "x-*" : "*");
    if (others != null) {
      ProtobufWriter pair = new ProtobufWriter();
      pair.text(1, name);
      value(2, others.type, value, pair);
      out.bytes(others.number, pair.bytes());
    }
  }

  private void value(int number, String type, @Nullable Object value, ProtobufWriter out) {
    switch (type) {
      case "text" -> out.text(number, String.valueOf(value));
      case "bool" -> out.whole(number, Boolean.TRUE.equals(value) ? 1 : 0);
      case "whole" -> out.whole(number, value instanceof Number count ? count.longValue() : 0);
      case "real" -> out.real(number, value instanceof Number real ? real.doubleValue() : 0);
      case "any" -> {
        ProtobufWriter any = new ProtobufWriter();
        any.text(2, RawExtension.ofTree(value).raw().utf8() + "\n"); // JSON is YAML
        out.bytes(number, any.bytes());
      }
      default -> out.bytes(number, message(type, value));
    }
  }

  /// Values that are one of several messages.
  private void choice(String name, @Nullable Object value, ProtobufWriter out) {
    boolean isReference = value instanceof Map<?, ?> map && map.containsKey("$ref");
    switch (name) {
      case "Texts" -> texts(value).forEach(text -> value(1, "text", text, out));
      case "Items" ->
          value(1, dialect == OpenApiVersion.V2 ? "Schema" : "SchemaOrReference", value, out);
      case "SchemaItem" -> value(1, "Schema", value, out);
      case "Security" -> value(2, "ApiKey", value, out);
      case "SchemaOrTruth" -> {
        if (value instanceof Boolean truth) {
          out.whole(2, truth ? 1 : 0);
        } else {
          value(1, dialect == OpenApiVersion.V2 ? "Schema" : "SchemaOrReference", value, out);
        }
      }
      case "Default" -> defaultValue(value, out);
      case "Parameter" -> {
        boolean isBody = "body".equals(in(value));
        value(isBody ? 1 : 2, isBody ? "BodyParameter" : "NonBody", value, out);
      }
      case "NonBody" -> {
        switch (in(value)) {
          case "header" -> value(1, "HeaderParameter", value, out);
          case "query" -> value(3, "QueryParameter", value, out);
          default -> value(4, "PathParameter", value, out);
        }
      }
      default ->
          value(
              isReference ? 2 : 1,
              isReference ? "Reference" : name.substring(0, name.indexOf("OrReference")),
              value,
              out);
    }
  }

  private static List<?> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of(String.valueOf(value));
  }

  private static String in(@Nullable Object parameter) {
    return parameter instanceof Map<?, ?> map ? String.valueOf(map.get("in")) : "";
  }

  private static void defaultValue(@Nullable Object value, ProtobufWriter out) {
    switch (value) {
      case Number number -> out.real(1, number.doubleValue());
      case Boolean truth -> out.whole(2, truth ? 1 : 0);
      case String text -> out.text(3, text);
      case null, default -> {} // there is no message for anything else
    }
  }
}
