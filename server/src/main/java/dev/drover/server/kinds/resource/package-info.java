/// Kinds of `resource.k8s.io`, dynamic resource allocation: slices publish the devices of a driver,
/// device classes select among them, claims request and are allocated devices.
///
/// Reading order: [ResourceClaimStrategy] with `ResourceClaimValidation` and
/// `ResourceClaimStatusValidation`, [ResourceSliceStrategy] with `ResourceSliceValidation` and
/// `DeviceValidation`; [V1Beta1Strategy] applies the same rules to objects of `v1beta1`.
@NullMarked
package dev.drover.server.kinds.resource;

import org.jspecify.annotations.NullMarked;
