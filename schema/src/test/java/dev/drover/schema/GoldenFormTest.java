package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.api.TypeMeta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// All kinds of Kubernetes' own test data are in canonical form already: Go wrote them.
@Tag("golden")
class GoldenFormTest {
  private static final Path FOLDER = Path.of(System.getProperty("drover.golden"));
  private static final SchemaTable TABLE = SchemaTable.builtIn();

  static List<Path> objects() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void canonicalFormOfGoldenObjectsIsUnchanged(Path file) throws IOException {
    byte[] json = Files.readAllBytes(file);
    TABLE
        .structure(TypeMeta.of(json, Format.JSON).gvk()) // lists have none
        .ifPresent(
            structure -> {
              TypedForm.Reading reading = TypedForm.ofJson(json, structure);
              assertThat(reading.strictErrors()).isEmpty();
              assertThat((Map<String, ?>) reading.tree())
                  .isEqualTo(new TreeCodec(TABLE).decode(json, Format.JSON));
            });
  }
}
