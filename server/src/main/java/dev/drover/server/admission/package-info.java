/// Rules that look beyond the object: the plug-ins that kube-apiserver runs by default. [Plugins]
/// lists them in their order.
@NullMarked
package dev.drover.server.admission;

import org.jspecify.annotations.NullMarked;
