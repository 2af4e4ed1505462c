package dev.drover.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Expressions give what Kubernetes' own CEL gives: type, value, error, estimated and actual cost.
class FactsTest {
  @Test
  void expressionsEvaluateAsInKubernetes() {
    Map<String, List<Facts.Fact>> expected = Facts.expected();
    List<String> differences = new ArrayList<>();
    int count = 0;
    for (Object group : (List<?>) Facts.read("cases.json")) {
      @SuppressWarnings("unchecked") // groups are objects
      Map<String, Object> cases = (Map<String, Object>) group;
      List<Facts.Fact> wanted = Objects.requireNonNull(expected.get(cases.get("name")));
      List<Facts.Fact> actual = Facts.actual(cases);
      for (int i = 0; i < wanted.size(); i++) {
        compare(wanted.get(i), actual.get(i), differences);
      }
      count += wanted.size();
    }
    assertThat(differences).isEmpty();
    assertThat(count).isGreaterThan(1000);
  }

  private static void compare(Facts.Fact wanted, Facts.Fact actual, List<String> differences) {
    Map<String, String> answers = new LinkedHashMap<>(wanted.answers());
    if (answers.containsKey("program")) {
      answers.keySet().retainAll(List.of("program"));
    }
    if (!answers.equals(actual.answers())) {
      differences.add(
          wanted.expression() + ": Kubernetes " + answers + ", here " + actual.answers());
    }
  }
}
