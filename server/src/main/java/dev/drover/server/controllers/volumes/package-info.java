/// Controllers of volumes: `VolumeBinder` binds claims, `ClaimProtection` removes the finalizers of
/// objects that are not in use.
@NullMarked
package dev.drover.server.controllers.volumes;

import org.jspecify.annotations.NullMarked;
