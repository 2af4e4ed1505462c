/// What a Kubernetes object is.
@NullMarked
package dev.drover.api;

import org.jspecify.annotations.NullMarked;
