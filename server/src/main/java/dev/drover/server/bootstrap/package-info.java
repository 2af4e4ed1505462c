/// The objects that a server has before anybody creates one.
///
/// Reading order: [BootstrapObjects][dev.drover.server.bootstrap.BootstrapObjects] stores them; the
/// facts come from the resource file `kubernetes-1.36.objects`, which `BootstrapReader` reads into
/// `Template`s.
@NullMarked
package dev.drover.server.bootstrap;

import org.jspecify.annotations.NullMarked;
