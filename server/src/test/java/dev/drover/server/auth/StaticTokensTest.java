package dev.drover.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.core.UserInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StaticTokensTest {
  private final StaticTokens tokens = new StaticTokens();

  @Test
  void tokenFileOfKubeApiserverIsRead() {
    tokens.addCsv(
        """
        t1,jane,1
        t2,joe,2,"devs,ops"

        "t,3","j ""x"" z",3,devs
        ,nobody,4
        """);

    assertThat(tokens.find("t1")).contains(new UserInfo("jane", "1", List.of(), Map.of()));
    assertThat(tokens.find("t2").orElseThrow().groups()).containsExactly("devs", "ops");
    assertThat(tokens.find("t,3"))
        .contains(new UserInfo("j \"x\" z", "3", List.of("devs"), Map.of()));
    assertThat(tokens.find("")).isEmpty();
  }

  @Test
  void malformedTokenFileIsReportedByLineWithoutTokens() {
    refused(
        "t1,jane,1\n\ns3cret,joe\n",
        "line 3 of the token file must have at least 3 columns"
            + " (token, user name, user uid), found 2");
    refused(
        "t1,\"a\nb\",1\ns3\"cret,joe,1\n",
        "line 3 of the token file: bare \" in non-quoted" + " field");
    refused("\"s3cret,joe,1", "line 1 of the token file: extraneous or missing \" in quoted-field");
    refused(
        "\"s3cret\"x,joe,1",
        "line 1 of the token file: extraneous or missing \" in" + " quoted-field");
  }

  private void refused(String csv, String message) {
    assertThatThrownBy(() -> tokens.addCsv(csv))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void tokensAreNotPrinted() {
    tokens.add("s3cret", UserInfo.of("joe", List.of()));

    assertThat(tokens.toString()).isEqualTo("StaticTokens[1]");
  }
}
