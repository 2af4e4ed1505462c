/// What the server says about itself: health checks, `/statusz`, `/flagz`, and pages for debugging.
///
/// Reading order: [HealthChecks], [StatusPage], [FlagsPage], `StatusDocument`, [DebugPages].
@NullMarked
package dev.drover.server.status;

import org.jspecify.annotations.NullMarked;
