package dev.drover.cel;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Expressions that are checked and not evaluated, with variables of given types.
class CelCheckTest {
  private static final CelEnvironment ENVIRONMENT =
      CelEnvironment.of()
          .with("object", typed("Shop1"))
          .with("params", typed("Shop0"))
          .withAuthorizerAlone();

  private static CelDeclaration typed(String name) {
    Map<String, ?> spec =
        Map.of("type", "object", "properties", Map.of("count", Map.of("type", "integer")));
    Map<String, ?> schema = Map.of("type", "object", "properties", Map.of("spec", spec));
    return CelDeclaration.of(CelSchema.of(schema, true).orElseThrow(), name);
  }

  @Test
  void fieldsHaveTheTypesOfTheSchema() {
    assertThatCode(() -> ENVIRONMENT.check("object.spec.count > 1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> ENVIRONMENT.check("object.spec.size > 1"))
        .hasMessageContaining("undefined field 'size'");
    assertThatThrownBy(() -> ENVIRONMENT.check("object.spec.count > 'a'"))
        .hasMessageContaining("applied to '(int, string)'");
  }

  @Test
  void typesOfTheSameSchemaDifferByName() {
    assertThatThrownBy(() -> ENVIRONMENT.check("object.spec == params.spec"))
        .hasMessageContaining("applied to '(Shop1.spec, Shop0.spec)'");
  }

  @Test
  void resultCanBeTheTypeOfAVariable() throws Exception {
    CelEnvironment more =
        ENVIRONMENT.with(
            "variables",
            CelDeclaration.object(
                "kubernetes.variables",
                Map.of(
                    "count",
                    ENVIRONMENT.check("object.spec.count"),
                    "spec",
                    ENVIRONMENT.check("object.spec"))));
    assertThatThrownBy(() -> more.check("variables.count == 'a'"))
        .hasMessageContaining("applied to '(int, string)'");
    assertThatCode(() -> more.check("variables.spec.anything == 1")) // objects lose their type
        .doesNotThrowAnyException();
  }

  @Test
  void fieldsOfValuesOfLibrariesCannotBeResolved() {
    assertThatThrownBy(() -> ENVIRONMENT.check("authorizer.requestResource.check('get').allowed()"))
        .hasMessageContaining(
            "unexpected failed resolution of 'kubernetes.authorization.Authorizer'");
    assertThatThrownBy(() -> ENVIRONMENT.check("quantity('1').foo == 1"))
        .hasMessageContaining("unexpected failed resolution of 'kubernetes.Quantity'");
  }
}
