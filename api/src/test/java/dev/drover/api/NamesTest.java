package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void complainsInTheWordsOfKubernetes() {
    assertThat(Names.dnsLabel("My_Name"))
        .containsExactly(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
                + " and must start and end with an alphanumeric character (e.g. 'my-name',  or"
                + " '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
    assertThat(Names.dnsLabel("a.b")).containsExactly("must not contain dots");
    assertThat(Names.dnsLabel("my-name")).isEmpty();
  }

  @Test
  void lengthIsCountedInBytesOfUtf8() {
    String tooLong = "must be no more than 63 bytes";
    assertThat(Names.labelValue("\u007f".repeat(63))).doesNotContain(tooLong);
    assertThat(Names.labelValue("\u0080".repeat(32))).contains(tooLong);
    assertThat(Names.labelValue("\u07ff".repeat(31))).doesNotContain(tooLong);
    assertThat(Names.labelValue("\u0800".repeat(21))).doesNotContain(tooLong);
    assertThat(Names.labelValue("\u0800".repeat(22))).contains(tooLong);
    assertThat(Names.labelValue("\uffff".repeat(21))).doesNotContain(tooLong);
    assertThat(Names.labelValue("😀".repeat(15))).doesNotContain(tooLong);
    assertThat(Names.labelValue("😀".repeat(16))).contains(tooLong);
  }

  @Test
  void saysOfEveryTextWhatGoSays() {
    var rows = Observed.rows("names.tsv");
    assertThat(rows).hasSizeGreaterThan(150);
    for (var row : rows) {
      String text = row.get(0);
      assertThat(
              List.of(
                      Names.dnsLabel(text),
                      Names.dnsSubdomain(text),
                      Names.qualifiedName(text),
                      Names.labelValue(text))
                  .stream()
                  .map(complaints -> String.join("; ", complaints)))
          .as("dns label, dns subdomain, qualified name, label value: '%s'", text)
          .isEqualTo(row.subList(1, 5));
    }
  }
}
