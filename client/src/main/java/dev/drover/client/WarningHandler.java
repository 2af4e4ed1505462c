package dev.drover.client;

import dev.drover.api.text.PrintableText;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Receives the warnings that the server sends along with answers.
///
/// ```java
/// RestClient rest = RestClient.of(config).withWarningHandler(w -> log.warn("{}", w.text()));
/// ```
///
/// In Go: {@index rest.WarningHandler}.
@FunctionalInterface
public interface WarningHandler {
  /// Writes warnings of code 299 to the log, with the controller whose request it was.
  WarningHandler LOG =
      warning -> {
        if (warning.code() == 299 && !warning.text().isEmpty()) {
          LoggingEventBuilder line = LoggerFactory.getLogger(WarningHandler.class).atWarn();
          for (Map.Entry<String, String> fact : RequestOrigin.facts().entrySet()) {
            line = line.addKeyValue(fact.getKey(), PrintableText.of(fact.getValue()));
          }
          line.log("API server: {}", PrintableText.of(warning.text()));
        }
      };

  /// Does nothing.
  WarningHandler NONE = warning -> {};

  /// Takes a warning. Called on the thread that made the request; must be quick.
  void warn(Warning warning);
}
