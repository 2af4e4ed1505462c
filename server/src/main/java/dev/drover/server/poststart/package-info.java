/// Objects that kube-apiserver itself keeps in step with others, by controllers that its post-start
/// hooks run: the IP addresses of services, the API services of custom resource definitions, the
/// `Dangling` condition of flow schemas.
///
/// They run in the thread that writes the other object, before its write returns.
///
/// Reading order: [PostStartHooks], then the three of them.
@NullMarked
package dev.drover.server.poststart;

import org.jspecify.annotations.NullMarked;
