/// What the parts of the server say to each other: calls, answers, errors, resources and their
/// rules.
@NullMarked
package dev.drover.server.core;

import org.jspecify.annotations.NullMarked;
