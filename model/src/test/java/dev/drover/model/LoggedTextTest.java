package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.model.core.v1.ConfigMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An object that is logged fills one line: what users wrote into it cannot forge another one, nor
/// drive a terminal.
class LoggedTextTest {
  private static final String HOSTILE = "a\nERROR forged\r\u001b[31m\u2028\u202e\u0000\ud800";
  private static final String SHOWN = "a\\nERROR forged\\r\\u001b[31m\\u2028\\u202e\\u0000\\ud800";

  @Test
  void objectsArePrintedOnOneLine() {
    ConfigMap typed =
        ConfigMap.named("shop", "till").with(m -> m.data(HOSTILE, HOSTILE).label("l", HOSTILE));
    DynamicObject dynamic = DynamicObject.of(typed).with(List.of(HOSTILE), "list");
    for (Object printed : List.of(typed, typed.metadata(), dynamic)) {
      assertThat(printed.toString()).contains(SHOWN).doesNotContainPattern("\\p{Cntrl}|\u2028");
    }
    assertThat(DynamicObject.named(new GroupVersionKind("", "v1", "T"), HOSTILE, HOSTILE))
        .hasToString("T " + SHOWN + "/" + SHOWN);
  }

  @Test
  void mapsKeepTheFormOfJava() {
    assertThat(ConfigMap.named("shop", "till").with(m -> m.data("a", "b\nc")).data())
        .hasToString("{a=b\nc}");
  }

  @Test
  void textOfOtherLanguagesStaysAsItIs() {
    assertThat(ConfigMap.named("shop", "till").with(m -> m.data("ä", "日本 😀")))
        .asString()
        .contains("ä: 日本 😀");
  }
}
