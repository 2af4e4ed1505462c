package dev.drover.api;

import static dev.drover.api.Labels.hasLabel;
import static dev.drover.api.Labels.hasNoLabel;
import static dev.drover.api.Labels.labelAbove;
import static dev.drover.api.Labels.labelBelow;
import static dev.drover.api.Labels.labelIn;
import static dev.drover.api.Labels.labelIs;
import static dev.drover.api.Labels.labelIsNot;
import static dev.drover.api.Labels.labelNotIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.drover.api.Selector.Operator;
import dev.drover.api.Selector.Requirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorTest {
  @Test
  void readsAndPrintsEveryTextAsGoDoes() {
    var rows = Observed.rows("label-selectors.tsv");
    assertThat(rows).hasSizeGreaterThan(600);
    for (var row : rows) {
      String text = row.get(0);
      if (row.get(1).equals("ok")) {
        // One operator for both signs of equality: Go keeps them apart, though they mean the same.
        String expected = row.get(2).replace("==", "=");
        assertThat(Selector.parse(text)).as("'%s'", text).hasToString(expected);
        assertThat(Selector.parse(expected)).isEqualTo(Selector.parse(text));
      } else {
        assertThatExceptionOfType(SelectorSyntaxException.class)
            .as("'%s'", text)
            .isThrownBy(() -> Selector.parse(text))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(row.get(2)))
            .satisfies(e -> assertThat(e.position()).isBetween(0, text.length()));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x in (a      | 7 | unable to parse requirement: found '', expected: ',' or ')'",
        "x in (a b)   | 8 | unable to parse requirement: found 'b', expected: ',' or ')'",
        "x=a y=b      | 4 | found 'y', expected: ',' or 'end of string'",
        "x,,y         | 2 | found ',', expected: identifier after ','",
        "x ? y        | 2 | unable to parse requirement: found '?', expected: in, notin",
        "ok,bad_/x    | 3 | unable to parse requirement: <nil>: Invalid value: \"bad_/x\": prefix",
        "ok,x=-a      | 5 | unable to parse requirement: values[0][x]: Invalid value: \"-a\"",
        "ok,x in (-a) | 8 | unable to parse requirement: values[0][x]: Invalid value: \"-a\"",
        "x>ten        | 2 | unable to parse requirement: values[0]: Invalid value: \"ten\"",
      })
  void malformedSelectorIsRefusedWithItsPosition(String text, int position, String reason) {
    assertThatExceptionOfType(SelectorSyntaxException.class)
        .isThrownBy(() -> Selector.parse(text))
        .withMessageStartingWith(reason)
        .withMessageEndingWith("(at position %d of \"%s\")".formatted(position, text))
        .satisfies(e -> assertThat(e.position()).isEqualTo(position));
  }

  @Test
  void zeroByteDoesNotEndASelector() {
    assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse("\0x=a"));
    assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse("x=a\0,y"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "absent",
      value = {
        "k=a          | a | true ",
        "k=a          | b | false",
        "k=a          | absent | false",
        "k!=a         | a | false",
        "k!=a         | b | true ",
        "k!=a         | absent | true ",
        "k in (a,b)   | a | true ",
        "k in (a,b)   | c | false",
        "k in (a,b)   | absent | false",
        "k notin (a,b)| b | false",
        "k notin (a,b)| c | true ",
        "k notin (a,b)| absent | true ",
        "k            | a | true ",
        "k            | ''| true ",
        "k            | absent | false",
        "!k           | a | false",
        "!k           | ''| false",
        "!k           | absent | true ",
        "k>5          | 6 | true ",
        "k>5          | 5 | false",
        "k>5          | absent | false",
        "k<5          | 4 | true ",
        "k<5          | 5 | false",
        "k<5          | absent | false",
        "k>5          | x | false",
        "k<5          | x | false",
        "k>5          | '' | false",
        "k>5          | 9223372036854775807 | true",
        "k>5     | 9223372036854775808 | false",
        "k<5          | -9 | true",
        "k<5          | ٣ | false",
        "k<5          | +4 | true",
        "k<5          | -  | false",
        "k=          | '' | true",
        "k in ()      | '' | true",
      })
  void requirementMatchesTheLabelsItDescribes(String text, String value, boolean expected) {
    Map<String, String> labels = value == null ? Map.of("other", "a") : Map.of("k", value);
    assertThat(Selector.parse(text).matches(labels)).isEqualTo(expected);
  }

  @Test
  void selectorMatchesIfAllRequirementsHold() {
    var selector = Selector.parse("app=web,tier in (front,back),!canary");
    assertThat(selector.matches(Map.of("app", "web", "tier", "back"))).isTrue();
    assertThat(selector.matches(Map.of("app", "db", "tier", "back"))).isFalse();
    assertThat(selector.matches(Map.of("app", "web", "tier", "side"))).isFalse();
    assertThat(selector.matches(Map.of("app", "web", "tier", "back", "canary", ""))).isFalse();
  }

  @Test
  void requirementsAreListedInOrderOfTheirKeys() {
    assertThat(Selector.parse("b,a=1").requirements())
        .containsExactly(
            new Requirement("a", Operator.EQUALS, List.of("1")),
            new Requirement("b", Operator.EXISTS, List.of()));
  }

  @Test
  void shortBuildersMakeTheSameSelectorsAsTexts() {
    assertThat(labelIs("k", "a")).isEqualTo(Selector.parse("k=a"));
    assertThat(labelIsNot("k", "a")).isEqualTo(Selector.parse("k!=a"));
    assertThat(labelIn("k", "b", "a")).isEqualTo(Selector.parse("k in (a,b)"));
    assertThat(labelNotIn("k", "b", "a")).isEqualTo(Selector.parse("k notin (a,b)"));
    assertThat(hasLabel("k")).isEqualTo(Selector.parse("k"));
    assertThat(hasNoLabel("k")).isEqualTo(Selector.parse("!k"));
    assertThat(labelAbove("k", 5)).isEqualTo(Selector.parse("k>5"));
    assertThat(labelBelow("k", 5)).isEqualTo(Selector.parse("k<5"));
  }

  @Test
  void orderAndRepetitionOfValuesDoNotMatter() {
    assertThat(labelIn("k", "b", "a", "b")).isEqualTo(labelIn("k", "a", "b"));
    assertThat(labelIn("k", "b", "a")).hasToString("k in (a,b)");
    assertThat(labelIn("k", "a", "b")).hasSameHashCodeAs(labelIn("k", "b", "a"));
    assertThat(labelIs("b", "1").and(labelIs("a", "2")))
        .isEqualTo(labelIs("a", "2").and(labelIs("b", "1")));
    assertThat(labelIs("k", "a")).isNotEqualTo(labelIn("k", "a"));
    assertThat(labelIs("k", "a")).isNotEqualTo("k=a");
  }

  @Test
  void selectorsOfEverythingAndNothingMatchAccordingly() {
    assertThat(Selector.everything().matches(Map.of())).isTrue();
    assertThat(Selector.nothing().matches(Map.of())).isFalse();
    assertThat(Selector.parse("")).isSameAs(Selector.everything());
    assertThat(Selector.everything().isEverything()).isTrue();
    assertThat(Selector.everything().isNothing()).isFalse();
    assertThat(Selector.nothing().isEverything()).isFalse();
    assertThat(Selector.nothing().isNothing()).isTrue();
    assertThat(labelIs("k", "a").isEverything()).isFalse();
    assertThat(Selector.everything()).isNotEqualTo(Selector.nothing());
    assertThat(Selector.everything().and(labelIs("k", "a"))).isEqualTo(labelIs("k", "a"));
    assertThat(labelIs("k", "a").and(Selector.nothing())).isSameAs(Selector.nothing());
    assertThat(Selector.nothing().and(labelIs("k", "a"))).isSameAs(Selector.nothing());
  }

  @Test
  void textOfTheSelectorOfNothingIsNotEmpty() {
    assertThat(Selector.everything()).hasToString("");
    assertThat(Selector.nothing()).hasToString("<nothing>");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selector.parse(Selector.nothing().toString()));
    assertThatIllegalStateException().isThrownBy(() -> Selector.nothing().requirements());
    assertThat(Selector.everything().requirements()).isEmpty();
  }

  @Test
  void labelSelectorOfTheApiJoinsLabelsAndExpressions() {
    var selector =
        Selector.of(
            Map.of("app", "web", "a", "1"),
            List.of(
                Requirement.ofExpression("tier", "In", List.of("back", "front")),
                Requirement.ofExpression("zone", "NotIn", List.of("z")),
                Requirement.ofExpression("b", "Exists", List.of()),
                Requirement.ofExpression("c", "DoesNotExist", List.of())));
    assertThat(selector).hasToString("a=1,app=web,b,!c,tier in (back,front),zone notin (z)");
    assertThat(Selector.of(Map.of(), List.of())).isSameAs(Selector.everything());
    assertThat(Selector.ofLabels(Map.of("b", "2", "a", "1"))).hasToString("a=1,b=2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Requirement.ofExpression("k", "Gt", List.of("1")))
        .withMessageStartingWith("\"Gt\" is not a valid label selector operator")
        .withMessageContaining("use In, NotIn, Exists or DoesNotExist");
  }

  @Test
  void requiredValueOfALabelCanBeRead() {
    var selector = Selector.parse("a=1,b in (2),c in (3,4),d,e!=5");
    assertThat(selector.exactValue("a")).contains("1");
    assertThat(selector.exactValue("b")).contains("2");
    assertThat(selector.exactValue("c")).isEmpty();
    assertThat(selector.exactValue("d")).isEmpty();
    assertThat(selector.exactValue("e")).isEmpty();
    assertThat(selector.exactValue("f")).isEmpty();
    assertThat(Selector.nothing().exactValue("a")).isEmpty();
  }

  @Test
  void requirementNeedsTheRightNumberOfValues() {
    assertInvalid("k", Operator.EQUALS, List.of(), "exact-match compatibility requires one single");
    assertInvalid(
        "k", Operator.EQUALS, List.of("a", "a"), "exact-match compatibility requires one");
    assertInvalid("k", Operator.NOT_EQUALS, List.of("a", "b"), "exact-match compatibility");
    assertInvalid("k", Operator.IN, List.of(), "for 'in', 'notin' operators, values set can't be");
    assertInvalid("k", Operator.NOT_IN, List.of(), "for 'in', 'notin' operators, values set can't");
    assertInvalid("k", Operator.EXISTS, List.of("a"), "values set must be empty for exists");
    assertInvalid(
        "k", Operator.DOES_NOT_EXIST, List.of("a"), "values set must be empty for exists");
    assertInvalid("k", Operator.LESS_THAN, List.of(), "exactly one value is required");
    assertInvalid("k", Operator.GREATER_THAN, List.of("1", "2"), "exactly one value is required");
    assertInvalid("k", Operator.LESS_THAN, List.of("1.5"), "the value must be an integer");
  }

  @Test
  void errorsOfARequirementAreReportedTogether() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Requirement("a/b/c", Operator.IN, List.of("ok", "-", "_")))
        .withMessageStartingWith("[key: Invalid value: \"a/b/c\": a valid label key must")
        .withMessageContaining("values[1][a/b/c]: Invalid value: \"-\"")
        .withMessageContaining("values[2][a/b/c]: Invalid value: \"_\"")
        .withMessageEndingWith("]");
  }

  private static void assertInvalid(
      String key, Operator operator, List<String> values, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Requirement(key, operator, values))
        .withMessageContaining(message);
  }

  @Test
  void printedSelectorParsesToOneThatMatchesTheSame() {
    var random = new Random(20240102);
    for (int i = 0; i < 3000; i++) {
      var requirements = new ArrayList<Requirement>();
      for (int n = random.nextInt(4); n > 0; n--) {
        requirements.add(randomRequirement(random));
      }
      var selector = Selector.of(requirements);
      var read = Selector.parse(selector.toString());
      assertThat(read).isEqualTo(selector);
      assertThat(read.requirements()).isEqualTo(selector.requirements());
      var labels = new HashMap<String, String>();
      for (int n = random.nextInt(4); n > 0; n--) {
        labels.put(pick(random, KEYS), pick(random, VALUES));
      }
      assertThat(read.matches(labels))
          .isEqualTo(requirements.stream().allMatch(requirement -> requirement.matches(labels)));
    }
  }

  private static final List<String> KEYS = List.of("a", "in", "notin", "ex.com/k", "Z_-.9");
  private static final List<String> VALUES = List.of("", "a", "in", "notin", "7", "12", "x.y");

  private static Requirement randomRequirement(Random random) {
    var operator = pick(random, List.of(Operator.values()));
    var values =
        switch (operator) {
          case EQUALS, NOT_EQUALS -> List.of(pick(random, VALUES));
          case IN, NOT_IN -> List.of(pick(random, VALUES), pick(random, VALUES));
          case EXISTS, DOES_NOT_EXIST -> List.<String>of();
          case GREATER_THAN, LESS_THAN -> List.of(Integer.toString(random.nextInt(20)));
        };
    return new Requirement(pick(random, KEYS), operator, values);
  }

  private static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
