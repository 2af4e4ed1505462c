/// Controllers of volumes: `VolumeBinder` binds claims, `ClaimProtection` lets go of what is not in
/// use.
@NullMarked
package dev.drover.server.controllers.volumes;

import org.jspecify.annotations.NullMarked;
