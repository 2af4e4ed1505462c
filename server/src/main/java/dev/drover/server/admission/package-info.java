/// The admission plug-ins that kube-apiserver runs by default: checks and changes that look beyond
/// the object, at its namespace, at other objects, at the caller.
///
/// Reading order: [AdmissionPlugins] lists them in the order in which they run; then one class per
/// plug-in. `PodSecurity` with its checks and `ResourceQuotaPlugin` with [QuotaUsage] are the large
/// ones.
@NullMarked
package dev.drover.server.admission;

import org.jspecify.annotations.NullMarked;
