package dev.drover.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.SchemaTable;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetadataTextsTest {
  @Test
  void everyFieldOfMetadataIsDescribed() {
    for (OpenApiVersion version : OpenApiVersion.values()) {
      Schemas schemas = new Schemas(version);
      schemas.addBuiltIn(
          SchemaTable.builtIn().kind(new GroupVersionKind("", "v1", "Pod")).orElseThrow());
      Object fields = schemas.all().get(SchemaNames.OBJECT_META).get("properties");
      assertThat(fields).isInstanceOf(Map.class);
      ((Map<?, ?>) fields)
          .forEach(
              (name, field) ->
                  assertThat((String) ((Map<?, ?>) field).get("description"))
                      .as("%s", name)
                      .startsWithIgnoringCase(name.toString().toLowerCase(Locale.ROOT)));
    }
  }
}
