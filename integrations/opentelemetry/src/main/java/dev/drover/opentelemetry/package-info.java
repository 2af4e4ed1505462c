/// Spans of reconciles and of the requests that they make, in OpenTelemetry.
@NullMarked
package dev.drover.opentelemetry;

import org.jspecify.annotations.NullMarked;
