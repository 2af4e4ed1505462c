package dev.drover.runtime.internal;

import dev.drover.api.text.PrintableText;
import dev.drover.client.RequestOrigin;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

/// A logger that adds the controller, the object and the run to each line.
public final class ReconcileLogger extends AbstractLogger {
  private static final long serialVersionUID = 1L;

  private final transient Logger target;
  private final transient Map<String, String> facts;

  /// @param facts in the order in which they are shown
  public ReconcileLogger(Logger target, Map<String, String> facts) {
    this.target = target;
    this.facts = facts;
    this.name = target.getName();
  }

  /// Adds which controller and which run the current thread is in; nothing outside of all runs.
  public static Logger ofCurrentRun(Logger target) {
    return new ReconcileLogger(target, RequestOrigin.facts());
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable error) {
    LoggingEventBuilder line = target.atLevel(level);
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      line = line.addKeyValue(fact.getKey(), PrintableText.of(fact.getValue()));
    }
    if (marker != null) {
      line = line.addMarker(marker);
    }
    if (error != null) {
      line = line.setCause(error);
    }
    if (arguments != null) {
      for (Object argument : arguments) {
        line = line.addArgument(argument);
      }
    }
    line.setMessage(pattern).log();
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return target.isTraceEnabled();
  }

  @Override
  public boolean isTraceEnabled(Marker marker) {
    return target.isTraceEnabled(marker);
  }

  @Override
  public boolean isDebugEnabled() {
    return target.isDebugEnabled();
  }

  @Override
  public boolean isDebugEnabled(Marker marker) {
    return target.isDebugEnabled(marker);
  }

  @Override
  public boolean isInfoEnabled() {
    return target.isInfoEnabled();
  }

  @Override
  public boolean isInfoEnabled(Marker marker) {
    return target.isInfoEnabled(marker);
  }

  @Override
  public boolean isWarnEnabled() {
    return target.isWarnEnabled();
  }

  @Override
  public boolean isWarnEnabled(Marker marker) {
    return target.isWarnEnabled(marker);
  }

  @Override
  public boolean isErrorEnabled() {
    return target.isErrorEnabled();
  }

  @Override
  public boolean isErrorEnabled(Marker marker) {
    return target.isErrorEnabled(marker);
  }
}
