package dev.drover.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TroubleshootingTest {
  private static final String START = "(docs/troubleshooting.md#the-program-does-not-start)";

  @Test
  void messageEndsWithOnePlaceWhateverItsCauseSays() {
    assertThat(Troubleshooting.START.in("no cluster")).isEqualTo("no cluster " + START);
    String refused = Troubleshooting.REFUSED.in("get pods: no");
    assertThat(Troubleshooting.START.in("not synced: " + refused + "; pods"))
        .isEqualTo("not synced: get pods: no; pods " + START);
    assertThat(Troubleshooting.START.in(Troubleshooting.START.in("a") + "\n  b"))
        .isEqualTo("a\n  b\n  " + START);
    assertThat(Troubleshooting.START.in(Troubleshooting.START.in("a\n  b")))
        .isEqualTo("a\n  b\n  " + START);
  }

  @Test
  void messageWithoutPlacesIsReadable() {
    assertThat(Troubleshooting.without(Troubleshooting.READ.in("a\n  b"))).isEqualTo("a\n  b");
    assertThat(Troubleshooting.without("see docs/troubleshooting.md#x"))
        .isEqualTo("see docs/troubleshooting.md#x");
  }
}
