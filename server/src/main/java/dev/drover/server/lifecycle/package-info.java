/// What kube-controller-manager does to the life of objects, for those who ask for it: a server by
/// itself only marks what is to be deleted.
///
/// Reading order: [dev.drover.server.lifecycle.Controllers], then the controllers.
@NullMarked
package dev.drover.server.lifecycle;

import org.jspecify.annotations.NullMarked;
