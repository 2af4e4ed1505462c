/// A Kubernetes API server in a jar.
@NullMarked
package dev.drover.server;

import org.jspecify.annotations.NullMarked;
