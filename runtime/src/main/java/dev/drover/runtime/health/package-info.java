/// Health, readiness and metrics of a manager over HTTP: the checks, and the options of their
/// server.
@NullMarked
package dev.drover.runtime.health;

import org.jspecify.annotations.NullMarked;
