package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.FieldSelector.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldSelectorTest {
  @Test
  void readsEveryTextAsGoDoesAndPrintsItsTermsInOrder() {
    var rows = Observed.rows("field-selectors.tsv");
    assertThat(rows).hasSizeGreaterThan(250);
    for (var row : rows) {
      String text = row.get(0);
      if (row.get(1).equals("ok")) {
        var selector = FieldSelector.parse(text);
        // Go sorts the terms before it reads them, so that == sorts otherwise than =.
        assertThat(selector).as("'%s'", text).isEqualTo(FieldSelector.parse(row.get(2)));
        assertThat(selector.toString()).as("'%s'", text).hasSameSizeAs(row.get(2));
        assertThat(FieldSelector.parse(selector.toString())).isEqualTo(selector);
      } else {
        assertThatExceptionOfType(SelectorSyntaxException.class)
            .as("'%s'", text)
            .isThrownBy(() -> FieldSelector.parse(text))
            .satisfies(e -> assertThat(e.reason()).startsWith("invalid "));
      }
    }
  }

  @Test
  void printsAsItReads() {
    assertThat(FieldSelector.parse("spec.nodeName=n1,metadata.name!=x"))
        .hasToString("metadata.name!=x,spec.nodeName=n1");
    assertThat(FieldSelector.parse("a==b")).hasToString("a=b");
    assertThat(FieldSelector.field("a", "b,c=d\\e")).hasToString("a=b\\,c\\=d\\\\e");
    assertThat(FieldSelector.parse(",a=b,")).hasToString("a=b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a=b,c   | 4 | invalid selector: 'a=b,c'; can't understand 'c'",
        "a=b=c   | 3 | invalid field selector: unescaped character in value: '='",
        "a=b\\x  | 3 | invalid field selector: invalid escape sequence: \\x",
        "a=b\\   | 3 | invalid field selector: invalid escape sequence: \\",
      })
  void malformedSelectorIsRefusedWithItsPosition(String text, int position, String reason) {
    assertThatExceptionOfType(SelectorSyntaxException.class)
        .isThrownBy(() -> FieldSelector.parse(text))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
        .satisfies(e -> assertThat(e.position()).isEqualTo(position))
        .withMessageContaining("(at position %d of ".formatted(position));
  }

  @Test
  void fieldSelectorMatchesIfAllTermsHoldAndReadsAbsentFieldsAsEmpty() {
    var selector = FieldSelector.parse("status.phase=Running,spec.nodeName!=n1");
    assertThat(selector.matches(Map.of("status.phase", "Running"))).isTrue();
    assertThat(selector.matches(Map.of("status.phase", "Running", "spec.nodeName", "n2"))).isTrue();
    assertThat(selector.matches(Map.of("status.phase", "Running", "spec.nodeName", "n1")))
        .isFalse();
    assertThat(selector.matches(Map.of("spec.nodeName", "n2"))).isFalse();
    assertThat(FieldSelector.parse("spec.nodeName=").matches(Map.of())).isTrue();
    assertThat(FieldSelector.parse("spec.nodeName!=").matches(Map.of())).isFalse();
  }

  @Test
  void noTermsSelectEverything() {
    assertThat(FieldSelector.parse("")).isSameAs(FieldSelector.everything());
    assertThat(FieldSelector.everything().matches(Map.of("a", "b"))).isTrue();
    assertThat(FieldSelector.everything().isEverything()).isTrue();
    assertThat(FieldSelector.everything()).hasToString("");
    assertThat(FieldSelector.field("a", "b").isEverything()).isFalse();
  }

  @Test
  void buildersMakeTheSameSelectorsAsTexts() {
    assertThat(FieldSelector.field("a", "b")).isEqualTo(FieldSelector.parse("a=b"));
    assertThat(FieldSelector.fieldIsNot("a", "b")).isEqualTo(FieldSelector.parse("a!=b"));
    assertThat(FieldSelector.field("b", "1").and(FieldSelector.fieldIsNot("a", "2")))
        .isEqualTo(FieldSelector.parse("a!=2,b=1"));
  }

  @Test
  void requiredValueOfAFieldCanBeRead() {
    var selector = FieldSelector.parse("a=1,b!=2");
    assertThat(selector.exactValue("a")).contains("1");
    assertThat(selector.exactValue("b")).isEmpty();
    assertThat(selector.exactValue("c")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a=b", "a,b", "a!", "''"})
  void fieldThatWouldReadBackAsAnotherIsRefused(String field) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FieldSelector.field(field, ""))
        .withMessageContaining("'" + field + "'");
  }

  @Test
  void printedFieldSelectorParsesToAnEqualOne() {
    var random = new Random(20240103);
    for (int i = 0; i < 3000; i++) {
      var terms = new ArrayList<Term>();
      for (int n = random.nextInt(4); n > 0; n--) {
        terms.add(
            new Term(
                "f" + text(random, "ab.\\"), random.nextBoolean(), text(random, "ab,=\\!é日 ")));
      }
      var selector = new FieldSelector(terms);
      assertThat(FieldSelector.parse(selector.toString())).isEqualTo(selector);
    }
  }

  private static String text(Random random, String alphabet) {
    var text = new StringBuilder();
    for (int n = random.nextInt(6); n > 0; n--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @Test
  void termsOfAFieldSelectorCannotBeChanged() {
    var terms = new ArrayList<>(List.of(new Term("a", true, "b")));
    var selector = new FieldSelector(terms);
    terms.clear();
    assertThat(selector).hasToString("a=b");
  }
}
