package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `Warning` headers, and what apimachinery v0.36.3 reads from them.
class WarningTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '#',
      value = {
        "299 - \"text\"; 299|-|text",
        "299 - \"text\" \"Fri, 01 Jan 2021 00:00:00 GMT\"; 299|-|text",
        "299 - \"one\", 299 - \"two\"; 299|-|one & 299|-|two",
        "299 - \"one\" \"Fri, 01 Jan 2021 00:00:00 GMT\", 299 - \"two\"; 299|-|one & 299|-|two",
        "299 agent \"a \\\"quoted\\\" back\\\\slash\"; 299|agent|a \"quoted\" back\\slash",
        "299 - \"a, b\", 299 x \"c\"; 299|-|a, b & 299|x|c",
        "299 - \"\"; #299|-|#",
        "110 anderson/1.3.37 \"Response is stale\"; 110|anderson/1.3.37|Response is stale",
        "299 - text; ##",
        "299 \"text\"; ##",
        "29 - \"text\"; ##",
        "2999 - \"text\"; ##",
        "abc - \"text\"; ##",
        "299 - \"unfinished; ##",
        "299 - \"unfinished\\; ##",
        "299  - \"two spaces\"; ##",
        "299 - \"one\",299 - \"two\"; 299|-|one & 299|-|two",
        "299 - \"one\"  ,  299 - \"two\"; 299|-|one & 299|-|two",
        "299 - \"one\", nonsense; 299|-|one",
        "299 - \"one\" trailing; ##",
        "##; ##",
      })
  void warningHeaderIsParsedAsInApimachinery(String header, String expected) {
    String read =
        Warning.of(Headers.EMPTY.with("Warning", header)).stream()
            .map(w -> w.code() + "|" + w.agent() + "|" + w.text())
            .collect(Collectors.joining(" & "));
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void allHeadersAreRead() {
    Headers headers =
        Headers.EMPTY.plus("warning", "299 - \"a\"").plus("x", "y").plus("Warning", "299 - \"b\"");
    assertThat(Warning.of(headers)).extracting(Warning::text).containsExactly("a", "b");
  }

  @Test
  void builtInWarningHandlersAcceptAnyText() {
    WarningHandler.LOG.warn(new Warning(299, "-", "text"));
    WarningHandler.LOG.warn(new Warning(110, "-", ""));
    WarningHandler.NONE.warn(new Warning(299, "-", "text"));
  }
}
